/** Index of the first of some ascending numbers that is not below the limit. */
export function firstFrom(numbers: Uint32Array, limit: number): number {
  let from = 0;
  let to = numbers.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((numbers[middle] as number) < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}
