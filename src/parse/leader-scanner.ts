import {
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  DOT,
  EQUALS,
  GREATER,
  LESS,
  LF,
  LOWER_A,
  LOWER_Z,
  NINE,
  OPEN_BRACKET,
  OPEN_PAREN,
  PLUS,
  QUESTION,
  SPACE,
  startsWith,
  UNDERSCORE,
  ZERO,
} from "../bytes/ascii.ts";
import { hexDigit } from "../bytes/number-reader.ts";
import { skipSpaces } from "./arguments/skip-value.ts";
import { NANOSECONDS } from "./result-scanner.ts";

// All positions stay within the line: it ends with a line end, where every scanner stops.

/** Thread ids end at 2^22 on Linux: a larger whole number at the start is a time of `--absolute-timestamps=unix,s`. */
export const MAX_TID = 4_194_304;
const DAY_SECONDS = 86_400;
/** Seconds with more digits are not a time: those of any clock have 11 for the next thousand years. */
const MOST_DIGITS = 15;
/** `[pid N]` says what it is, whatever its size; but no kernel has an id with more digits. */
const TID_DIGITS = 9;
const PID = new TextEncoder().encode("[pid ");
const THREAD_WORDS: ReadonlySet<string> = new Set(["pid", "tid", "lwp", "thread"]);
const LONGEST_WORD = 6;
/** For `user:role:type:level`. */
const FEWEST_COLONS = 3;
const LOWER_T = 0x74;

export const NO_TID = -1;
export type Clock = "none" | "day" | "epoch" | "relative";

/**
 * What precedes the body of a line, always in this order, each part optional:
 *
 *     [pid 1444170<comm>] [context] 15:59:08.123456 (+     0.000121) [  17] [00007f3c94a5e417] pread64(...
 *     pid or bare pid     secontext time            relative time    number instruction       body
 */
export class LeaderScanner {
  tid: number = NO_TID;
  /** Whether the pid was in `[pid N]`. */
  isBracketed = false;
  clock: Clock = "none";
  /** Whether a whole number after blanks is a pid; otherwise it is the seconds since the previous line, of `-r`. */
  hasIndentedPids = false;
  /** Seconds since 1970, since midnight, or since the previous line. */
  seconds = 0.5;
  nanoseconds = 0.5;

  constructor() {
    this.seconds = 0;
    this.nanoseconds = 0;
  }

  /** @returns the position of the body */
  scan(bytes: Uint8Array, start: number): number {
    this.tid = NO_TID;
    this.isBracketed = false;
    this.clock = "none";
    let at = this.#scanPid(bytes, start);
    if (bytes[at] === OPEN_BRACKET) at = skipContext(bytes, at);
    const digits = skipSpaces(bytes, at);
    const first = bytes[digits] as number;
    if (first >= ZERO && first <= NINE) at = this.#scanTime(bytes, at, digits);
    if (bytes[at] === OPEN_PAREN && bytes[at + 1] === PLUS) at = this.#skipRelative(bytes, at);
    if (bytes[at] === OPEN_BRACKET) at = skipNumbers(bytes, at);
    return at;
  }

