import type { CallSequence } from "./call-sequence.ts";
import type { Keys } from "./keys.ts";

// Casts in this file: every index stays below the length that was checked before the loop.

/** Number of equal calls from two positions on, at most `limit`. */
function countEqual(
  one: CallSequence,
  oneStart: number,
  other: CallSequence,
  otherStart: number,
  limit: number,
): number {
  const { rows: rows1, head: head1, offset: offset1, size: size1 } = one;
  const { rows: rows2, head: head2, offset: offset2, size: size2 } = other;
  let count = 0;
  while (count < limit) {
    const row1 = rows1[oneStart + count] as number;
    const row2 = rows2[otherStart + count] as number;
    if (head1[row1] !== head2[row2] || offset1[row1] !== offset2[row2] || size1[row1] !== size2[row2]) break;
    count++;
  }
  return count;
}

/** Compares calls where they are, column by column: nothing is built, so that equal stretches cost a compare. */
export class ColumnKeys implements Keys {
  readonly beforeLength: number;
  readonly afterLength: number;
  readonly #before: CallSequence;
  readonly #after: CallSequence;

  constructor(before: CallSequence, after: CallSequence) {
    this.#before = before;
    this.#after = after;
    this.beforeLength = before.rows.length;
    this.afterLength = after.rows.length;
  }

  equalAhead(before: number, after: number, limit: number): number {
    const within = Math.min(limit, this.beforeLength - before, this.afterLength - after);
    return countEqual(this.#before, before, this.#after, after, within);
  }

  equalBehind(before: number, after: number, limit: number): number {
    const { rows: rows1, head: head1, offset: offset1, size: size1 } = this.#before;
    const { rows: rows2, head: head2, offset: offset2, size: size2 } = this.#after;
    const within = Math.min(limit, before, after);
    let count = 0;
    while (count < within) {
      const row1 = rows1[before - 1 - count] as number;
      const row2 = rows2[after - 1 - count] as number;
      if (head1[row1] !== head2[row2] || offset1[row1] !== offset2[row2] || size1[row1] !== size2[row2])
        break;
      count++;
    }
    return count;
  }

  repeatsInBefore(first: number, second: number, limit: number): number {
    const within = Math.min(limit, this.beforeLength - Math.max(first, second));
    return countEqual(this.#before, first, this.#before, second, within);
  }

  repeatsInAfter(first: number, second: number, limit: number): number {
    const within = Math.min(limit, this.afterLength - Math.max(first, second));
    return countEqual(this.#after, first, this.#after, second, within);
  }
}
