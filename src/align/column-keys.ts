import type { CallSequence } from "./call-sequence.ts";

// Casts in this file: every index stays below the length that was checked before the loop.

/** Number of equal calls from two positions on, at most `limit`. */
function countEqual(
  one: CallSequence,
  oneStart: number,
  other: CallSequence,
  otherStart: number,
  limit: number,
): number {
  const { rows: rows1, operation: operation1, offset: offset1, size: size1, hash: hash1 } = one;
  const { rows: rows2, operation: operation2, offset: offset2, size: size2, hash: hash2 } = other;
  let count = 0;
  if (hash1 !== undefined && hash2 !== undefined) {
    while (count < limit && hash1[oneStart + count] === hash2[otherStart + count]) count++;
    return count;
  }
  while (count < limit) {
    const row1 = rows1[oneStart + count] as number;
    const row2 = rows2[otherStart + count] as number;
    if (
      operation1[row1] !== operation2[row2] ||
      offset1[row1] !== offset2[row2] ||
      size1[row1] !== size2[row2]
    )
      break;
    count++;
  }
  return count;
}

/**
 * Compares calls in place, column by column: nothing is built, so equal stretches cost a compare.
 * Nothing at or beyond the ends is looked at.
 */
export class ColumnKeys {
  readonly #before: CallSequence;
  readonly #after: CallSequence;

  constructor(before: CallSequence, after: CallSequence) {
    this.#before = before;
    this.#after = after;
  }

  /** Number of equal pairs (before, after), (before + 1, after + 1), …, at most `limit`. */
  equalAhead(before: number, after: number, limit: number): number {
    const within = Math.min(limit, this.#before.rows.length - before, this.#after.rows.length - after);
    return countEqual(this.#before, before, this.#after, after, within);
  }

  /** Number of equal pairs (before - 1, after - 1), (before - 2, after - 2), …, at most `limit`. */
  equalBehind(before: number, after: number, limit: number): number {
    const { rows: rows1, operation: operation1, offset: offset1, size: size1, hash: hash1 } = this.#before;
    const { rows: rows2, operation: operation2, offset: offset2, size: size2, hash: hash2 } = this.#after;
    const within = Math.min(limit, before, after);
    let count = 0;
    if (hash1 !== undefined && hash2 !== undefined) {
      while (count < within && hash1[before - 1 - count] === hash2[after - 1 - count]) count++;
      return count;
    }
    while (count < within) {
      const row1 = rows1[before - 1 - count] as number;
      const row2 = rows2[after - 1 - count] as number;
      if (
        operation1[row1] !== operation2[row2] ||
        offset1[row1] !== offset2[row2] ||
        size1[row1] !== size2[row2]
      )
        break;
      count++;
    }
    return count;
  }

  /** Number of equal pairs (first, second), (first + 1, second + 1), … within the before side, at most `limit`. */
  repeatsInBefore(first: number, second: number, limit: number): number {
    const within = Math.min(limit, this.#before.rows.length - Math.max(first, second));
    return countEqual(this.#before, first, this.#before, second, within);
  }

  /** The same within the after side. */
  repeatsInAfter(first: number, second: number, limit: number): number {
    const within = Math.min(limit, this.#after.rows.length - Math.max(first, second));
    return countEqual(this.#after, first, this.#after, second, within);
  }
}
