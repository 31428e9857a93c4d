import { CR, EQUALS, LF } from "../../bytes/ascii.ts";
import { hexDigit } from "../../bytes/number-reader.ts";
import { TextBuffer } from "../text-buffer.ts";

/** No sequence is longer: `=\r\n`. */
const LONGEST = 3;

/**
 * Undoes the quoted-printable encoding of a mail (RFC 2045, 6.7) in a text that arrives in chunks: `) =3D 512` is
 * `) = 512`, and a line that ends with `=` continues on the next.
 */
export class QuotedPrintableFilter {
  readonly #plain: TextBuffer = new TextBuffer();
  readonly #joined: TextBuffer = new TextBuffer();
  #held: Uint8Array = new Uint8Array();

  /** @returns the text decoded, valid until the next call */
  read(chunk: Uint8Array): Uint8Array {
    this.#joined.set(this.#held, 0, this.#held.length);
    this.#joined.append(chunk, 0, chunk.length);
    const { bytes: text, length } = this.#joined;
    // a sequence that may be split between chunks waits for the next one
    const cut = text.subarray(0, length).lastIndexOf(EQUALS);
    const end = cut !== -1 && length - cut < LONGEST ? cut : length;
    this.#held = text.slice(end, length);
    return this.#decode(text, end);
  }

  /** Hands over what is still held. */
  finish(): Uint8Array {
    const rest = this.#held;
    this.#held = new Uint8Array();
    return this.#decode(rest, rest.length);
  }

  #decode(text: Uint8Array, end: number): Uint8Array {
    const plain = this.#plain.room(end);
    let length = 0;
    for (let at = 0; at < end; ) {
      const byte = text[at] as number;
      const after = byte === EQUALS ? softBreakEnd(text, at, end) : at;
      if (after > at) {
        at = after;
        continue;
      }
      const high = byte === EQUALS && at + 2 < end ? hexDigit(text[at + 1] as number) : -1;
      const low = high >= 0 ? hexDigit(text[at + 2] as number) : -1;
      plain[length++] = low >= 0 ? high * 16 + low : byte;
      at += low >= 0 ? LONGEST : 1;
    }
    this.#plain.end(length);
    return plain.subarray(0, length);
  }
}

/** After `=` and a line end; `at` if no line end follows. */
function softBreakEnd(text: Uint8Array, at: number, end: number): number {
  if (at + 1 < end && text[at + 1] === LF) return at + 2;
  return at + 2 < end && text[at + 1] === CR && text[at + 2] === LF ? at + LONGEST : at;
}
