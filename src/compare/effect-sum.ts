import type { Grammar } from "../grammar/grammar.ts";
import type { Pair } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import type { Effect } from "./comparison.ts";
import type { SideView } from "./side-view.ts";

/** after - before in calls, in bytes that data calls ask for, and in time inside the calls. */
export class EffectSum {
  readonly #sides: Pair<SideView>;
  readonly #asksForBytes: Uint8Array;
  #calls = 0;
  #bytes = 0;
  #latency = 0;
  #hasAllLatencies = true;

  constructor(sides: Pair<SideView>) {
    this.#sides = sides;
    this.#asksForBytes = asksForBytes(sides.before.grammar);
  }

  get effect(): Effect {
    return {
      calls: this.#calls,
      bytes: this.#bytes,
      latency: this.#hasAllLatencies ? this.#latency : null,
    };
  }

  add(name: "before" | "after", row: Row): void {
    const { trace } = this.#sides[name];
    const sign = name === "before" ? -1 : 1;
    const size = trace.table.size[row] as number;
    const latency = trace.table.latency[row] as number;
    this.#calls += sign;
    if (size > 0 && this.#asksForBytes[trace.table.call[row] as number] === 1) this.#bytes += sign * size;
    if (latency < 0) this.#hasAllLatencies = false;
    else this.#latency += sign * latency;
  }

  addChange({ before, after }: Pair<ArrayLike<Row>>): void {
    for (let i = 0; i < before.length; i++) this.add("before", before[i] as Row);
    for (let i = 0; i < after.length; i++) this.add("after", after[i] as Row);
  }
}

const known = new WeakMap<Grammar, Uint8Array>();

/** By index into `Grammar.calls`: 1 where the size of the call is one of data. */
function asksForBytes(grammar: Grammar): Uint8Array {
  let flags = known.get(grammar);
  if (flags === undefined) {
    flags = Uint8Array.from(grammar.calls, ({ kind }) => Number(kind === "data" || kind === "async"));
    known.set(grammar, flags);
  }
  return flags;
}

/** The effect of changes by their rows. */
export function effectOf(sides: Pair<SideView>, rows: Pair<ArrayLike<Row>>): Effect {
  const sum = new EffectSum(sides);
  sum.addChange(rows);
  return sum.effect;
}
