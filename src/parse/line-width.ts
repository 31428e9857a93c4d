/** Tells whether lines end where the terminal did that a log was copied from. */
export class LineWidth {
  #width = 0;
  #last = 0;

  /** Of another log. @param width see SourceShape */
  start(width: number): void {
    this.#width = width;
    this.#last = 0;
  }

  /** @param length of the next line, in bytes */
  add(length: number): void {
    this.#last = length;
  }

  /** Whether the last line goes on in the next. */
  get isFull(): boolean {
    return this.#width > 0 && this.#last === this.#width;
  }
}
