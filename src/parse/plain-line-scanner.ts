import {
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  COMMA,
  DOT,
  EQUALS,
  GREATER,
  LESS,
  LF,
  LOWER_P,
  NINE,
  OPEN_BRACKET,
  OPEN_PAREN,
  QUOTE,
  SPACE,
  ZERO,
} from "../bytes/ascii.ts";
import { NONE, UNKNOWN } from "../trace/table.ts";
import type { CallFields } from "./call-fields.ts";
import type { CallName, CallScanner } from "./call-scanner.ts";
import { type LeaderScanner, MAX_TID } from "./leader-scanner.ts";
import { NANOSECONDS } from "./result-scanner.ts";
import { ROLE } from "./role-code.ts";
import { skipString } from "./skip-value.ts";

// All positions stay before the last line end of the chunk, at which every loop stops.

/** So many digits are exact in a double whatever they are. */
const SAFE_DIGITS = 15;
/** A longer name is looked up at every line. */
const MAX_NAME = 32;
const MAX_INT = 0x7fffffff;
/** 0x80808080 as a signed number of 32 bits. */
const HIGH_BITS = -2_139_062_144;

/**
 * Reads the commonest line in one go, at twice the speed of the scanners that know every form:
 *
 *     [pid 1444170] 15:59:08 pread64(9, "\1\203W"..., 53, 11177) = 53 <0.000084>
 *
 * that is: an optional pid, an optional time, a call of a descriptor, data and numbers, all of them plain, a number as
 * result, an optional latency. It says no to any other line and never reads one differently: with CR LF as line ends
 * every line goes the other way, and a test holds the two equal.
 */
export class PlainLineScanner {
  name: CallName | null = null;
  /** The name of the last line with its parenthesis. */
  readonly #nameBytes: Uint8Array = new Uint8Array(MAX_NAME);
  #nameLength = 0;
  /** The chunk that `#view` looks into. */
  #chunk: Uint8Array = new Uint8Array();
  #view: DataView = new DataView(new ArrayBuffer(0));
  /** The position after what was read last. */
  #at = 0;
  readonly #leader: LeaderScanner;
  readonly #calls: CallScanner;

  constructor(leader: LeaderScanner, calls: CallScanner) {
    this.#leader = leader;
    this.#calls = calls;
  }

  /** @returns the position of the line end, or -1: not such a line */
  scan(bytes: Uint8Array, start: number, fields: CallFields): number {
    let at = this.#skipLeader(bytes, start);
    if (at < 0) return -1;
    at = this.#scanName(bytes, at);
    const { name } = this;
    if (at < 0 || name === null) return -1;
    const plan = name.plainRoles;
    if (plan === null || name.prototype === null) return -1;

    let fd = NONE;
    let size = UNKNOWN;
    let offset = UNKNOWN;
    for (let index = 0; index < plan.length; index++) {
      const role = plan[index];
      at++;
      if (index > 0 && (bytes[at - 1] !== COMMA || bytes[at++] !== SPACE)) return -1;
      if (role === ROLE.buffer || role === ROLE.payload) {
        if (bytes[at] !== QUOTE) return -1;
        at = skipString(bytes, this.#skipOrdinary(bytes, at + 1), at + 1);
        if (at < 0) return -1;
        if (bytes[at] === DOT && bytes[at + 1] === DOT && bytes[at + 2] === DOT) at += 3;
        continue;
      }
      const first = at;
      let value = 0;
      // `0x7f` stops at its second byte, and so does the line
      let digit = (bytes[at] as number) - ZERO;
      while (digit >= 0 && digit <= 9) {
        value = value * 10 + digit;
        digit = (bytes[++at] as number) - ZERO;
      }
      if (at === first || at - first > SAFE_DIGITS) return -1;
      if (role === ROLE.size) size = value;
      else if (role === ROLE.offset) offset = value;
      else fd = value;
    }
    if (bytes[at] !== CLOSE_PAREN || bytes[at + 1] !== SPACE || fd > MAX_INT) return -1;
    at += 2;
    while (bytes[at] === SPACE) at++;
    if (bytes[at] !== EQUALS || bytes[at + 1] !== SPACE) return -1;
    const result = this.#readNumber(bytes, at + 2);
    at = this.#at;
    // of a short write the general scanner has to look whether output is glued to the size
    if (result < 0 || (result !== size && name.sendsData)) return -1;
    let latency = -1;
    if (bytes[at] === SPACE) {
      latency = this.#readLatency(bytes, at + 1);
      at = this.#at;
    }
    if (bytes[at] !== LF) return -1;
    if (fields.hasExtras) fields.clear();
    fields.call = name.prototype.call;
    fields.fd = fd;
    fields.path = NONE;
    fields.offset = offset;
    fields.size = size;
    fields.flags = NONE;
    fields.result = result;
    fields.error = 0;
    fields.latency = latency;
    return at;
  }

  /** Into `name`; the same name as in the line before costs one comparison of its bytes. @returns its parenthesis or -1 */
  #scanName(bytes: Uint8Array, start: number): number {
    const last = this.#nameBytes;
    const length = this.#nameLength;
    let at = start;
    while (at - start < length && bytes[at] === last[at - start]) at++;
    if (at - start === length && length > 0) return at - 1;
    let byte = bytes[at] as number;
    while (byte > OPEN_PAREN) byte = bytes[++at] as number;
    if (byte !== OPEN_PAREN || at === start) return -1;
    this.name = this.#calls.name(bytes, start, at);
    this.#nameLength = at - start < MAX_NAME ? at - start + 1 : 0;
    for (let i = 0; i < this.#nameLength; i++) last[i] = bytes[start + i] as number;
    return at;
  }

  /**
   * Skips four bytes at a time while none of them is a quote or below it: a byte is below 35 exactly if taking 35
   * from it borrows (Hacker's Delight, 6-1, "find first byte in a range").
   */
  #skipOrdinary(bytes: Uint8Array, start: number): number {
    if (bytes !== this.#chunk) {
      this.#chunk = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    const view = this.#view;
    let at = start;
    for (const last = bytes.length - 4; at <= last; at += 4) {
      const word = view.getInt32(at, true);
      if (((word - 0x23232323) & ~word & HIGH_BITS) !== 0) return at;
    }
    return at;
  }

  /** @returns -1 where there is no number of at most 15 digits; sets `#at` after it */
  #readNumber(bytes: Uint8Array, start: number): number {
    let at = start;
    let value = 0;
    let digit = (bytes[at] as number) - ZERO;
    // `0x7f` and `0644` stop at the second byte, and so does the line
    while (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      digit = (bytes[++at] as number) - ZERO;
    }
    this.#at = at;
    return at === start || at - start > SAFE_DIGITS ? -1 : value;
  }

