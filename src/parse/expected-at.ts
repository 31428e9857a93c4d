import { MINUS, NINE, ZERO } from "../bytes/ascii.ts";
import { NumberReader } from "../bytes/number-reader.ts";

const number: NumberReader = new NumberReader();

/** What a call should have had at the byte where it stops fitting, judged by what is there. */
export function expectedAt(bytes: Uint8Array, at: number): string {
  if (!isNumberAt(bytes, at)) return "arguments or result";
  // a number was read there, but one of this size is not allowed
  return number.read(bytes, at) < 0 ? "a 64-bit number" : "a descriptor";
}

export function isNumberAt(bytes: Uint8Array, at: number): boolean {
  const first = bytes[bytes[at] === MINUS ? at + 1 : at] as number; // a line end follows the text
  return first >= ZERO && first <= NINE;
}
