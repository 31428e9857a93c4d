import { ESC, GREATER, LOWER_M, OPEN_BRACKET, SEMICOLON, SPACE, ZERO } from "../bytes/ascii.ts";
import type { TextBuffer } from "./text-buffer.ts";

/** Bytes; no sequence that sets a color is longer. */
export const LONGEST_COLOR = 64;

/** Copies text without the colors of `--color`: `\x1b[33mexecve\x1b[0m(` is `execve(`. */
export function stripColors(bytes: Uint8Array, start: number, end: number, into: TextBuffer): void {
  const target = into.room(end - start);
  let length = 0;
  let at = start;
  while (at < end) {
    // the loop that nearly all bytes go through does nothing else
    while (at < end && bytes[at] !== ESC) target[length++] = bytes[at++] as number;
    if (at === end) break;
    const after = skipColor(bytes, at);
    if (after === at) {
      target[length++] = ESC;
      at++;
    } else {
      at = after;
    }
  }
  into.end(length);
}

function skipColor(bytes: Uint8Array, start: number): number {
  if (bytes[start + 1] !== OPEN_BRACKET) return start;
  for (let at = start + 2; at < start + LONGEST_COLOR; at++) {
    const byte = bytes[at] as number;
    if (byte === LOWER_M) return at + 1;
    if (byte !== SEMICOLON && (byte < ZERO || byte > ZERO + 9)) return start;
  }
  return start;
}

/** Where the first line of a file starts: behind a byte order mark, and behind the NULs that copytruncate leaves. */
export function skipFileStart(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  if (bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) at += 3;
  while (at < end && bytes[at] === 0) at++;
  return at;
}

/** Behind the `> ` that a mail puts before lines. */
export function skipQuote(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== GREATER) return start;
  return bytes[start + 1] === SPACE ? start + 2 : start + 1;
}
