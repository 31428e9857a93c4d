import { CR, LF, SPACE } from "../bytes/ascii.ts";

/** How much of a line is the expected output. */
export type Consumed =
  /** All of the line is output. */
  | { readonly kind: "line" }
  /** Output up to here; the rest is strace's own again. */
  | { readonly kind: "tail"; readonly at: number }
  | { readonly kind: "mismatch" };

/**
 * The output of a call that writes to where the trace is written too: it follows the entry of the call at once,
 * byte by byte, and the call says what it is.
 *
 *     write(1, "line 0\n", 7line 0
 *     )        = 7 <0.000008>
 */
export class ExpectedOutput {
  /** What is known of the output; the rest of `total` bytes was cut by -s. */
  readonly #data: Uint8Array;
  readonly #total: number;
  #seen = 0;

  /** Whether any of it was accepted without knowing what it should be. */
  get isGuessed(): boolean {
    return this.#seen > this.#data.length;
  }

  constructor(data: Uint8Array, total: number) {
    this.#data = data;
    this.#total = total;
  }

  /** @param end where the line ends; a CR there is part of the output if the output has one there */
  consume(bytes: Uint8Array, start: number, end: number): Consumed {
    let at = start;
    for (; at < end && this.#seen < this.#total; at++)
      if (!this.#accept(bytes[at] ?? LF)) return { kind: "mismatch" };
    if (this.#seen === this.#total) return { kind: "tail", at };
    // The line end is output too: a terminal writes LF as CR LF.
    if (bytes[end] === CR && this.#data[this.#seen] === CR) this.#seen++;
    if (this.#seen === this.#total) return { kind: "tail", at: end };
    // a mail program wrapped the line at a blank
    const isWrapped = this.#data[this.#seen] === SPACE;
    return this.#accept(LF) || isWrapped ? { kind: "line" } : { kind: "mismatch" };
  }

  #accept(byte: number): boolean {
    const expected = this.#data[this.#seen++];
    return expected === undefined || expected === byte;
  }
}
