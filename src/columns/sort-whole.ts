import { BITS, BUCKETS, FEW, toPlaces } from "./sort-keys.ts";

const HIGH_WORD = 2 ** -32;

/**
 * Sorts whole numbers from 0 up to 2^64 in ascending order; the array passed in is used as scratch. As sortKeys, over
 * the digits of both words; passes in which all numbers have the same digit are skipped.
 */
export function sortWhole(numbers: Float64Array): Float64Array {
  if (numbers.length < FEW) return numbers.sort();
  let source: Float64Array = numbers;
  let target: Float64Array = new Float64Array(numbers.length);
  for (const word of [1, HIGH_WORD]) {
    for (let shift = 0; shift < 32; shift += BITS) {
      if (!scatter(source, target, word, shift)) continue;
      [source, target] = [target, source];
    }
  }
  return source;
}

/** Moves the numbers to the places of their digit; returns false and moves nothing if all have the same one. */
function scatter(source: Float64Array, target: Float64Array, word: number, shift: number): boolean {
  const next = new Uint32Array(BUCKETS);
  // Indices are below the length or the number of buckets; a product with a power of two is exact.
  for (let i = 0; i < source.length; i++) {
    const digit = (((source[i] as number) * word) >>> shift) & (BUCKETS - 1);
    next[digit] = (next[digit] as number) + 1;
  }
  if (!toPlaces(next, source.length)) return false;
  for (let i = 0; i < source.length; i++) {
    const number = source[i] as number;
    const digit = ((number * word) >>> shift) & (BUCKETS - 1);
    const place = next[digit] as number;
    next[digit] = place + 1;
    target[place] = number;
  }
  return true;
}
