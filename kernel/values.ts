import {
  BACKSLASH,
  CR,
  DOT,
  EQUALS,
  GREATER,
  INPUT_END,
  LESS,
  LF,
  MOST_SECONDS,
  OPEN_PAREN,
  QUOTE,
  SAFE_DIGITS,
  SPACE,
} from "./layout";

// A line ends with a line end, where every loop stops; loads of 16 bytes may reach beyond it.

/** After the last number read. */
export let at: usize = 0;
/** The last number read. */
export let value: i64 = 0;

// @inline
export function isDigit(byte: i32): bool {
  return <u32>(byte - 48) <= 9;
}

// @inline
export function isLowerCase(byte: i32): bool {
  return <u32>(byte - 97) <= 25;
}

export function isHexDigit(byte: i32): bool {
  return isDigit(byte) || <u32>((byte | 32) - 97) <= 5;
}

// @inline
export function skipSpaces(start: usize): usize {
  let p = start;
  while (load<u8>(p) === SPACE) p++;
  return p;
}

/** Into `value`, with `at` after it. @returns false if there is no number of at most 15 digits */
// @inline
export function readNumber(start: usize): bool {
  let p = start;
  let sum: i64 = 0;
  let digit: u32 = <u32>load<u8>(p) - 48;
  while (digit <= 9) {
    sum = sum * 10 + digit;
    digit = <u32>load<u8>(++p) - 48;
  }
  at = p;
  value = sum;
  return p !== start && p - start <= SAFE_DIGITS;
}

/** Nanoseconds in one unit of a fraction's last digit; -1 beyond nanoseconds. */
// @inline
export function unitOf(digits: usize): f64 {
  if (digits === 6) return 1000;
  if (digits > 9) return -1;
  let unit: f64 = 1;
  for (let digit = digits; digit < 9; digit++) unit *= 10;
  return unit;
}

/** `<0.000084>`: nanoseconds, with `at` after it; -1 if there is something else. */
// @inline
export function readLatency(start: usize): f64 {
  if (load<u8>(start) !== LESS || !readNumber(start + 1)) return -1;
  const seconds = value;
  let fraction: i64 = 0;
  let digits: usize = 0;
  if (load<u8>(at) === DOT) {
    const first = at + 1;
    if (!readNumber(first)) return -1;
    fraction = value;
    digits = at - first;
  }
  const unit = unitOf(digits);
  if (unit < 0 || load<u8>(at) !== GREATER || seconds > MOST_SECONDS) return -1;
  at++;
  return <f64>seconds * 1e9 + <f64>fraction * unit;
}

/** `buf=`, which -N prints. @returns the address after, or 0 */
export function skipArgumentName(start: usize): usize {
  let p = start;
  let byte: i32 = load<u8>(p);
  while (isLowerCase(byte) || isDigit(byte) || byte === 95) byte = load<u8>(++p);
  return byte === EQUALS ? p + 1 : 0;
}

/** @param start after the opening quote @returns the address after the closing one, or 0 */
// @inline
export function skipString(start: usize): usize {
  let p = start;
  const quote = i8x16.splat(<i8>QUOTE);
  const lf = i8x16.splat(<i8>LF);
  while (p < INPUT_END) {
    const text = v128.load(p);
    const stops = i8x16.bitmask(v128.or(i8x16.eq(text, quote), i8x16.eq(text, lf)));
    if (stops === 0) {
      p += 16;
      continue;
    }
    p += ctz(stops);
    if (load<u8>(p) === LF) return 0;
    p++;
    if (load<u8>(p - 2) !== BACKSLASH) return p;
    // after an even number of backslashes the quote is still a quote
    let before = p - 2;
    while (before >= start && load<u8>(before) === BACKSLASH) before--;
    if (((p - before) & 1) === 0) return p;
  }
  return 0;
}

/** @returns the address of the `>`, or 0 if the text has anything that is not simply part of a name or path */
export function endOfDecoration(start: usize): usize {
  let p = start;
  while (p < INPUT_END) {
    const text = v128.load(p);
    const ends = v128.or(i8x16.eq(text, i8x16.splat(<i8>GREATER)), i8x16.eq(text, i8x16.splat(<i8>LF)));
    const opens = v128.or(i8x16.eq(text, i8x16.splat(<i8>LESS)), i8x16.eq(text, i8x16.splat(<i8>OPEN_PAREN)));
    const odd = v128.or(i8x16.eq(text, i8x16.splat(<i8>QUOTE)), i8x16.eq(text, i8x16.splat(<i8>BACKSLASH)));
    const stops = i8x16.bitmask(v128.or(v128.or(ends, opens), odd));
    if (stops === 0) {
      p += 16;
      continue;
    }
    p += ctz(stops);
    // `->` is not an end
    return load<u8>(p) === GREATER && load<u8>(p - 1) !== 45 ? p : 0;
  }
  return 0;
}

/** @returns the address of the line end if it is here, with or without a CR before it; else 0 */
// @inline
export function lineEnd(start: usize): usize {
  const p = load<u8>(start) === CR ? start + 1 : start;
  return load<u8>(p) === LF ? p : 0;
}
