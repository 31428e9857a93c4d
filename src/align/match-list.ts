// Casts in this file: indexes are below the length.

/**
 * Stretches of matched calls in rising order, as three columns. What lies between two of them is a gap; a gap can
 * be marked coarse.
 */
export class MatchList {
  #length = 0;
  #before: Int32Array = new Int32Array(64);
  #after: Int32Array = new Int32Array(64);
  #count: Int32Array = new Int32Array(64);
  /** 1 if the gap before the stretch is coarse. */
  #coarse = new Uint8Array(64);
  #nextIsCoarse = false;

  get length(): number {
    return this.#length;
  }

  /** Whether the gap after the last stretch is coarse. */
  get endsCoarse(): boolean {
    return this.#nextIsCoarse;
  }

  before(index: number): number {
    return this.#before[index] as number;
  }

  after(index: number): number {
    return this.#after[index] as number;
  }

  count(index: number): number {
    return this.#count[index] as number;
  }

  isCoarse(index: number): boolean {
    return this.#coarse[index] === 1;
  }

  /** The gap that follows the calls appended so far is coarse, if there is one. */
  markCoarse(): void {
    this.#nextIsCoarse = true;
  }

  /** Appends `count` matches from (before, after) on; lengthens the last stretch if they continue it. */
  append(before: number, after: number, count: number): void {
    if (count === 0) return;
    const last = this.#length - 1;
    if (last >= 0) {
      const lastCount = this.#count[last] as number;
      const touches =
        (this.#before[last] as number) + lastCount === before &&
        (this.#after[last] as number) + lastCount === after;
      if (touches) {
        this.#count[last] = lastCount + count;
        this.#nextIsCoarse = false;
        return;
      }
    }
    if (this.#length === this.#before.length) this.#grow();
    this.#before[this.#length] = before;
    this.#after[this.#length] = after;
    this.#count[this.#length] = count;
    this.#coarse[this.#length] = this.#nextIsCoarse ? 1 : 0;
    this.#nextIsCoarse = false;
    this.#length++;
  }

  #grow(): void {
    const larger = (column: Int32Array): Int32Array => {
      const copy = new Int32Array(column.length * 2);
      copy.set(column);
      return copy;
    };
    this.#before = larger(this.#before);
    this.#after = larger(this.#after);
    this.#count = larger(this.#count);
    const coarse = new Uint8Array(this.#coarse.length * 2);
    coarse.set(this.#coarse);
    this.#coarse = coarse;
  }
}
