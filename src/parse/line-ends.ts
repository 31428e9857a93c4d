import { CLOSE_PAREN, DOT, GREATER, LESS, startsWith } from "../bytes/ascii.ts";
import { NumberReader } from "../bytes/number-reader.ts";

// Positions stay within the line: it ends with a line end, which is not part of any literal.

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

export const UNFINISHED: Uint8Array = ascii(" <unfinished ...>");
export const DETACHED: Uint8Array = ascii(" <detached ...>");
export const RESUMED: Uint8Array = ascii(" resumed>");
const PID_CHANGED = ascii(" <pid changed to ");

export function isLiteral(bytes: Uint8Array, at: number, end: number, literal: Uint8Array): boolean {
  return end - at === literal.length && startsWith(bytes, at, literal);
}

/**
 * The position of a line ending that says that the call continues elsewhere, or -1:
 *
 *     pread64(9,  <unfinished ...>
 *     read(3,  <detached ...>
 *     execve("/x", ["x"], 0x7ffd <pid changed to 9 ...>
 */
export function unfinishedSuffix(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[end - 1] !== GREATER || bytes[end - 2] !== DOT) return -1;
  let at = end - UNFINISHED.length;
  if (at > start && startsWith(bytes, at, UNFINISHED)) return at;
  at = end - 1;
  while (at > start && bytes[at] !== LESS) at--;
  at--;
  return at > start && (startsWith(bytes, at, DETACHED) || startsWith(bytes, at, PID_CHANGED)) ? at : -1;
}

/** The thread id in ` <pid changed to 9 ...>` at `at`, or null if something else is there. */
export function takenOverBy(bytes: Uint8Array, at: number): number | null {
  if (!startsWith(bytes, at, PID_CHANGED)) return null;
  const number = new NumberReader();
  return number.read(bytes, at + PID_CHANGED.length) < 0 ? null : number.value;
}

/**
 * The position of an ` <unfinished ...>` followed by somebody's remark, `fsync(4 <unfinished ...>  # hangs here`; -1
 * if there is none. One with a parenthesis after it is an argument that was never printed.
 */
export function markBeforeRemark(bytes: Uint8Array, start: number, end: number): number {
  for (let at = end - UNFINISHED.length - 1; at > start; at--) {
    const isMark = startsWith(bytes, at, UNFINISHED);
    if (isMark) return bytes[at + UNFINISHED.length] === CLOSE_PAREN ? -1 : at;
  }
  return -1;
}
