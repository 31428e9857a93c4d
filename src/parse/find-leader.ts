import { COLON, isDigit, LOWER_A, OPEN_BRACKET } from "../bytes/ascii.ts";

// Positions stay within the line: it ends with a line end, which is not a digit.

/**
 * Where the next leader of a line may start after other text: `[pid N] ` or a time of day. The text before may
 * fuse with it: in `progress 009:52:21` the leader is `09:52:21`.
 * @returns -1 if there is none
 */
export function findLeader(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === OPEN_BRACKET && bytes[at + 1] === LOWER_A + 15 && bytes[at + 2] === LOWER_A + 8) return at;
    if (isDigit(byte) && isTimeOfDay(bytes, at)) return at;
  }
  return -1;
}

/** `09:52:21` */
function isTimeOfDay(bytes: Uint8Array, at: number): boolean {
  return (
    bytes[at + 2] === COLON &&
    bytes[at + 5] === COLON &&
    isDigit(bytes[at + 1] as number) &&
    isDigit(bytes[at + 3] as number) &&
    isDigit(bytes[at + 4] as number) &&
    isDigit(bytes[at + 6] as number) &&
    isDigit(bytes[at + 7] as number)
  );
}
