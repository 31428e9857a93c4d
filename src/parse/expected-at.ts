import { MINUS, NINE, ZERO } from "../bytes/ascii.ts";
import { NumberReader } from "../bytes/number-reader.ts";

const number: NumberReader = new NumberReader();

/** What a call was to have where it stops to fit, told by what stands there. */
export function expectedAt(bytes: Uint8Array, at: number): string {
  if (!isNumberAt(bytes, at)) return "arguments or result";
  // a number that was read stands where another of its size may not
  return number.read(bytes, at) < 0 ? "a number of 64 bits" : "a descriptor";
}

export function isNumberAt(bytes: Uint8Array, at: number): boolean {
  const first = bytes[bytes[at] === MINUS ? at + 1 : at] as number; // a line end is behind the text
  return first >= ZERO && first <= NINE;
}
