import {
  BAR,
  CLOSE_PAREN,
  DOT,
  EQUALS,
  GREATER,
  isDigit,
  LESS,
  LOWER_A,
  LOWER_F,
  LOWER_X,
  LOWER_Z,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  SLASH,
  SPACE,
  STAR,
  TILDE,
  UNDERSCORE,
  UPPER_N,
} from "../../bytes/ascii.ts";
import { skipSpaces, skipString, skipValue } from "./skip-value.ts";

// All positions stay within the line: it ends with a line end, where every function here stops. Each returns the
// position after what it read, or the complement (~) of the position of the first byte that does not fit.

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
export const FDCWD: Uint8Array = ascii("AT_FDCWD");
export const NULL: Uint8Array = ascii("NULL");
export const UNFINISHED_ARGUMENT: Uint8Array = ascii("<unfinished ...>");
const DELETED_OUTSIDE = ascii("(deleted)");
const DELETED_INSIDE = ascii(" (deleted)");

export function skipLiteral(bytes: Uint8Array, at: number, literal: Uint8Array): number {
  for (let i = 0; i < literal.length; i++) if (bytes[at + i] !== literal[i]) return ~at;
  return at + literal.length;
}

/** `buf=`, `iov_len=`: the names that -N prints, and that clone always has. */
export function skipName(bytes: Uint8Array, at: number): number {
  let end = at;
  for (; ; end++) {
    const byte = bytes[end] as number;
    const isNameByte = (byte >= LOWER_A && byte <= LOWER_Z) || byte === UNDERSCORE || isDigit(byte);
    if (!isNameByte) break;
  }
  return bytes[end] === EQUALS ? end + 1 : at;
}

/** A string with the dots of -s; starts at its opening quote. */
export function skipText(bytes: Uint8Array, at: number): number {
  const after = skipString(bytes, at + 1);
  return after < 0 ? after : skipDots(bytes, after);
}

export function skipDots(bytes: Uint8Array, at: number): number {
  return bytes[at] === DOT && bytes[at + 1] === DOT && bytes[at + 2] === DOT ? at + 3 : at;
}

/** `NULL`, `0x7ffc57977be0`, `0`, a comment alone: what is printed for data that could not be read. */
export function skipPlain(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  if (first === SLASH || first === OPEN_BRACKET || first === OPEN_BRACE || first === TILDE) {
    return first === SLASH && bytes[at + 1] !== STAR ? ~at : skipValue(bytes, at);
  }
  if (first === DOT) {
    const after = skipDots(bytes, at);
    return after === at ? ~at : after;
  }
  if (first === UPPER_N) return skipLiteral(bytes, at, NULL);
  if (!isDigit(first) && first !== MINUS) return ~at;
  let end = at + 1;
  while (isHexByte(bytes[end] as number)) end++;
  return end;
}

/** `NULL`, or the address of what could not be read: says nothing. */
export function skipNull(bytes: Uint8Array, at: number): number {
  if (bytes[at] === UPPER_N) return skipLiteral(bytes, at, NULL);
  // `getdents64(7, /* 9 entries */, 32768)`: an argument can be a comment alone
  if (bytes[at] === SLASH && bytes[at + 1] === STAR) return at;
  return ~at;
}

/** What may follow a value before its comma: comments, `=> ...`, a security context. */
export function skipAfterValue(bytes: Uint8Array, at: number): number {
  const next = bytes[at] as number;
  if (next === SPACE) {
    const after = bytes[skipSpaces(bytes, at)] as number;
    const known =
      after === CLOSE_PAREN ||
      after === EQUALS ||
      after === OPEN_BRACKET ||
      after === SLASH ||
      after === BAR ||
      after === LESS;
    if (!known) return ~at;
    if (after === SLASH && bytes[skipSpaces(bytes, at) + 1] !== STAR) return ~at;
    if (after === LESS) {
      const end = skipLiteral(bytes, skipSpaces(bytes, at), UNFINISHED_ARGUMENT);
      return end < 0 || bytes[end] !== CLOSE_PAREN ? ~at : end;
    }
    return skipValue(bytes, at);
  }
  if (next === SLASH && bytes[at + 1] === STAR) return skipValue(bytes, at);
  return ~at;
}

export function skipDeleted(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== OPEN_PAREN) return at;
  const after = skipLiteral(bytes, at, DELETED_OUTSIDE);
  return after < 0 ? at : after;
}

/** Where a path ends within a decoration: before ` (deleted)` and `<char 1:3>`. */
export function endOfPath(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[end - 1] === GREATER) {
    const device = bytes.subarray(start, end).lastIndexOf(LESS);
    if (device > 0) return start + device;
  }
  const deleted = end - DELETED_INSIDE.length;
  return deleted > start && skipLiteral(bytes, deleted, DELETED_INSIDE) === end ? deleted : end;
}

export function isHexByte(byte: number): boolean {
  const lower = byte | 0x20;
  return isDigit(byte) || (lower >= LOWER_A && lower <= LOWER_F) || byte === LOWER_X;
}
