import {
  BACKSLASH,
  CLOSE_PAREN,
  DOT,
  EQUALS,
  isDigit,
  LESS,
  LOWER_A,
  LOWER_Z,
  MINUS,
  NINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  QUESTION,
  QUOTE,
  SLASH,
  SPACE,
  startsWith,
  TAB,
  TILDE,
  UNDERSCORE,
  UPPER_A,
  UPPER_Z,
  ZERO,
} from "../bytes/ascii.ts";
import { ByteMap } from "../bytes/byte-map.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { skipName } from "./arguments/argument-words.ts";
import { skipString } from "./arguments/skip-value.ts";
import { DETACHED, RESUMED, UNFINISHED } from "./line-ends.ts";

// All positions stay within the line: it ends with a line end, which is not part of any call.

/** No name is longer, in bytes. */
const LONGEST_NAME = 40;
/** Bytes between a name and its parenthesis that still count as damage. */
const LONGEST_SPACE = 8;
const X32 = new TextEncoder().encode("#64");
const MARKS: readonly Uint8Array[] = [UNFINISHED, RESUMED, DETACHED];
const NUMBERED = new TextEncoder().encode("syscall_");
const RESUMED_START = new TextEncoder().encode("<... ");

/**
 * Finds calls in text that no scanner accepted, whatever precedes and follows them:
 *
 *     ->fsync(3) = 0                  **fsync(3) = 0**              web_1  | <... fsync resumed>) = 0
 *
 * that is, a known name, a parenthesis, something strace prints as an argument, and a result or the mark of a half.
 * A line that holds one must not pass for what the traced program wrote.
 */
export class CallFinder {
  readonly #grammar: Grammar;
  /** Made on first use: most logs have no line that needs it. */
  #names: ByteMap | null = null;

  constructor(grammar: Grammar) {
    this.#grammar = grammar;
  }

  #isKnown(bytes: Uint8Array, start: number, end: number): boolean {
    this.#names ??= namesOf(this.#grammar);
    return this.#names.get(bytes, start, end) !== -1 || isNumbered(bytes, start, end);
  }

  /**
   * Finds the first such call in `bytes[start..end)`.
   * @returns the position of its name or of `<...`; -1 if there is none
   */
  find(bytes: Uint8Array, start: number, end: number): number {
    return this.#find(bytes, start, end, false);
  }

  /** The same in text that continues arguments: data between quotes may be any text. */
  findInArguments(bytes: Uint8Array, start: number, end: number): number {
    return this.#find(bytes, start, end, true);
  }

  /** The same for a call that may have no end here. */
  findStart(bytes: Uint8Array, start: number, end: number): number {
    return this.#findBefore(bytes, start, end, end, false);
  }

  /** Whether `) = 0` occurs anywhere. */
  hasResult(bytes: Uint8Array, start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      if (bytes[at] === CLOSE_PAREN && hasResult(bytes, at + 1)) return true;
    }
    return false;
  }

  /** Whether a parenthesis that was opened elsewhere is closed and a result follows: `..., 4096, 0) = 4096`. */
  closesCall(bytes: Uint8Array, start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      if (bytes[at] === OPEN_PAREN) return false;
      if (bytes[at] === CLOSE_PAREN) return hasResult(bytes, at + 1);
    }
    return false;
  }

  #find(bytes: Uint8Array, start: number, end: number, hasStrings: boolean): number {
    return this.#findBefore(bytes, start, end, lastEnd(bytes, start, end), hasStrings);
  }

  #findBefore(bytes: Uint8Array, start: number, end: number, last: number, hasStrings: boolean): number {
    for (let at = start; at < last; at++) {
      const byte = bytes[at] as number;
      if (hasStrings && byte === QUOTE) at = Math.max(at, skipString(bytes, at + 1) - 1);
      if (byte === OPEN_PAREN) {
        const name = this.#nameBefore(bytes, start, at);
        if (name !== -1 && startsArgument(bytes, at + 1, end)) return name;
      } else if (byte === LESS && this.#isResumed(bytes, at, end)) {
        return at;
      }
    }
    return -1;
  }

  /** Whether text was glued to a known name: `abcfsync`. */
  endsWithName(bytes: Uint8Array, start: number, end: number): boolean {
    const first = this.#nameBefore(bytes, start, end);
    return first !== -1 && first !== start;
  }

  /** A known name right before the parenthesis, even if text was glued to it; -1 if there is none. */
  #nameBefore(bytes: Uint8Array, start: number, parenthesis: number): number {
    let end = parenthesis;
    while (end > start && isBlank(bytes[end - 1] as number) && parenthesis - end < LONGEST_SPACE) end--;
    // `read#64(` of x32
    if (end - X32.length > start && startsWith(bytes, end - X32.length, X32)) end -= X32.length;
    let first = end;
    while (first > start && end - first < LONGEST_NAME && isNameByte(bytes[first - 1] as number)) first--;
    for (; first < end; first++) if (this.#isKnown(bytes, first, end)) return first;
    return -1;
  }

  #isResumed(bytes: Uint8Array, at: number, end: number): boolean {
    if (!startsWith(bytes, at, RESUMED_START)) return false;
    const first = at + RESUMED_START.length;
    let last = first;
    while (last < end && last - first < LONGEST_NAME && isNameByte(bytes[last] as number)) last++;
    return startsWith(bytes, last, RESUMED) && this.#isKnown(bytes, first, last);
  }
}

