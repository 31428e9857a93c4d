import {
  CLOSE_BRACKET,
  CLOSE_PAREN,
  DOT,
  EQUALS,
  GREATER,
  isDigit,
  LESS,
  LF,
  MINUS,
  NINE,
  OPEN_BRACKET,
  OPEN_PAREN,
  QUESTION,
  SLASH,
  SPACE,
  STAR,
  startsWith,
  TAB,
  UNDERSCORE,
  UPPER_A,
  UPPER_E,
  UPPER_Z,
  ZERO,
} from "../bytes/ascii.ts";
import { ByteMap } from "../bytes/byte-map.ts";
import { NumberReader } from "../bytes/number-reader.ts";
import type { CallFields } from "./arguments/call-fields.ts";
import { skipComment, skipDecoration, skipSpaces } from "./arguments/skip-value.ts";
import type { CallFinder } from "./call-finder.ts";
import type { StringPool } from "./string-pool.ts";

// All positions stay within the line: it ends with a line end, where every scanner stops.

/** Nanoseconds in one unit of the last digit, by the number of decimals. */
export const NANOSECONDS: readonly number[] = [1e9, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 100, 10, 1];

/** A double would not hold the nanoseconds of more seconds than these 104 days exactly. */
const MOST_SECONDS = 9_007_198;
/** The most that the column holds. strace knows some 130 names, and prints numbers up to 4095 for others. */
const MOST_ERRORS = 0xffff;
const RESTART = new TextEncoder().encode("ERESTART");
const DELAYED = new TextEncoder().encode("DELAYED");
const INJECTED = new TextEncoder().encode("INJECTED");
/** `-1 (errno 4095)`: how strace prints an error that it has no name for. */
const UNNAMED = new TextEncoder().encode("errno ");
const latin1 = new TextDecoder("latin1");

/** Errno names of one trace; 0 is "no error". */
export class ErrorNames {
  readonly names: string[] = [""];
  readonly #indexes = new ByteMap();

  /** @returns the index of the name at `bytes[start..end)`; -1 if there are more than strace ever prints */
  index(bytes: Uint8Array, start: number, end: number): number {
    const known = this.#indexes.get(bytes, start, end);
    if (known !== -1) return known;
    if (this.names.length > MOST_ERRORS) return -1;
    const index = this.names.push(latin1.decode(bytes.subarray(start, end))) - 1;
    this.#indexes.set(bytes, start, end, index);
    return index;
  }
}

/** Reads what follows the arguments of a call, up to the end of the line. */
export class ResultScanner {
  /** The last result was `? ERESTART...`: an attempt and not a completed call. */
  isRestart = false;
  /** The last result was `?`. */
  isUnknown = false;
  /** The start of the last result; -1 if the scan did not reach it. */
  start = -1;
  readonly #number = new NumberReader();
  readonly #strings: StringPool;
  readonly #errors: ErrorNames;
  readonly #finder: CallFinder;

  constructor(strings: StringPool, errors: ErrorNames, finder: CallFinder) {
    this.#strings = strings;
    this.#errors = errors;
    this.#finder = finder;
  }

  /**
   *     )        = 53 <0.000084>
   *     ) = -1 EIO (Input/output error) (INJECTED: args, retval) (DELAYED) <0.000007>
   *     ) = ? ERESTARTSYS (To be restarted if SA_RESTART is set) <0.040113>
   *
   * @param at after the closing parenthesis @returns `end`, or the complement of where the line does not fit
   */
  scan(bytes: Uint8Array, at: number, end: number, fields: CallFields): number {
    this.start = -1;
    if (bytes[at] !== SPACE) return ~at;
    at = skipSpaces(bytes, at + 1);
    if (bytes[at] !== EQUALS) return ~at;
    if (bytes[at + 1] !== SPACE) return ~(at + 1);
    at += 2;
    this.start = at;
    this.isRestart = false;
    this.isUnknown = false;
    if (bytes[at] === QUESTION) {
      this.isUnknown = true;
      at++;
    } else {
      const after = this.#number.read(bytes, at);
      if (after < 0) return after;
      fields.result = this.#number.value;
      if (this.#number.exact !== null) {
        fields.exactResult = this.#number.exact;
        fields.hasExtras = true;
      }
      at = after;
    }
    // The commonest line ends ` <0.000084>` here.
    return at === end ? end : this.#scanSuffix(bytes, at, end, fields);
  }