  /** `<0.000084>`; what does not fit leaves `#at` where no line end is. */
  #readLatency(bytes: Uint8Array, start: number): number {
    this.#at = start;
    if (bytes[start] !== LESS) return -1;
    const seconds = this.#readNumber(bytes, start + 1);
    let at = this.#at;
    let fraction = 0;
    let digits = 0;
    if (bytes[at] === DOT) {
      fraction = this.#readNumber(bytes, at + 1);
      digits = this.#at - at - 1;
      at = this.#at;
    }
    const unit = NANOSECONDS[digits];
    if (seconds < 0 || fraction < 0 || unit === undefined || bytes[at] !== GREATER) {
      this.#at = start;
      return -1;
    }
    this.#at = at + 1;
    return seconds * 1e9 + fraction * unit;
  }

  /** @returns the position of the body, or -1 */
  #skipLeader(bytes: Uint8Array, start: number): number {
    const leader = this.#leader;
    let at = start;
    let byte = bytes[at] as number;
    let value = -1;
    leader.tid = -1;
    leader.isBracketed = false;
    leader.clock = "none";
    if (byte === OPEN_BRACKET) {
      if (bytes[at + 1] !== LOWER_P || bytes[at + 4] !== SPACE) return -1;
      at += 5;
      while (bytes[at] === SPACE) at++;
      leader.tid = this.#readNumber(bytes, at);
      at = this.#at;
      if (leader.tid < 0 || bytes[at] !== CLOSE_BRACKET || bytes[at + 1] !== SPACE) return -1;
      leader.isBracketed = true;
      at += 2;
      byte = bytes[at] as number;
    } else if (byte >= ZERO && byte <= NINE) {
      value = this.#readNumber(bytes, at);
      if (bytes[this.#at] === SPACE) {
        if (value < 0 || value > MAX_TID) return -1;
        leader.tid = value;
        value = -1;
        at = this.#at + 1;
        while (bytes[at] === SPACE) at++;
        byte = bytes[at] as number;
      }
    }
    if (byte < ZERO || byte > NINE) return at;
    if (value < 0) value = this.#readNumber(bytes, at);
    return this.#readTime(bytes, at, value);
  }

  /** `15:59:08`, `15:59:08.123456`, `1796032183.259884`. @param value the number at its start */
  #readTime(bytes: Uint8Array, start: number, value: number): number {
    let at = this.#at;
    const digits = at - start;
    let seconds = value;
    if (bytes[at] === COLON) {
      const minutes = this.#readNumber(bytes, at + 1);
      if (digits !== 2 || this.#at !== at + 3 || bytes[at + 3] !== COLON) return -1;
      const rest = this.#readNumber(bytes, at + 4);
      if (this.#at !== at + 6) return -1;
      seconds = value * 3600 + minutes * 60 + rest;
      at += 6;
      this.#leader.clock = "day";
    } else if (bytes[at] === DOT && digits >= 9) {
      this.#leader.clock = "epoch";
    } else {
      return -1;
    }
    let nanoseconds = 0;
    if (bytes[at] === DOT) {
      nanoseconds = this.#readNumber(bytes, at + 1);
      const unit = NANOSECONDS[this.#at - at - 1];
      if (nanoseconds < 0 || unit === undefined) return -1;
      nanoseconds *= unit;
      at = this.#at;
    }
    if (bytes[at] !== SPACE || seconds < 0) return -1;
    this.#leader.seconds = seconds;
    this.#leader.nanoseconds = nanoseconds;
    return at + 1;
  }
}
