const FIRST_CAPACITY = 16;

/** Byte ranges in the order in which they come; one that continues the last one is joined to it. */
export class RangeList {
  #starts = new Float64Array(FIRST_CAPACITY);
  #ends = new Float64Array(FIRST_CAPACITY);
  #length = 0;
  #isSorted = true;

  get starts(): Float64Array {
    return this.#starts.subarray(0, this.#length);
  }

  get ends(): Float64Array {
    return this.#ends.subarray(0, this.#length);
  }

  /** Whether each range starts after the end of the one before: then the list is the union of its ranges. */
  get isSorted(): boolean {
    return this.#isSorted;
  }

  /** Adds a non-empty range, up to but not including `end`. */
  push(start: number, end: number): void {
    const last = this.#length - 1;
    if (last >= 0) {
      const lastStart = this.#starts[last] as number;
      const lastEnd = this.#ends[last] as number;
      if (start >= lastStart && start <= lastEnd) {
        if (end > lastEnd) this.#ends[last] = end;
        return;
      }
      if (start < lastStart) this.#isSorted = false;
    }
    if (this.#length === this.#starts.length) this.#grow();
    this.#starts[this.#length] = start;
    this.#ends[this.#length++] = end;
  }

  #grow(): void {
    const starts = new Float64Array(this.#length * 2);
    const ends = new Float64Array(this.#length * 2);
    starts.set(this.#starts);
    ends.set(this.#ends);
    this.#starts = starts;
    this.#ends = ends;
  }
}
