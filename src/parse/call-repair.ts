import {
  CLOSE_PAREN,
  COMMA,
  EQUALS,
  isDigit,
  LF,
  LOWER_A,
  LOWER_X,
  LOWER_Z,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
  UPPER_N,
  ZERO,
} from "../bytes/ascii.ts";
import { NULL, skipLiteral } from "./arguments/argument-words.ts";
import type { CallFields } from "./arguments/call-fields.ts";
import { unescapeBytes } from "./arguments/decode-path.ts";
import { skipSpaces } from "./arguments/skip-value.ts";
import type { CallFinder } from "./call-finder.ts";
import { type CallName, CallScanner } from "./call-scanner.ts";
import { noticeStart } from "./classify-text.ts";
import { isNumberAt } from "./expected-at.ts";
import { ExpectedOutput } from "./expected-output.ts";
import type { TextBuffer } from "./text-buffer.ts";

// All positions stay within the text: it ends with a line end, where every scanner stops.

const latin1 = new TextDecoder("latin1");

/** How often the rest of a line is tried as the end of a call: keeps the work linear in the length of the line. */
const TRIES = 24;

/** What became of a line that does not read as one call. */
export type Repair =
  /** The call was read into the fields; there was foreign text inside, or may have been. */
  | { readonly kind: "complete" }
  /** The line ends inside the foreign text. */
  | {
      readonly kind: "cut";
      readonly entry: Uint8Array;
      readonly output: ExpectedOutput | null;
      readonly foreign: number;
    }
  /** The line has a result, but what precedes it does not read as a call. */
  | { readonly kind: "malformed"; readonly at: number };

/**
 * Repairs calls that foreign text has split. strace writes a call in two steps, at its entry and at its exit; whatever
 * else is written to the same file in between lands inside the line.
 *
 *     write(2, "progress 0", 10progress 0)     = 10 <0.000008>
 *     pread64(5, /usr/bin/strace: Process 13521 attached
 */
export class CallRepair {
  readonly #calls: CallScanner;
  readonly #finder: CallFinder;
  readonly #fields: CallFields;

  constructor(calls: CallScanner, finder: CallFinder, fields: CallFields) {
    this.#calls = calls;
    this.#finder = finder;
    this.#fields = fields;
  }

  /** Whether a call that reads well has a size that must have digits of its output glued to it. */
  hasGluedSize(bytes: Uint8Array): boolean {
    const { payloadStart, payloadEnd, payloadCut } = this.#calls.arguments;
    const { size, result } = this.#fields;
    if (payloadStart < 0 || size === result) return false;
    const data = unescapeBytes(bytes, payloadStart, payloadEnd);
    return payloadCut ? size > 2 ** 53 : size !== data.length;
  }

