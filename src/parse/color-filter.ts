import { ESC } from "../bytes/ascii.ts";
import { LONGEST_COLOR, stripColors } from "./clean-line.ts";
import { TextBuffer } from "./text-buffer.ts";

/** Takes the colors out of a text that comes in chunks, many lines at a time. */
export class ColorFilter {
  readonly #clean: TextBuffer = new TextBuffer();
  /** The end of a chunk in which a sequence may have been cut, and the chunk that followed it. */
  readonly #joined: TextBuffer = new TextBuffer();
  #held: Uint8Array = new Uint8Array();

  /** @returns the text without colors, valid until the next call */
  read(chunk: Uint8Array): Uint8Array {
    let text = chunk;
    if (this.#held.length > 0) {
      this.#joined.set(this.#held, 0, this.#held.length);
      this.#joined.append(chunk, 0, chunk.length);
      text = this.#joined.bytes.subarray(0, this.#joined.length);
    }
    const cut = text.lastIndexOf(ESC);
    // a sequence has no line end in it, and what follows a whole one is text
    const isCut = cut !== -1 && text.length - cut < LONGEST_COLOR && !hasEnd(text, cut);
    const end = isCut ? cut : text.length;
    this.#held = text.slice(end);
    return this.#strip(text, end);
  }

  /** Hands over what is still held and is ready for another file. */
  finish(): Uint8Array {
    const rest = this.#held;
    this.#held = new Uint8Array();
    return rest;
  }

  #strip(text: Uint8Array, end: number): Uint8Array {
    stripColors(text, 0, end, this.#clean);
    return this.#clean.bytes.subarray(0, this.#clean.length);
  }
}

/** Whether anything behind its first two bytes is no part of the numbers of a sequence. */
function hasEnd(text: Uint8Array, start: number): boolean {
  for (let at = start + 2; at < text.length; at++) {
    const byte = text[at] as number;
    if (byte < 0x30 || byte > 0x3b) return true;
  }
  return false;
}
