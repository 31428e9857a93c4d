import { CR, LF } from "../../bytes/ascii.ts";

/** Tells whether lines end at the width of the terminal that a log was copied from. */
export class LineWidth {
  #width = 0;
  #last = 0;

  /** Starts another log. @param width see SourceShape */
  start(width: number): void {
    this.#width = width;
    this.#last = 0;
  }

  /** The last of several lines, which end before `next`. */
  addLast(bytes: Uint8Array, start: number, next: number): void {
    if (next === start || this.#width === 0) return;
    const end = bytes[next - 2] === CR ? next - 2 : next - 1;
    const before = bytes.subarray(start, next - 1).lastIndexOf(LF);
    this.add(end - (before === -1 ? start : start + before + 1));
  }

  /** @param length of the next line, in bytes */
  add(length: number): void {
    this.#last = length;
  }

  /** Whether the last line continues in the next. */
  get isFull(): boolean {
    return this.#width > 0 && this.#last === this.#width;
  }
}
