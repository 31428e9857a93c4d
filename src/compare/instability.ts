import type { Side } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import type { Difference } from "./sequence-differences.ts";

/** The call itself differs in some run. */
const CALL = 1;
/** Some run has other calls just before it. */
const BEFORE = 2;
/** Some run has other calls after it, at the end of its sequence. */
const AFTER = 4;

/** Where the runs of one side differ from their first one. */
export class Instability {
  /** By row of the first run. */
  readonly #marks: Uint8Array;
  /** Some run has calls in a sequence that the first one does not have. */
  #hasNewSequences = false;
  #calls = 0;

  constructor(rows: number) {
    this.#marks = new Uint8Array(rows);
  }

  /** Calls of the first run that differ in some run. */
  get calls(): number {
    return this.#calls;
  }

  /** @param difference between the first run, which is its before side, and another one */
  add({ rows, next, last }: Difference): void {
    for (const row of rows.before) {
      if (((this.#marks[row] ?? 0) & CALL) === 0) this.#calls++;
      this.#mark(row, CALL);
    }
    if (rows.before.length > 0) return;
    if (next.before !== null) this.#mark(next.before, BEFORE);
    else if (last.before !== null) this.#mark(last.before, AFTER);
    else this.#hasNewSequences = true;
  }

  /**
   * Whether the first runs differ at a place where the runs of this side differ too.
   * @param side the one that this is about
   */
  covers({ rows, next, last }: Difference, side: Side): boolean {
    if (rows[side].length > 0) return rows[side].every((row) => this.#has(row, CALL));
    const [following, end] = [next[side], last[side]];
    if (following !== null) return this.#has(following, BEFORE);
    return end === null ? this.#hasNewSequences : this.#has(end, AFTER);
  }

  #mark(row: Row, mark: number): void {
    this.#marks[row] = (this.#marks[row] ?? 0) | mark;
  }

  #has(row: Row, mark: number): boolean {
    return ((this.#marks[row] ?? 0) & mark) !== 0;
  }
}
