import {
  BAR,
  EQUALS,
  LF,
  LOWER_A,
  LOWER_X,
  LOWER_Z,
  NINE,
  OPEN_BRACE,
  QUESTION,
  SLASH,
  SPACE,
  UNDERSCORE,
  UPPER_A,
  UPPER_Z,
  ZERO,
} from "../../bytes/ascii.ts";
import { isHexByte } from "./argument-words.ts";
import { skipOpaque } from "./skip-value.ts";

// All positions stay within the line: it ends with a line end, where every function here stops.

/** `O_RDONLY|O_CLOEXEC`, `0x80000`, `SEEK_SET`, `0644` */
export function skipFlagWord(bytes: Uint8Array, at: number): number {
  for (;;) {
    let byte = bytes[at] as number;
    while (FLAG_BYTES[byte] === 1) byte = bytes[++at] as number;
    if (byte !== LOWER_X || bytes[at - 1] !== ZERO) return at;
    do at++;
    while (isHexByte(bytes[at] as number));
  }
}

/** 1 for the bytes of `O_RDONLY|O_CLOEXEC` and of decimal numbers. */
const FLAG_BYTES: Uint8Array = flagTable();

function flagTable(): Uint8Array {
  const table = new Uint8Array(256);
  table.fill(1, UPPER_A, UPPER_Z + 1);
  table.fill(1, ZERO, NINE + 1);
  table[UNDERSCORE] = 1;
  table[BAR] = 1;
  return table;
}

/** Bytes that never follow a flag within strace's own text. */
export function isForeign(byte: number): boolean {
  return (byte >= LOWER_A && byte <= LOWER_Z) || byte === SLASH || byte === LF;
}

/** Whether a comment has names rather than `SEEK_???`. */
export function hasNames(bytes: Uint8Array, start: number, end: number): boolean {
  if (end <= start) return false;
  for (let at = start; at < end; at++) if (bytes[at] === QUESTION) return false;
  return true;
}

/** The names in the comments of several groups of flags; null if one is not known. */
export function namesOfGroups(text: string): string | null {
  const names = Array.from(text.matchAll(/\/\* (.*?) \*\//gs), ([, name]) => name);
  return text.includes("?") ? null : names.join("|");
}

/** `{flags=O_RDONLY|O_CLOEXEC, mode=0, resolve=0}`: where the value of a member starts, or -1. */
export function findMember(bytes: Uint8Array, start: number, end: number, name: string): number {
  for (let at = start; at < end; at++) {
    const after = skipOpaque(bytes, at);
    if (after < 0) return -1;
    if (after > at) at = after - 1;
    else if (bytes[at - 1] === OPEN_BRACE || bytes[at - 1] === SPACE) {
      let length = 0;
      while (length < name.length && bytes[at + length] === name.charCodeAt(length)) length++;
      if (length === name.length && bytes[at + length] === EQUALS) return at + length + 1;
    }
  }
  return -1;
}
