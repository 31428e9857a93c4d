import { CR, LF } from "./ascii.ts";

/**
 * Called with one line: `bytes[start..end)` without its line end, but `bytes[end]` is always a line end (LF, or the
 * CR before it), so that a scanner may run on to it without counting.
 * @param whole false for a last line without line end
 */
export type OnLine = (bytes: Uint8Array, start: number, end: number, whole: boolean) => void;

/** Cuts chunks into lines. Keeps no reference to a chunk. */
export class LineSplitter {
  readonly #onLine: OnLine;
  readonly #onTooLong: (startOfLine: Uint8Array) => void;
  readonly #limit: number;
  // A line cut by chunks is kept in pieces and joined once, when its LF comes: joining at every chunk would take
  // quadratic time on one long line.
  #pieces: Uint8Array[] = [];
  #heldBytes = 0;
  /** The line held was longer than the limit: the rest of it is passed over. */
  #skipping = false;

  constructor(onLine: OnLine, onTooLong: (startOfLine: Uint8Array) => void, limit: number) {
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
    this.#limit = limit;
  }

  feed(chunk: Uint8Array): void {
    let start = 0;
    for (let lf = chunk.indexOf(LF); lf !== -1; lf = chunk.indexOf(LF, start)) {
      if (this.#heldBytes !== 0) this.#endHeldLine(chunk, lf + 1);
      else if (lf - start > this.#limit) this.#onTooLong(chunk.subarray(start, lf));
      else this.#onLine(chunk, start, lf > start && chunk[lf - 1] === CR ? lf - 1 : lf, true);
      start = lf + 1;
    }
    if (start < chunk.length) this.#hold(chunk, start);
  }

  /** Hands over what stands after the last line end. */
  finish(): void {
    if (this.#heldBytes === 0) return;
    if (this.#skipping) {
      this.#forget();
      return;
    }
    const line = this.#join(new Uint8Array([LF]), 1);
    this.#onLine(line, 0, line.length - 1, false);
  }

  #endHeldLine(chunk: Uint8Array, after: number): void {
    if (this.#skipping) {
      this.#forget();
      return;
    }
    if (this.#heldBytes + after - 1 > this.#limit) {
      this.#onTooLong(this.#pieces[0] ?? new Uint8Array());
      this.#forget();
      return;
    }
    const line = this.#join(chunk, after);
    const lf = line.length - 1;
    this.#onLine(line, 0, lf > 0 && line[lf - 1] === CR ? lf - 1 : lf, true);
  }

  #hold(chunk: Uint8Array, start: number): void {
    this.#heldBytes += chunk.length - start;
    if (this.#skipping) return;
    if (this.#heldBytes > this.#limit) {
      this.#onTooLong(this.#pieces[0] ?? chunk.subarray(start));
      this.#pieces = [];
      this.#skipping = true;
      return;
    }
    this.#pieces.push(chunk.slice(start));
  }

  #join(last: Uint8Array, lastLength: number): Uint8Array {
    const line = new Uint8Array(this.#heldBytes + lastLength);
    let at = 0;
    for (const piece of this.#pieces) {
      line.set(piece, at);
      at += piece.length;
    }
    line.set(last.subarray(0, lastLength), at);
    this.#forget();
    return line;
  }

  #forget(): void {
    this.#pieces = [];
    this.#heldBytes = 0;
    this.#skipping = false;
  }
}