  #scanSuffix(bytes: Uint8Array, at: number, end: number, fields: CallFields): number {
    if (bytes[at] === LESS) {
      const after = skipDecoration(bytes, at + 1);
      if (after < 0) return ~at;
      fields.resultPath = this.#strings.decoration(bytes, at + 1, after - 1);
      fields.hasExtras = true;
      at = bytes[after] === OPEN_PAREN ? skipGroup(bytes, after) : after;
      if (at < 0) return at;
    }
    while (at < end) {
      const space = bytes[at] as number;
      if (space !== SPACE && space !== TAB) return ~at;
      const start = at + 1;
      const byte = bytes[start] as number;
      if (start >= end) return end;
      if (byte === LESS && !isArrow(bytes[start + 1] as number)) {
        at = this.#scanAngle(bytes, start, end, fields);
      } else if (byte === OPEN_PAREN) {
        at = skipGroup(bytes, start);
        if (startsWith(bytes, start + 1, DELAYED) || startsWith(bytes, start + 1, INJECTED)) {
          fields.isInjected = true;
          fields.hasExtras = true;
        }
        if (at > 0 && fields.error === 0 && fields.result === -1 && this.#isUnnamed(bytes, start, at)) {
          fields.error = this.#errors.index(bytes, start + 1, at - 1);
          if (fields.error === -1) return ~start;
        }
      } else if (byte === UPPER_E && (this.isUnknown || fields.result < 0)) {
        at = this.#scanError(bytes, start, fields);
      } else if (byte === SLASH && bytes[start + 1] === STAR) {
        at = skipComment(bytes, start);
      } else if (byte === OPEN_BRACKET) {
        at = skipContext(bytes, start);
      } else if (byte === SPACE || byte === TAB) {
        at = start;
      } else {
        return this.#isRemark(bytes, start, end, fields) ? end : ~start;
      }
      if (at < 0) return at;
    }
    return at;
  }

  /**
   * What somebody added after a call, `= 0 <3.001234>  <== 3 s here`: any text except another call, and except a number
   * or what strace itself puts last, which would let damage pass for a remark. After -1 comes what went wrong.
   */
  #isRemark(bytes: Uint8Array, start: number, end: number, { latency, result, error }: CallFields): boolean {
    const first = bytes[start] as number;
    const isNumber = isDigit(first) || (first === MINUS && isDigit(bytes[start + 1] as number));
    const isDamage = isNumber || (result === -1 && error === 0);
    if (isDamage || (latency < 0 && endsWithLatency(bytes, start, end))) return false;
    return this.#finder.findStart(bytes, start, end) === -1;
  }

  /** `<0.000084>`: seconds; or `<unavailable>`, `<Cannot restart pid 5 with ptrace(...): ...>`. */
  #scanAngle(bytes: Uint8Array, at: number, end: number, fields: CallFields): number {
    let next = at + 1;
    let byte = bytes[next] as number;
    if (byte < ZERO || byte > NINE) {
      const after = skipDecoration(bytes, next);
      return after;
    }
    let seconds = 0;
    while (byte >= ZERO && byte <= NINE) {
      seconds = seconds * 10 + byte - ZERO;
      byte = bytes[++next] as number;
    }
    let fraction = 0;
    let digits = 0;
    if (byte === DOT) {
      byte = bytes[++next] as number;
      for (; byte >= ZERO && byte <= NINE; digits++) {
        fraction = fraction * 10 + byte - ZERO;
        byte = bytes[++next] as number;
      }
    }
    const unit = NANOSECONDS[digits];
    if (byte !== GREATER || unit === undefined || next >= end || seconds > MOST_SECONDS) return ~next;
    fields.latency = seconds * 1_000_000_000 + fraction * unit;
    return next + 1;
  }

  /** Whether `bytes[start..end)` is `(errno 4095)`. */
  #isUnnamed(bytes: Uint8Array, start: number, end: number): boolean {
    if (!startsWith(bytes, start + 1, UNNAMED)) return false;
    const after = this.#number.read(bytes, start + 1 + UNNAMED.length);
    return after === end - 1 && !this.#number.hexadecimal;
  }

  #scanError(bytes: Uint8Array, start: number, fields: CallFields): number {
    let at = start;
    for (; ; at++) {
      const byte = bytes[at] as number;
      const isNameByte =
        (byte >= UPPER_A && byte <= UPPER_Z) || byte === UNDERSCORE || (byte >= ZERO && byte <= NINE);
      if (!isNameByte) break;
    }
    // `-1 E??? (errno -5)`
    while (bytes[at] === QUESTION) at++;
    if (this.isUnknown) this.isRestart = startsWith(bytes, start, RESTART);
    else fields.error = this.#errors.index(bytes, start, at);
    return fields.error === -1 ? ~start : at;
  }
}

/** To the millisecond: prose has angle brackets too. */
const FEWEST_DECIMALS = 3;

/** `<=`, `<-`, `<<`: how people point. */
function isArrow(byte: number): boolean {
  return byte === EQUALS || byte === MINUS || byte === LESS;
}

/** `<0.000084>`, the latency that only strace prints, followed by nothing but blanks. */
export function endsWithLatency(bytes: Uint8Array, start: number, end: number): boolean {
  let last = end - 1;
  while (last > start && (bytes[last] === SPACE || bytes[last] === TAB)) last--;
  if (bytes[last] !== GREATER) return false;
  let at = last - 1;
  while (at > start && isDigit(bytes[at] as number)) at--;
  const decimals = last - 1 - at;
  if (decimals < FEWEST_DECIMALS || bytes[at] !== DOT) return false;
  at--;
  while (at > start && isDigit(bytes[at] as number)) at--;
  return bytes[at] === LESS && (at === start || (bytes[at - 1] as number) <= SPACE);
}

/** ` [system_u:object_r:tmp_t:s0]`, of --secontext, after a decoration. */
function skipContext(bytes: Uint8Array, at: number): number {
  for (at++; ; at++) {
    const byte = bytes[at] as number;
    if (byte === CLOSE_BRACKET) return at + 1;
    if (byte === LF) return ~at;
  }
}

/** `(Input/output error)`, `([{fd=14, revents=POLLIN}])`, at its opening parenthesis. */
function skipGroup(bytes: Uint8Array, at: number): number {
  for (let depth = 0; ; at++) {
    let byte = bytes[at] as number;
    // nearly every byte is a letter
    while (byte > CLOSE_PAREN) byte = bytes[++at] as number;
    if (byte === OPEN_PAREN) depth++;
    else if (byte === CLOSE_PAREN && --depth === 0) return at + 1;
    else if (byte === LF) return ~at;
  }
}
