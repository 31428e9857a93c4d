import type { Pair } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import type { Effect } from "./comparison.ts";
import type { SideView } from "./side-view.ts";

/** after - before in calls, in bytes that data calls ask for, and in time inside the calls. */
export class EffectSum {
  readonly #sides: Pair<SideView>;
  #calls = 0;
  #bytes = 0;
  #latency = 0;
  #hasAllLatencies = true;

  constructor(sides: Pair<SideView>) {
    this.#sides = sides;
  }

  get effect(): Effect {
    return {
      calls: this.#calls,
      bytes: this.#bytes,
      latency: this.#hasAllLatencies ? this.#latency : null,
    };
  }

  add(name: "before" | "after", row: Row): void {
    const { trace, grammar } = this.#sides[name];
    const sign = name === "before" ? -1 : 1;
    const size = trace.table.size[row] as number;
    const latency = trace.table.latency[row] as number;
    const kind = grammar.calls[trace.table.call[row] as number]?.kind;
    this.#calls += sign;
    if ((kind === "data" || kind === "async") && size > 0) this.#bytes += sign * size;
    if (latency < 0) this.#hasAllLatencies = false;
    else this.#latency += sign * latency;
  }

  addChange({ before, after }: Pair<readonly Row[]>): void {
    for (const row of before) this.add("before", row);
    for (const row of after) this.add("after", row);
  }
}
