import type { Keys } from "./keys.ts";

function countEqual(
  one: Int32Array,
  oneStart: number,
  other: Int32Array,
  otherStart: number,
  limit: number,
): number {
  let count = 0;
  while (count < limit && one[oneStart + count] === other[otherStart + count]) count++;
  return count;
}

/** Compares interned calls. */
export class IdKeys implements Keys {
  readonly beforeLength: number;
  readonly afterLength: number;
  readonly #before: Int32Array;
  readonly #after: Int32Array;

  constructor(before: Int32Array, after: Int32Array) {
    this.#before = before;
    this.#after = after;
    this.beforeLength = before.length;
    this.afterLength = after.length;
  }

  equalAhead(before: number, after: number, limit: number): number {
    const within = Math.min(limit, this.beforeLength - before, this.afterLength - after);
    return countEqual(this.#before, before, this.#after, after, within);
  }

  equalBehind(before: number, after: number, limit: number): number {
    const one = this.#before;
    const other = this.#after;
    const within = Math.min(limit, before, after);
    let count = 0;
    while (count < within && one[before - 1 - count] === other[after - 1 - count]) count++;
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
