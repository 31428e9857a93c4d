import { CLOSE_BRACKET, OPEN_BRACKET, SPACE } from "../../bytes/ascii.ts";
import type { NumberReader } from "../../bytes/number-reader.ts";
import { skipValue } from "./skip-value.ts";

/**
 * An offset: `4096`, `[7]`, `[7] => [307]`, `[7 => 307]`; the last three give the value before the call.
 *
 * An offset is a signed 64-bit number (loff_t). strace up to 4.10 printed -1 as 18446744073709551615, and
 * `-e raw` prints it as 0xffffffffffffffff: a value beyond 2^63 is the negative number with the same bits.
 */
export function readPosition(bytes: Uint8Array, at: number, number: NumberReader): number {
  const boxed = bytes[at] === OPEN_BRACKET;
  const after = number.read(bytes, boxed ? at + 1 : at);
  if (after < 0) return after;
  const { exact } = number;
  if (exact !== null && exact >= 2n ** 63n) number.setValue(BigInt.asIntN(64, exact));
  if (!boxed) return after;
  if (bytes[after] === SPACE) return skipValue(bytes, after);
  return bytes[after] === CLOSE_BRACKET ? after + 1 : ~after;
}
