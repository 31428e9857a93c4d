/** Tells whether lines end where the terminal did that they were copied from: several are as long as the longest. */
export class LineWidth {
  #longest = 0;
  #count = 0;
  #last = 0;

  /** @param length of the next line, in bytes */
  add(length: number): void {
    this.#last = length;
    if (length > this.#longest) {
      this.#longest = length;
      this.#count = 0;
    }
    if (length === this.#longest) this.#count++;
  }

  /** Whether the last line was one of those. */
  get isFull(): boolean {
    return this.#last === this.#longest && this.#count > 1;
  }
}