/** `syscall_334`, `syscall_0x14e`: a call that strace does not know. */
function isNumbered(bytes: Uint8Array, start: number, end: number): boolean {
  return end > start + NUMBERED.length && startsWith(bytes, start, NUMBERED);
}

/** Kept, since to encode them takes longer than to read a short log, of which a set has thousands. */
const known = new WeakMap<Grammar, ByteMap>();

function namesOf(grammar: Grammar): ByteMap {
  const names = known.get(grammar) ?? encodedNames(grammar);
  known.set(grammar, names);
  return names;
}

function encodedNames({ prototypes, otherNames }: Grammar): ByteMap {
  const names = new ByteMap();
  const encoder = new TextEncoder();
  for (const name of [...prototypes.keys(), ...otherNames]) {
    const bytes = encoder.encode(name);
    names.set(bytes, 0, bytes.length, 1);
  }
  return names;
}

/** After the last `) = 0`, ` <unfinished ...>` or ` resumed>` of a line; `start` if there is none. */
function lastEnd(bytes: Uint8Array, start: number, end: number): number {
  for (let at = end - 1; at >= start; at--) {
    const byte = bytes[at] as number;
    if (byte === CLOSE_PAREN && hasResult(bytes, at + 1)) return at;
    if (byte === SPACE && MARKS.some((mark) => startsWith(bytes, at, mark))) return at;
  }
  return start;
}

/** ` = 0`, `=-1`, `   = ?` after a closing parenthesis. */
function hasResult(bytes: Uint8Array, start: number): boolean {
  const equals = skipBlanks(bytes, start);
  if (bytes[equals] !== EQUALS) return false;
  const value = skipBlanks(bytes, equals + 1);
  const first = bytes[value] as number;
  return isDigit(first) || first === QUESTION || (first === MINUS && isDigit(bytes[value + 1] as number));
}

/** What strace prints after a parenthesis, and prose does not: `time(s) = 5` does not count. */
function startsArgument(bytes: Uint8Array, start: number, end: number): boolean {
  const at = skipBlanks(bytes, start);
  const first = bytes[at] as number;
  if (first >= LOWER_A && first <= LOWER_Z) return skipName(bytes, at) !== at;
  if (first >= UPPER_A && first <= UPPER_Z) return bytes[at + 1] !== SPACE;
  return at >= end || ARGUMENT_STARTS.has(first) || isDigit(first);
}

const ARGUMENT_STARTS: ReadonlySet<number> = new Set([
  QUOTE,
  MINUS,
  OPEN_BRACKET,
  OPEN_BRACE,
  CLOSE_PAREN,
  LESS,
  DOT,
  TILDE,
  SLASH,
  BACKSLASH,
]);

function skipBlanks(bytes: Uint8Array, at: number): number {
  while (isBlank(bytes[at] as number)) at++;
  return at;
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB;
}

function isNameByte(byte: number): boolean {
  return (byte >= LOWER_A && byte <= LOWER_Z) || (byte >= ZERO && byte <= NINE) || byte === UNDERSCORE;
}
