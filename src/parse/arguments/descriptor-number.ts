import type { NumberReader } from "../../bytes/number-reader.ts";

/** No descriptor has a larger number: they are signed, with 32 bits. */
export const MOST_DESCRIPTOR: number = 2 ** 31 - 1;
const BITS_32 = 2 ** 32;
/** From here on, a 64-bit number stands for a negative 32-bit one. */
const NEGATIVE = 2n ** 64n - 2n ** 31n;

/**
 * Turns the number that was read into a descriptor. `-e raw` and `-X raw` print the register in hexadecimal, and the
 * kernel takes its lower half: `0xffffff9c` is -100. In decimal, old versions print a negative one without its sign, as
 * 4294967295 or 18446744073709551615, and the last of close_range is 4294967295 too. strace prints no other number
 * beyond 31 bits, and such a number must not pass for the descriptor that has the same lower half.
 *
 * @returns false if it cannot be a descriptor
 */
export function toDescriptor(number: NumberReader): boolean {
  const { value, exact, hexadecimal } = number;
  if (value >= -MOST_DESCRIPTOR - 1 && value <= MOST_DESCRIPTOR) return true;
  const isNegative = exact === null ? value >= 0 && value < BITS_32 : exact >= NEGATIVE;
  if (!hexadecimal && !isNegative) return false;
  number.setValue(BigInt.asIntN(32, exact ?? BigInt(value)));
  return true;
}
