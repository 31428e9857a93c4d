import { LF } from "../../bytes/ascii.ts";
import { TextBuffer } from "../text-buffer.ts";
import type { FoundPrefix } from "./find-prefix.ts";
import { type LinePrefix, LONGEST_PREFIX, skipPrefix } from "./line-prefix.ts";

/** Takes a prefix off the lines of a text that arrives in chunks. Lines without it stay as they are. */
export class PrefixFilter {
  readonly #prefix: LinePrefix;
  /** Lines to come that have lost it. */
  #bareLines: number;
  readonly #bare: TextBuffer = new TextBuffer();
  readonly #joined: TextBuffer = new TextBuffer();
  /** The start of a line that was split between chunks, until it is long enough to tell. */
  #held: Uint8Array = new Uint8Array();
  /** Whether the text so far ends within a line whose start has been looked at. */
  #isInLine = false;

  constructor({ prefix, from }: FoundPrefix) {
    this.#prefix = prefix;
    this.#bareLines = from - 1;
  }

  /** @returns the text without prefixes, valid until the next call */
  read(chunk: Uint8Array): Uint8Array {
    this.#joined.set(this.#held, 0, this.#held.length);
    this.#joined.append(chunk, 0, chunk.length);
    return this.#strip(false);
  }

  /** Hands over what is still held. */
  finish(): Uint8Array {
    this.#joined.set(this.#held, 0, this.#held.length);
    return this.#strip(true);
  }

  #strip(isLast: boolean): Uint8Array {
    const { bytes: text, length } = this.#joined;
    const bare = this.#bare;
    bare.length = 0;
    let at = 0;
    while (at < length) {
      // a line end follows the text
      const lf = text.indexOf(LF, at);
      if (!this.#isInLine) {
        if (lf === length && length - at < LONGEST_PREFIX && !isLast) break;
        const next = this.#bareLines > 0 ? at : skipPrefix(this.#prefix, text, at, lf);
        if (next !== -1) at = Math.min(next, lf);
        this.#bareLines--;
      }
      this.#isInLine = lf === length;
      const end = Math.min(lf + 1, length);
      bare.append(text, at, end);
      at = end;
    }
    this.#held = text.slice(Math.min(at, length), length);
    return bare.bytes.subarray(0, bare.length);
  }
}
