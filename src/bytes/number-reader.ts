import { LF, LOWER_A, LOWER_F, LOWER_X, MINUS, NINE, ZERO } from "./ascii.ts";

// All indexing below stays within the line: every loop ends at its line end at the latest.

/** A double holds any number of this many digits exactly. */
const SAFE_DIGITS = 15;
/** The range of 64 bits, signed or unsigned. */
const LEAST = -(2n ** 63n);
const MOST = 2n ** 64n - 1n;
/** No 64-bit number has more digits, even with some leading zeros: octal ones have 22. */
const MOST_DIGITS = 24;

/**
 * Reads numbers as strace prints them: `4096`, `-1`, `0x7f00`. strace cannot print what does not fit 64 bits: a longer
 * string of digits is not a number, and computing its value could take unbounded time and memory.
 */
export class NumberReader {
  /** The last number read; the nearest double if it is not exact. */
  value = 0.5;
  /** Set if the value is beyond 2^53. */
  exact: bigint | null = null;
  /** Whether the last number was printed in hexadecimal. */
  hexadecimal = false;

  constructor() {
    // The field starts as a fraction so that the engine keeps a double in it from the beginning.
    this.value = 0;
  }

  /** @returns the position after the number, or the complement (~) of the position if there is none */
  read(bytes: Uint8Array, start: number): number {
    let at = start;
    let digit = bytes[at] as number;
    const negative = digit === MINUS;
    if (negative) digit = bytes[++at] as number;
    this.exact = null;
    this.hexadecimal = false;
    if (digit === ZERO && bytes[at + 1] === LOWER_X) return this.#readHexadecimal(bytes, start, at + 2);
    const first = at;
    let value = 0;
    while (digit >= ZERO && digit <= NINE) {
      value = value * 10 + (digit - ZERO);
      digit = bytes[++at] as number;
    }
    if (at === first) return ~start;
    this.value = negative ? -value : value;
    if (at - first > SAFE_DIGITS) return this.#setExact(bytes, start, first, at, negative ? "-" : "");
    return at;
  }

  #readHexadecimal(bytes: Uint8Array, start: number, first: number): number {
    let at = first;
    let value = 0;
    for (; ; at++) {
      const digit = hexDigit(bytes[at] ?? LF);
      if (digit < 0) break;
      value = value * 16 + digit;
    }
    if (at === first) return ~start;
    this.hexadecimal = true;
    this.value = value;
    if (value >= Number.MAX_SAFE_INTEGER) return this.#setExact(bytes, start, first, at, "0x");
    return at;
  }

  /** @returns what `read` does, for the digits `bytes[first..end)` after a sign or a `0x` */
  #setExact(bytes: Uint8Array, start: number, first: number, end: number, prefix: "" | "-" | "0x"): number {
    if (end - first > MOST_DIGITS) return ~start;
    const digits = text(bytes, first, end);
    const value = prefix === "-" ? -BigInt(digits) : BigInt(prefix + digits);
    if (value < LEAST || value > MOST) return ~start;
    this.setValue(value);
    return end;
  }

  /** Sets value and exact from a whole number of any size. */
  setValue(value: bigint): void {
    this.value = Number(value);
    this.exact = Number.isSafeInteger(this.value) ? null : value;
  }
}

/** @returns -1 for a byte that is not a hexadecimal digit */
export function hexDigit(byte: number): number {
  if (byte >= ZERO && byte <= NINE) return byte - ZERO;
  const lower = byte | 0x20;
  return lower >= LOWER_A && lower <= LOWER_F ? lower - LOWER_A + 10 : -1;
}

function text(bytes: Uint8Array, start: number, end: number): string {
  let result = "";
  for (let i = start; i < end; i++) result += String.fromCharCode(bytes[i] as number);
  return result;
}
