import { TextBuffer } from "../text-buffer.ts";
import { stripColors } from "./clean-line.ts";

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
    const end = stripColors(text, 0, text.length, this.#clean, false);
    this.#held = text.slice(end);
    return this.#clean.bytes.subarray(0, this.#clean.length);
  }

  /** Hands over what is still held and is ready for another file. */
  finish(): Uint8Array {
    const rest = this.#held;
    this.#held = new Uint8Array();
    return rest;
  }
}
