/** A whole number of any size as JSON has it: a decimal string beyond 2^53, which JSON readers would round. */
export type WholeNumber = number | string;

export function wholeNumber(value: bigint): WholeNumber {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

/** Adds whole numbers exactly, however many and however large they are. */
export class WholeSum {
  #near = 0;
  /** What does not fit in a double. */
  #far = 0n;

  /** @param exact of a value beyond 2^53, which a double rounds */
  add(value: number, exact?: bigint): void {
    if (exact !== undefined) {
      this.#far += exact;
      return;
    }
    const sum = this.#near + value;
    if (Number.isSafeInteger(sum)) {
      this.#near = sum;
      return;
    }
    this.#far += BigInt(this.#near) + BigInt(value);
    this.#near = 0;
  }

  get total(): WholeNumber {
    return this.#far === 0n ? this.#near : wholeNumber(this.#far + BigInt(this.#near));
  }
}

/** Sizes from here on mean as much as there is: a file can have no more than 2^63 bytes from any position on. */
const AS_MUCH_AS_THERE_IS = 2 ** 62;

/**
 * Bytes that a call asks for; 0 if it does not say, or only asks for everything there is, as `cp` does:
 *
 *     copy_file_range(3, NULL, 4, NULL, 9223372035781033984, 0) = 4096
 */
export function bytesAskedFor(size: number): number {
  return size > 0 && size < AS_MUCH_AS_THERE_IS ? size : 0;
}
