import type { CallSequence } from "../../src/align/call-sequence.ts";
import type { Stretch } from "../../src/align/stretch.ts";

/** A call as a test writes it; what is left out is 0. */
export type Key = { readonly operation?: number; readonly offset?: number; readonly size?: number };

export function sequenceOf(keys: readonly Key[]): CallSequence {
  return {
    rows: Uint32Array.from(keys, (_, row) => row),
    operation: Int32Array.from(keys, (key) => key.operation ?? 0),
    offset: Float64Array.from(keys, (key) => key.offset ?? 0),
    size: Float64Array.from(keys, (key) => key.size ?? 0),
  };
}

/** One call a letter: equal letters are equal calls. */
export const word = (letters: string): CallSequence =>
  sequenceOf(Array.from(letters, (letter) => ({ operation: letter.codePointAt(0) ?? 0 })));

/** One call a number, told apart by offset. */
export const numbers = (offsets: readonly number[]): CallSequence =>
  sequenceOf(offsets.map((offset) => ({ offset })));

/** The same calls, with their rows in another order of the columns and unused rows between them. */
export function scatter(sequence: CallSequence): CallSequence {
  const { length } = sequence.rows;
  const at = (i: number): number => 2 * (length - 1 - i) + 1;
  const scattered = {
    rows: new Uint32Array(length),
    operation: new Int32Array(2 * length).fill(-7),
    offset: new Float64Array(2 * length).fill(-7),
    size: new Float64Array(2 * length).fill(-7),
  };
  sequence.rows.forEach((row, i) => {
    scattered.rows[i] = at(i);
    scattered.operation[at(i)] = sequence.operation[row] ?? 0;
    scattered.offset[at(i)] = sequence.offset[row] ?? 0;
    scattered.size[at(i)] = sequence.size[row] ?? 0;
  });
  return scattered;
}

/** `3=` three matches, `2-` two removed, `1+` one added, `2-1+` a gap with both; `!` coarse. */
export function describe(runs: readonly Stretch[]): string {
  return runs
    .map((run) => {
      if (run.kind === "match") return `${run.count}=`;
      const removed = run.beforeCount > 0 ? `${run.beforeCount}-` : "";
      const added = run.afterCount > 0 ? `${run.afterCount}+` : "";
      return `${removed}${added}${run.coarse ? "!" : ""}`;
    })
    .join(" ");
}

export const matchesIn = (runs: readonly Stretch[]): number =>
  runs.reduce((sum, run) => sum + (run.kind === "match" ? run.count : 0), 0);

/** Longest common subsequence by the textbook table. */
export function naiveCommon<Item>(before: readonly Item[], after: readonly Item[]): number {
  let above = new Array<number>(after.length + 1).fill(0);
  for (const one of before) {
    const row = [0];
    after.forEach((other, j) => {
      row.push(one === other ? (above[j] ?? 0) + 1 : Math.max(above[j + 1] ?? 0, row[j] ?? 0));
    });
    above = row;
  }
  return above[after.length] ?? 0;
}
