import { BACKSLASH, CLOSE_BRACKET, CR, ESC, LF, OPEN_BRACKET, SPACE, TAB } from "../../bytes/ascii.ts";
import type { TextBuffer } from "../text-buffer.ts";

/** Bytes; a longer sequence is text. */
const LONGEST_COLOR = 64;
const LONGEST_STRING = 512;
const BELL = 7;
/** The value for a sequence that the text may not hold whole. */
const CUT = -1;

/**
 * Copies text without terminal control sequences (ECMA-48): `\x1b[33mexecve\x1b[0m(` of --color,
 * `\x1b[01;31m\x1b[Kfsync` of grep, `\x1b]8;;...\x1b\\` of links and `\x1b(B` of tput.
 * @param isLast whether nothing follows the text, so that an incomplete sequence is text
 * @returns where it stopped: `end`, or a sequence that may continue
 */
export function stripColors(
  bytes: Uint8Array,
  start: number,
  end: number,
  into: TextBuffer,
  isLast = true,
): number {
  const target = into.room(end - start);
  let length = 0;
  let at = start;
  while (at < end) {
    // the loop that nearly all bytes go through does nothing else
    while (at < end && bytes[at] !== ESC) target[length++] = bytes[at++] as number;
    if (at === end) break;
    const after = skipSequence(bytes, at, end);
    if (after === CUT && !isLast) break;
    if (after > at) {
      at = after;
    } else {
      target[length++] = ESC;
      at++;
    }
  }
  into.end(length);
  return at;
}

/** @returns the position after a sequence, `start` if there is none, or CUT */
function skipSequence(bytes: Uint8Array, start: number, end: number): number {
  if (start + 1 >= end) return CUT;
  const kind = bytes[start + 1] as number;
  if (kind === CLOSE_BRACKET) return skipString(bytes, start, end);
  if (kind !== OPEN_BRACKET && (kind < SPACE || kind > 0x2f)) return start;
  // numbers and marks, then one byte that says what to do
  const limit = start + LONGEST_COLOR;
  for (let at = start + 2; at < end && at < limit; at++) {
    const byte = bytes[at] as number;
    if (byte >= 0x40 && byte <= 0x7e) return at + 1;
    if (kind !== OPEN_BRACKET && byte >= 0x30 && byte < 0x40) return at + 1;
    if (byte < SPACE || byte > 0x7e) return start;
  }
  return end < limit ? CUT : start;
}

/** `\x1b]8;;https://x\x1b\\`, which may end with BEL too. */
function skipString(bytes: Uint8Array, start: number, end: number): number {
  const limit = start + LONGEST_STRING;
  for (let at = start + 2; at < end && at < limit; at++) {
    const byte = bytes[at] as number;
    if (byte === BELL) return at + 1;
    if (byte === ESC && at + 1 < end) return bytes[at + 1] === BACKSLASH ? at + 2 : start;
    if (byte === LF) return start;
  }
  return end < limit ? CUT : start;
}

/** Where the first line of a file starts: after a byte order mark, and after the NULs that copytruncate leaves. */
export function skipFileStart(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  if (bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) at += 3;
  while (at < end && bytes[at] === 0) at++;
  return at;
}

/**
 * After what precedes an indented line: blanks, the NULs of a log that was truncated while it was written, and
 * the blanks of web pages (U+00A0, U+200B).
 */
export function skipBlanks(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const byte = bytes[at] as number;
    if (byte === 0 || byte === SPACE || (byte >= TAB && byte <= CR)) at++;
    else if (byte === 0xc2 && bytes[at + 1] === 0xa0) at += 2;
    else if (byte === 0xe2 && bytes[at + 1] === 0x80 && bytes[at + 2] === 0x8b) at += 3;
    else break;
  }
  return at;
}
