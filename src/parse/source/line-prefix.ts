import { GREATER, isDigit, SPACE, TAB } from "../../bytes/ascii.ts";

/** A part of what precedes every line of a log. */
export type PrefixPart =
  | { readonly kind: "text"; readonly bytes: Uint8Array }
  /** Any number of digits: those of a date, a time, a line number. */
  | { readonly kind: "digits" }
  /** Any number of blanks, even none. */
  | { readonly kind: "blanks" }
  /** The name of a day or month: letters. */
  | { readonly kind: "letters" }
  /** `> > `, `>>` of a mail that was answered, at any depth. */
  | { readonly kind: "quotes" };

/** What precedes the lines of a log that was quoted, numbered, stamped or indented. */
export type LinePrefix = readonly PrefixPart[];

/** No prefix is longer, in bytes. */
export const LONGEST_PREFIX = 256;

/**
 * Where a line continues after a prefix, or -1 if it does not have it. A line that ends within the blanks of its
 * prefix has it: editors strip trailing blanks.
 * @param end of the line, the position of a line end
 */
export function skipPrefix(prefix: LinePrefix, bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  for (const part of prefix) {
    const next = skipPart(part, bytes, at, end);
    if (next === -1) return -1;
    at = next;
  }
  return at;
}

function skipPart(part: PrefixPart, bytes: Uint8Array, start: number, end: number): number {
  switch (part.kind) {
    case "text":
      return skipText(part.bytes, bytes, start, end);
    case "blanks":
      return skipWhile(isBlank, bytes, start);
    case "digits":
      return orMissing(start, skipWhile(isDigit, bytes, start));
    case "letters":
      return orMissing(start, skipWhile(isLetter, bytes, start));
    case "quotes":
      return orMissing(start, skipQuotes(bytes, start));
    default:
      return part satisfies never;
  }
}

function orMissing(start: number, end: number): number {
  return end === start ? -1 : end;
}

function skipText(text: Uint8Array, bytes: Uint8Array, start: number, end: number): number {
  for (let i = 0; i < text.length; i++) {
    if (start + i === end) return text.subarray(i).every(isBlank) ? end : -1;
    if (bytes[start + i] !== text[i]) return -1;
  }
  return start + text.length;
}

/** After the last of the `>` found there, and one blank. */
function skipQuotes(bytes: Uint8Array, start: number): number {
  let end = start;
  for (let at = start; ; at++) {
    const byte = bytes[at] as number;
    if (byte === GREATER) end = at + 1;
    else if (!isBlank(byte)) break;
  }
  return end > start && bytes[end] === SPACE ? end + 1 : end;
}

function skipWhile(holds: (byte: number) => boolean, bytes: Uint8Array, at: number): number {
  while (holds(bytes[at] as number)) at++;
  return at;
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB;
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
