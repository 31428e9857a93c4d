import { LF } from "../../bytes/ascii.ts";
import { Utf16Filter } from "../../bytes/utf16-filter.ts";
import type { CallFinder } from "../call-finder.ts";
import { TextBuffer } from "../text-buffer.ts";
import { PrefixFilter } from "./prefix-filter.ts";
import { QuotedPrintableFilter } from "./quoted-printable-filter.ts";
import { HEAD_SIZE, type SourceShape, shapeOf } from "./source-head.ts";

const EMPTY = new Uint8Array();

/**
 * The text of one log as strace wrote it: undoes what a mail program, a terminal or a person did to it as a whole. Its
 * start shows what that was, and is held back until there is enough of it. Colors are left to other code, since they
 * may start anywhere: `uncolored` continues with the text without them.
 */
export class SourceText {
  readonly #finder: CallFinder;
  readonly #onShape: (shape: SourceShape) => void;
  readonly #utf16: Utf16Filter = new Utf16Filter();
  /** The start of the log; null once it has shown what it can. */
  #head: TextBuffer | null = new TextBuffer();
  #printable: QuotedPrintableFilter | null = null;
  #prefix: PrefixFilter | null = null;

  /** @param onShape called before the first text is given */
  constructor(finder: CallFinder, onShape: (shape: SourceShape) => void) {
    this.#finder = finder;
    this.#onShape = onShape;
  }

  /** @returns the text to read next, valid until the next call */
  read(chunk: Uint8Array): Uint8Array {
    const text = this.#utf16.read(chunk);
    if (this.#head === null) return this.#decode(text);
    if (this.#head.length === 0 && text.length >= HEAD_SIZE) {
      this.#decide(text);
      return this.#decode(text);
    }
    this.#head.append(text, 0, text.length);
    return this.#head.length < HEAD_SIZE ? EMPTY : this.#release(this.#head);
  }

  /** Hands over what is still held. */
  finish(): Uint8Array {
    const text = this.#utf16.finish();
    if (this.#head !== null) this.#head.append(text, 0, text.length);
    const rest = this.#head === null ? this.#decode(text) : this.#release(this.#head);
    if (this.#printable === null) return rest;
    const whole = new TextBuffer();
    whole.set(rest, 0, rest.length);
    const last = this.#printable.finish();
    whole.append(last, 0, last.length);
    return whole.bytes.subarray(0, whole.length);
  }

  /** Takes what precedes lines off a text without colors. */
  uncolored(text: Uint8Array): Uint8Array {
    return this.#prefix === null ? text : this.#prefix.read(text);
  }

  /** What `uncolored` still held; then it is ready for another log. */
  finishUncolored(): Uint8Array {
    const rest = this.#prefix?.finish() ?? EMPTY;
    this.#head = new TextBuffer();
    this.#printable = null;
    this.#prefix = null;
    return rest;
  }

  #release(head: TextBuffer): Uint8Array {
    const text = head.bytes.subarray(0, head.length);
    this.#decide(text);
    return this.#decode(text);
  }

  #decide(text: Uint8Array): void {
    this.#head = null;
    const start = text.subarray(0, HEAD_SIZE);
    const lines = text.length < HEAD_SIZE ? start : start.subarray(0, start.lastIndexOf(LF) + 1);
    const shape = shapeOf(lines, this.#finder);
    if (shape.isQuotedPrintable) this.#printable = new QuotedPrintableFilter();
    if (shape.prefix !== null) this.#prefix = new PrefixFilter(shape.prefix);
    this.#onShape(shape);
  }

  #decode(text: Uint8Array): Uint8Array {
    return this.#printable === null ? text : this.#printable.read(text);
  }
}
