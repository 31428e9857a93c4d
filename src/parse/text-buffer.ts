import { LF } from "../bytes/ascii.ts";

// Positions below are within the buffer or the line copied.

const FIRST_SIZE = 256;
/** For a buffer that was never written to: most threads of a trace with very many never need theirs. */
const EMPTY: Uint8Array = Uint8Array.of(LF);
/** Up to this many bytes are copied faster one by one than by making a view of them. */
const FEW = 192;

/** A growing sequence of bytes, without a new array for every line. */
export class TextBuffer {
  bytes: Uint8Array = EMPTY;
  length = 0;

  /** Replaces the contents by `bytes[start..end)`. */
  set(bytes: Uint8Array, start: number, end: number): void {
    this.length = 0;
    this.append(bytes, start, end);
  }

  /** Adds `bytes[start..end)`; a line end always follows the last byte. */
  append(bytes: Uint8Array, start: number, end: number): void {
    const count = Math.max(0, end - start);
    const from = this.length;
    if (from + count >= this.bytes.length) this.#grow(from + count + 1);
    const target = this.bytes;
    if (count > FEW) target.set(bytes.subarray(start, end), from);
    else for (let i = 0; i < count; i++) target[from + i] = bytes[start + i] as number;
    this.length = from + count;
    target[this.length] = LF;
  }

  /** Room for this many bytes, to be written from the start; `end` says how many there are. */
  room(count: number): Uint8Array {
    this.length = 0;
    if (count >= this.bytes.length) this.#grow(count + 1);
    return this.bytes;
  }

  end(length: number): void {
    this.length = length;
    this.bytes[length] = LF;
  }

  #grow(needed: number): void {
    const bytes = new Uint8Array(Math.max(needed, FIRST_SIZE, this.bytes.length * 2));
    bytes.set(this.bytes.subarray(0, this.length));
    this.bytes = bytes;
  }
}
