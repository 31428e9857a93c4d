import { fileName } from "../pairing/file-pairs.ts";
import type { Change, Place, ResultDifference } from "../result/comparison.ts";
import type { Pair } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import { callRecord } from "../view/record-of-row.ts";
import type { TraceView } from "../view/trace-view.ts";
import { ChangeEffects } from "./effect-sum.ts";
import { resultDifference, resultOf } from "./result-difference.ts";
import type { ChangeStep } from "./step.ts";
import { type ComparedThread, changedRows } from "./thread-steps.ts";

/** Builds the changes of a comparison from its steps, one by one on demand. */
export class Changes {
  readonly #effects: ChangeEffects;
  readonly #sides: Pair<TraceView>;
  readonly #threads: readonly ComparedThread[];

  constructor(sides: Pair<TraceView>, threads: readonly ComparedThread[]) {
    this.#effects = new ChangeEffects(sides);
    this.#sides = sides;
    this.#threads = threads;
  }

  changeOf(thread: ComparedThread, step: ChangeStep): Change {
    const rows = changedRows(this.#threads, thread, step);
    return {
      kind: step.kind,
      count: 1,
      difference: step.kind === "result" ? this.#difference(rows) : null,
      place: this.placeOf(thread, step),
      repeats: [],
      files: this.filesOf(rows),
      before: rows.before.map((row) => callRecord(this.#sides.before, row)),
      after: rows.after.map((row) => callRecord(this.#sides.after, row)),
      effect: this.#effects.of(rows),
      atEnd: this.#isAtEnd(rows),
      wholeThread: thread.before === null || thread.after === null,
      coarse: step.coarse,
    };
  }

  placeOf(thread: ComparedThread, step: ChangeStep): Pair<Place | null> {
    const afterThread = step.afterThread === null ? thread : (this.#threads[step.afterThread] ?? thread);
    return {
      before: this.place("before", thread, step.before[0] ?? step.at.before),
      after: this.place("after", afterThread, step.after[0] ?? step.at.after),
    };
  }

  /** Names of the files that the calls are on, each once. */
  filesOf(rows: Pair<readonly Row[]>): (string | number)[] {
    const names = new Set<string | number>();
    for (const side of ["before", "after"] as const) {
      for (const row of rows[side]) {
        const name = fileName(this.#sides[side], this.#sides[side].files.file[row] as number);
        if (name !== null) names.add(name);
      }
    }
    return [...names];
  }

  /** An added or removed read that asked for bytes and got none: nothing is left to read. */
  #isAtEnd({ before, after }: Pair<readonly Row[]>): boolean {
    const [row] = before.length > 0 ? before : after;
    if (row === undefined || (before.length > 0 && after.length > 0)) return false;
    const { trace, grammar } = this.#sides[before.length > 0 ? "before" : "after"];
    const { call, result, size } = trace.table;
    const isRead = grammar.calls[call[row] as number]?.direction === "read";
    return isRead && result[row] === 0 && size[row] !== 0;
  }

  #difference({ before, after }: Pair<readonly Row[]>): ResultDifference {
    const [one] = before;
    const [other] = after;
    if (one === undefined || other === undefined) return "other";
    return resultDifference({
      before: resultOf(this.#sides.before, one),
      after: resultOf(this.#sides.after, other),
    });
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
}
