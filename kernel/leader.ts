import {
  BRACKET_SPACE,
  CLOCK_DAY,
  CLOCK_EPOCH,
  CLOCK_NONE,
  CLOCK_RELATIVE,
  COLON,
  DAY,
  DOT,
  LESS,
  MAX_TID,
  OPEN_BRACKET,
  OPEN_PLUS,
  PAREN_SPACE,
  PID,
  SPACE,
  TID_DIGITS,
  UNKNOWN,
} from "./layout";
import { at, endOfDecoration, isDigit, isHexDigit, readNumber, skipSpaces, unitOf, value } from "./values";

// Reads what comes before the name of a call, as LeaderScanner in src/parse does.

/** The thread id of the line; -1 if it has none. */
export let tid: i32 = -1;
/** The time of the line: nanoseconds since the origin. */
export let time: f64 = UNKNOWN;

/** The time of the previous line, and what midnights have added. */
let latest: f64 = 0;
let days: f64 = 0;

let originSeconds: f64 = 0;
let originNanoseconds: f64 = 0;

export function setOrigin(seconds: f64, nanoseconds: f64): void {
  originSeconds = seconds;
  originNanoseconds = nanoseconds;
}

/** `15:59:08`, which many lines in a row share, as it was last read, and its time; 0 for none. */
let lastText: u64 = 0;
let lastTime: f64 = 0;

/** Same as in TraceClock. */
export function startClock(latestTime: f64, nanosecondsOfDays: f64): void {
  latest = latestTime;
  days = nanosecondsOfDays;
  lastText = 0;
}

/** The line was read: times continue from here. */
// @inline
export function keepTime(): void {
  if (time !== UNKNOWN) latest = time;
}

export function latestTime(): f64 {
  return latest;
}

/** Sets `tid` and `time`. @returns the address of the name, or 0 */
// @inline
export function skipLeader(start: usize, clock: i32): usize {
  let p = start;
  let byte: i32 = load<u8>(p);
  tid = -1;
  time = UNKNOWN;
  if (byte === OPEN_BRACKET) {
    if (load<i32>(p) !== PID || load<u8>(p + 4) !== SPACE) return 0;
    p = skipSpaces(p + 5);
    if (!readNumber(p) || at - p > TID_DIGITS) return 0;
    tid = <i32>value;
    p = skipComm(at);
    if (load<u16>(p) !== BRACKET_SPACE) return 0;
    p += 2;
    byte = load<u8>(p);
  } else if (isDigit(byte)) {
    if (!readNumber(p)) return 0;
    const after = skipComm(at);
    if (load<u8>(after) === SPACE) {
      if (value > MAX_TID) return 0;
      tid = <i32>value;
      p = skipSpaces(after + 1);
      byte = load<u8>(p);
    }
  }
  if (clock === CLOCK_RELATIVE && byte === SPACE) {
    p = skipSpaces(p);
    byte = load<u8>(p);
  }
  if (!isDigit(byte)) return clock === CLOCK_NONE ? p : 0;
  if (load<u64>(p) === lastText && load<u8>(p + 8) === SPACE) {
    time = lastTime;
    p += 9;
  } else {
    p = readTime(p, clock);
  }
  if (p !== 0 && load<u16>(p) === OPEN_PLUS) p = skipStep(p + 2);
  if (p !== 0 && load<u8>(p) === OPEN_BRACKET) p = skipNumbers(p);
  return p;
}

/** `<name>`, of -Y. @returns the address after it, or `start` */
// @inline
export function skipComm(start: usize): usize {
  if (load<u8>(start) !== LESS) return start;
  const end = endOfDecoration(start + 1);
  return end === 0 ? start : end + 1;
}

/** `15:59:08 `, `15:59:08.123456 `, `1796032183.259884 `, `0.000167 ` into `time`. @returns the address after, or 0 */
// @inline
export function readTime(start: usize, clock: i32): usize {
  if (!readNumber(start)) return 0;
  let p = at;
  const digits = p - start;
  let seconds = value;
  const byte: i32 = load<u8>(p);
  if (byte === COLON) {
    if (clock !== CLOCK_DAY || digits !== 2 || !readNumber(p + 1) || at !== p + 3) return 0;
    const minutes = value;
    if (load<u8>(at) !== COLON || !readNumber(p + 4) || at !== p + 6) return 0;
    seconds = seconds * 3600 + minutes * 60 + value;
    if (seconds > 86400) return 0;
    p = at;
  } else if (byte !== DOT || clock !== (digits >= 9 ? CLOCK_EPOCH : CLOCK_RELATIVE)) {
    return 0;
  }
  let nanoseconds: f64 = 0;
  if (load<u8>(p) === DOT) {
    const first = p + 1;
    if (!readNumber(first)) return 0;
    p = at;
    const unit = unitOf(p - first);
    if (unit < 0) return 0;
    nanoseconds = <f64>value * unit;
  }
  if (load<u8>(p) !== SPACE) return 0;
  const isShort = p === start + 8;
  if (clock === CLOCK_RELATIVE) {
    time = latest + (<f64>seconds * 1e9 + nanoseconds);
  } else {
    time = (<f64>seconds - originSeconds) * 1e9 + (nanoseconds - originNanoseconds) + days;
    // past midnight
    if (clock === CLOCK_DAY && time < latest - DAY / 2) return 0;
    if (clock === CLOCK_DAY && isShort) {
      lastText = load<u64>(start);
      lastTime = time;
    }
  }
  return p + 1;
}

/** `(+     0.000121) ` next to an absolute time. @param start after the plus @returns the address after, or 0 */
export function skipStep(start: usize): usize {
  let p = skipSpaces(start);
  while (isDigit(load<u8>(p)) || load<u8>(p) === DOT) p++;
  return load<u16>(p) === PAREN_SPACE ? p + 2 : 0;
}

/** `[  17] [00007f3c94a5e417] `, one or both. @returns the address after, or 0 */
export function skipNumbers(start: usize): usize {
  let p = start;
  for (let group = 0; group < 2 && load<u8>(p) === OPEN_BRACKET; group++) {
    const first = skipSpaces(p + 1);
    let end = first;
    while (isHexDigit(load<u8>(end))) end++;
    if (end === first || load<u16>(end) !== BRACKET_SPACE) return 0;
    p = end + 2;
  }
  return p;
}