  #scanPid(bytes: Uint8Array, start: number): number {
    const first = bytes[start] as number;
    if (first !== SPACE && first !== OPEN_BRACKET && (first < ZERO || first > NINE)) return start;
    const word = first === OPEN_BRACKET ? skipThreadWord(bytes, start) : start;
    if (word > start) {
      const digits = skipSpaces(bytes, word);
      const end = this.#readTid(bytes, digits);
      const after = skipComm(bytes, end);
      if (end === digits || end - digits > TID_DIGITS || bytes[after] !== CLOSE_BRACKET) {
        this.tid = NO_TID;
        return start;
      }
      this.isBracketed = true;
      return bytes[after + 1] === SPACE ? after + 2 : after + 1;
    }
    const digits = skipSpaces(bytes, start);
    const end = this.#readTid(bytes, digits);
    const after = skipComm(bytes, end);
    // a pid never has anything but blanks after it; a time has `:` or `.`
    const isPid =
      end > digits &&
      bytes[after] === SPACE &&
      this.tid <= MAX_TID &&
      (digits === start || this.hasIndentedPids || isTime(bytes, skipSpaces(bytes, after)));
    if (!isPid) {
      this.tid = NO_TID;
      return start;
    }
    return skipSpaces(bytes, after + 1);
  }

  #readTid(bytes: Uint8Array, at: number): number {
    let value = 0;
    let byte = bytes[at] as number;
    while (byte >= ZERO && byte <= NINE) {
      value = value * 10 + byte - ZERO;
      byte = bytes[++at] as number;
    }
    this.tid = value;
    return at;
  }

  /**
   * `09:49:40 `, `09:49:40.123456 `, `1796032183.259884 `, `1796032184 `, or relative to the previous line, which is
   * padded to six: `     0.000167 `, `     0 `.
   */
  #scanTime(bytes: Uint8Array, start: number, digits: number): number {
    let at = digits;
    let seconds = 0;
    let byte = bytes[at] as number;
    while (byte >= ZERO && byte <= NINE) {
      seconds = seconds * 10 + byte - ZERO;
      byte = bytes[++at] as number;
    }
    if (at - digits > MOST_DIGITS) return start;
    let clock: Clock = "relative";
    if (byte === COLON) {
      const minutes = twoDigits(bytes, at + 1);
      const rest = twoDigits(bytes, at + 4);
      if (at - digits !== 2 || minutes < 0 || bytes[at + 3] !== COLON || rest < 0) return start;
      seconds = seconds * 3600 + minutes * 60 + rest;
      if (seconds > DAY_SECONDS) return start;
      clock = "day";
      at += 6;
      byte = bytes[at] as number;
    } else if (at - digits >= 9) {
      clock = "epoch";
    } else if (byte === SPACE && digits === start && this.tid === NO_TID) {
      return start;
    }
    let nanoseconds = 0;
    if (byte === DOT) {
      const point = at;
      byte = bytes[++at] as number;
      while (byte >= ZERO && byte <= NINE) {
        nanoseconds = nanoseconds * 10 + byte - ZERO;
        byte = bytes[++at] as number;
      }
      const unit = NANOSECONDS[at - point - 1];
      if (unit === undefined) return start;
      nanoseconds *= unit;
    }
    if (byte !== SPACE) return start;
    this.clock = clock;
    this.seconds = seconds;
    this.nanoseconds = nanoseconds;
    return at + 1;
  }

  /** `(+     0.000121) ` next to an absolute time, which says the same. */
  #skipRelative(bytes: Uint8Array, start: number): number {
    let at = skipSpaces(bytes, start + 2);
    while (isTimeByte(bytes[at] as number)) at++;
    return bytes[at] === CLOSE_PAREN && bytes[at + 1] === SPACE ? at + 2 : start;
  }
}

/** `[pid ` of strace; `[tid:`, `[PID ` of other programs that print like it. @returns `start` if there is none */
function skipThreadWord(bytes: Uint8Array, start: number): number {
  if (startsWith(bytes, start, PID)) return start + PID.length;
  let at = start + 1;
  while (isLetter(bytes[at] as number)) at++;
  if (at === start + 1 || at > start + LONGEST_WORD) return start;
  const word = String.fromCharCode(...bytes.subarray(start + 1, at)).toLowerCase();
  if (!THREAD_WORDS.has(word)) return start;
  const mark = bytes[at] as number;
  return mark === SPACE || mark === COLON || mark === EQUALS ? at + 1 : start;
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= LOWER_A && lower <= LOWER_Z;
}

/** `<name>`, of -Y, may hold anything: strace escapes the angle brackets of the name, and its quotes. */
function skipComm(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== LESS) return start;
  for (let at = start + 1; ; at++) {
    const byte = bytes[at] as number;
    if (byte === GREATER) return at + 1;
    if (byte === LF) return start;
  }
}

/**
 * `[unconfined_u:unconfined_r:unconfined_t:s0-s0:c0.c1023] ` or, the type alone, `[unconfined_t] `. Other words in
 * brackets may tell threads apart and are not skipped.
 */
function skipContext(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  let colons = 0;
  const first = bytes[at] as number;
  if (first < LOWER_A || first > LOWER_Z) return start;
  for (; ; at++) {
    const byte = bytes[at] as number;
    if (byte === CLOSE_BRACKET) break;
    if (byte === COLON) colons++;
    else if (byte <= SPACE || byte === OPEN_BRACKET) return start;
  }
  const isType = colons === 0 && bytes[at - 1] === LOWER_T && bytes[at - 2] === UNDERSCORE;
  if (!isType && colons < FEWEST_COLONS) return start;
  return bytes[at + 1] === SPACE ? at + 2 : start;
}

/** `[  17] `, `[???] ` and `[00007f3c94a5e417] `, `[????????????????] `, one or both. */
function skipNumbers(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let group = 0; group < 2 && bytes[at] === OPEN_BRACKET; group++) {
    let inside = skipSpaces(bytes, at + 1);
    const first = inside;
    while (hexDigit(bytes[inside] as number) >= 0 || bytes[inside] === QUESTION) inside++;
    if (inside === first || bytes[inside] !== CLOSE_BRACKET || bytes[inside + 1] !== SPACE) return at;
    at = inside + 2;
  }
  return at;
}

function isTime(bytes: Uint8Array, at: number): boolean {
  let end = at;
  while (isTimeByte(bytes[end] as number)) end++;
  return end > at && bytes[end] === SPACE;
}

export function isTimeByte(byte: number): boolean {
  return (byte >= ZERO && byte <= NINE) || byte === COLON || byte === DOT;
}

function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] as number) - ZERO;
  if (tens < 0 || tens > 9) return -1;
  const ones = (bytes[at + 1] as number) - ZERO;
  return ones < 0 || ones > 9 ? -1 : tens * 10 + ones;
}
