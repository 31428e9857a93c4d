import { CR, LF } from "./ascii.ts";

/**
 * Called with one line: `bytes[start..end)` without its line end. `bytes[end]` is always a line end (LF, or the
 * CR before it), so a scanner may run up to it without counting.
 * @param whole false for a last line without a line end
 * @returns whether the rest can be read as it is; false gives the rest of the chunk back
 */
export type OnLine = (bytes: Uint8Array, start: number, end: number, whole: boolean) => boolean;

/** What to do with lines. */
export type LineSink = {
  /**
   * Asked first, before looking for a line end: may read as many lines as it likes, even lines longer than the
   * limit. A line that was split between chunks and is not too long arrives as a chunk of its own.
   * @param start of a line
   * @param last the last line end of the chunk
   * @returns the start of the first line that was not read
   */
  readonly readPlain: (chunk: Uint8Array, start: number, last: number) => number;
  readonly read: OnLine;
  /** The line is longer than the limit; `start` is a part of it. */
  readonly passOver: (start: Uint8Array) => void;
};

/** Cuts chunks into lines. Keeps no reference to a chunk. */
export class LineSplitter {
  readonly #sink: LineSink;
  readonly #limit: number;
  // A line split between chunks is kept in pieces and joined once, when its LF comes: joining at every chunk would take
  // quadratic time on one long line.
  #pieces: Uint8Array[] = [];
  #heldBytes = 0;
  /** The line held was longer than the limit: skip the rest of it. */
  #skipping = false;

  constructor(sink: LineSink, limit: number) {
    this.#sink = sink;
    this.#limit = limit;
  }

  /** @returns the start of the rest that was given back: the length of the chunk if everything was taken */
  feed(chunk: Uint8Array): number {
    const last = chunk.lastIndexOf(LF);
    let start = 0;
    if (this.#heldBytes !== 0 && last !== -1) {
      start = chunk.indexOf(LF) + 1;
      if (!this.#endHeldLine(chunk, start)) return start;
    }
    while (start <= last) {
      start = this.#sink.readPlain(chunk, start, last);
      if (start > last) break;
      const lf = chunk.indexOf(LF, start);
      const goesOn = this.#readLine(chunk, start, lf);
      start = lf + 1;
      if (!goesOn) return start;
    }
    if (start < chunk.length) this.#hold(chunk, start);
    return chunk.length;
  }

  #readLine(chunk: Uint8Array, start: number, lf: number): boolean {
    if (lf - start <= this.#limit) {
      return this.#sink.read(chunk, start, lf > start && chunk[lf - 1] === CR ? lf - 1 : lf, true);
    }
    this.#sink.passOver(chunk.subarray(start, lf));
    return true;
  }

  /** Hands over what follows the last line end. */
  finish(): void {
    if (this.#heldBytes === 0) return;
    if (this.#skipping) {
      this.#forget();
      return;
    }
    const line = this.#join(new Uint8Array([LF]), 1);
    this.#sink.read(line, 0, line.length - 1, false);
  }

  #endHeldLine(chunk: Uint8Array, after: number): boolean {
    if (this.#skipping) {
      this.#forget();
      return true;
    }
    if (this.#heldBytes + after - 1 > this.#limit) {
      this.#sink.passOver(this.#pieces[0] ?? new Uint8Array());
      this.#forget();
      return true;
    }
    const line = this.#join(chunk, after);
    const lf = line.length - 1;
    if (this.#sink.readPlain(line, 0, lf) > lf) return true;
    return this.#sink.read(line, 0, lf > 0 && line[lf - 1] === CR ? lf - 1 : lf, true);
  }

  #hold(chunk: Uint8Array, start: number): void {
    this.#heldBytes += chunk.length - start;
    if (this.#skipping) return;
    if (this.#heldBytes > this.#limit) {
      this.#sink.passOver(this.#pieces[0] ?? chunk.subarray(start));
      this.#pieces = [];
      this.#skipping = true;
      return;
    }
    // A copy: the chunk may be a Buffer, whose own slice() is a view of bytes that the next chunk overwrites.
    this.#pieces.push(new Uint8Array(chunk.subarray(start)));
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