  /** @param text a call from its name on, with a line end at `end` */
  repair(text: Uint8Array, end: number, name: CallName): Repair {
    const parenthesis = CallScanner.findParenthesis(text, 0);
    const scanned = this.#calls.scan(text, parenthesis + 1, end, name, this.#fields);
    const { argumentStart, sizeStart } = this.#calls.arguments;
    const { argumentsEnd } = this.#calls;
    const stop = scanned < 0 ? ~scanned : end;
    // `) = 4294967295` of a call that opens: nothing is missing
    const isOddResult = stop === this.#calls.result.start && isNumberAt(text, stop);
    const output = this.#findOutput(text, sizeStart, end);
    if (output !== null) {
      const consumed = output.expected.consume(text, output.start, end);
      const entry = text.slice(0, output.start);
      if (consumed.kind === "tail" && this.#complete(entry, text, consumed.at, end, name))
        return { kind: "complete" };
      if (consumed.kind === "line")
        return { kind: "cut", entry, output: output.expected, foreign: output.start };
    }
    if (scanned >= 0) {
      // if nothing shows where the output begins, the size is taken as it is
      this.#calls.scan(text, parenthesis + 1, end, name, this.#fields);
      return { kind: "complete" };
    }
    // strace writes a result in one piece: what does not fit there is damage
    if (argumentsEnd >= 0 && stop < end) return { kind: "malformed", at: stop };
    // text that contains a call is not foreign to the trace
    const unread = stop < end ? stop : argumentStart;
    if (this.#finder.findInArguments(text, unread, end) !== -1) return { kind: "malformed", at: stop };
    const entries = stop === argumentStart ? [stop] : [stop, argumentStart];
    for (const cut of entries) {
      if (this.#findTail(text.slice(0, cut), text, cut, end, name)) return { kind: "complete" };
    }
    if (isOddResult || looksComplete(text, stop, end)) return { kind: "malformed", at: stop };
    const cut = stop < end ? stop : this.#foreignStart(text, argumentStart, end);
    return { kind: "cut", entry: text.slice(0, cut), output: null, foreign: cut };
  }

  /** Reads the text so far + `bytes[at..end)` as one call. */
  complete(entry: TextBuffer, bytes: Uint8Array, at: number, end: number, name: CallName): boolean {
    return this.#complete(entry.bytes.subarray(0, entry.length), bytes, at, end, name);
  }

  #complete(entry: Uint8Array, text: Uint8Array, at: number, end: number, name: CallName): boolean {
    const joined = join(entry, text, at, end);
    const parenthesis = CallScanner.findParenthesis(joined, 0);
    return this.#calls.scan(joined, parenthesis + 1, joined.length - 1, name, this.#fields) >= 0;
  }

  /** The same with the part of `bytes[start..end)` that is the rest of the call, whatever precedes it. */
  findTail(entry: TextBuffer, bytes: Uint8Array, start: number, end: number, name: CallName): boolean {
    return this.#findTail(entry.bytes.subarray(0, entry.length), bytes, start, end, name);
  }

  /** Where foreign text starts in a last argument of any kind: `vfork(/usr/bin/strace: Process 5 attached`. */
  #foreignStart(text: Uint8Array, argumentStart: number, end: number): number {
    const notice = noticeStart(latin1.decode(text.subarray(argumentStart, end)));
    if (notice !== -1) return argumentStart + notice;
    // strace starts no argument of this kind with a lowercase letter: `wait4(742, child`
    const first = text[argumentStart] as number;
    return first >= LOWER_A && first <= LOWER_Z ? argumentStart : end;
  }

  #findTail(entry: Uint8Array, text: Uint8Array, start: number, end: number, name: CallName): boolean {
    if (this.#finder.findInArguments(text, start, end) !== -1) return false;
    // most foreign text comes after the last argument: try the last `)  = ` of the line first
    let tries = TRIES;
    for (let at = end - 1; at >= start && tries > 0; at--) {
      if (text[at] !== CLOSE_PAREN || !hasResult(text, at)) continue;
      tries--;
      if (this.#complete(entry, text, at, end, name)) return true;
    }
    tries = TRIES;
    for (let at = start; at < end && tries > 0; at++) {
      if (!startsArgument(text, at, start)) continue;
      tries--;
      if (this.#complete(entry, text, at, end, name)) return true;
    }
    return false;
  }

  /**
   * Where the printed data of the call itself follows its size. Digits of it may have fused with the size:
   * `write(1, "600|209700\n", 11600|209700` is 11 and `600|209700`.
   */
  #findOutput(
    text: Uint8Array,
    sizeStart: number,
    end: number,
  ): { readonly start: number; readonly expected: ExpectedOutput } | null {
    const { payloadStart, payloadEnd, payloadCut } = this.#calls.arguments;
    if (payloadStart < 0 || sizeStart <= payloadEnd) return null;
    const data = unescapeBytes(text, payloadStart, payloadEnd);
    let size = 0;
    for (let at = sizeStart; at < end && isDigit(text[at] as number) && size <= 2 ** 40; ) {
      size = size * 10 + (text[at++] as number) - ZERO;
      if (payloadCut ? size <= data.length : size !== data.length) continue;
      if (goesOnWith(text, at, end, data)) return { start: at, expected: new ExpectedOutput(data, size) };
    }
    return null;
  }
}

/** Both parts as one text, with a line end. */
function join(first: Uint8Array, bytes: Uint8Array, start: number, end: number): Uint8Array {
  const joined = new Uint8Array(first.length + Math.max(0, end - start) + 1);
  joined.set(first);
  if (end > start) joined.set(bytes.subarray(start, end), first.length);
  joined[joined.length - 1] = LF;
  return joined;
}

/** Whether the line continues with the data, as far as both go. */
function goesOnWith(text: Uint8Array, start: number, end: number, data: Uint8Array): boolean {
  if (data.length === 0) return false;
  for (let i = 0; i < data.length && start + i < end; i++) if (text[start + i] !== data[i]) return false;
  return start < end || data[0] === LF;
}

/** `)` with a result: `)     = 10`. */
function hasResult(text: Uint8Array, at: number): boolean {
  const equals = skipSpaces(text, at + 1);
  return equals > at + 1 && text[equals] === EQUALS && text[equals + 1] === SPACE;
}

function looksComplete(text: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text[at] === CLOSE_PAREN && hasResult(text, at)) return true;
  return false;
}

function startsArgument(text: Uint8Array, at: number, start: number): boolean {
  const byte = text[at] as number;
  if (byte === QUOTE || byte === OPEN_BRACE || byte === OPEN_BRACKET) return true;
  if (byte === COMMA) return text[at + 1] === SPACE;
  if (byte === UPPER_N) return skipLiteral(text, at, NULL) > 0;
  return at > start && byte === ZERO && text[at + 1] === LOWER_X;
}
