import type { Pair } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import { callRecord } from "./call-record.ts";
import type { Change, Effect, Place } from "./comparison.ts";
import type { SideView } from "./side-view.ts";
import { type ChangeStep, type ComparedThread, changedRows, forEachChange } from "./thread-steps.ts";

/** All changes of a comparison in order of threads, then of steps; records are built when they are asked for. */
export class Changes implements Iterable<Change> {
  readonly #sides: Pair<SideView>;
  readonly #threads: readonly ComparedThread[];

  constructor(sides: Pair<SideView>, threads: readonly ComparedThread[]) {
    this.#sides = sides;
    this.#threads = threads;
  }

  *[Symbol.iterator](): Iterator<Change> {
    for (const thread of this.#threads) {
      for (const step of thread.steps) if (step.kind !== "match") yield this.changeOf(thread, step);
    }
  }

  changeOf(thread: ComparedThread, step: ChangeStep): Change {
    const { before, after } = changedRows(this.#threads, thread, step);
    const afterThread = step.afterThread === null ? thread : (this.#threads[step.afterThread] ?? thread);
    return {
      kind: step.kind,
      count: 1,
      place: {
        before: this.place("before", thread, step.before[0] ?? step.at.before),
        after: this.place("after", afterThread, step.after[0] ?? step.at.after),
      },
      before: before.map((row) => callRecord(this.#sides.before, row)),
      after: after.map((row) => callRecord(this.#sides.after, row)),
      effect: effectOf(this.#sides, before, after),
      wholeThread: thread.before === null || thread.after === null,
      coarse: step.coarse,
    };
  }

  /** Null past the last call of the thread. */
  place(name: "before" | "after", thread: ComparedThread, position: number): Place | null {
    const row = thread.rows[name][position];
    const index = thread[name];
    if (row === undefined || index === null) return null;
    const { trace } = this.#sides[name];
    return {
      thread: trace.threads[index]?.tid ?? 0,
      index: position + 1,
      line: trace.table.line[row] as number,
    };
  }

  /** Sum over all changes. */
  effect(): Effect {
    const sum = new EffectSum(this.#sides);
    forEachChange(this.#threads, ({ before, after }) => {
      for (const row of before) sum.add("before", row);
      for (const row of after) sum.add("after", row);
    });
    return sum.effect;
  }
}

function effectOf(sides: Pair<SideView>, before: readonly Row[], after: readonly Row[]): Effect {
  const sum = new EffectSum(sides);
  for (const row of before) sum.add("before", row);
  for (const row of after) sum.add("after", row);
  return sum.effect;
}

/** after - before in calls, in bytes that data calls ask for, and in time inside the calls. */
class EffectSum {
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
}
