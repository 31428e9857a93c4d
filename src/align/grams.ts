import type { Region } from "./region.ts";

// Casts in this file: positions lie in the region, slots are masked by the size of the table.

export type Grams = {
  /** By position from the start of the region; shorter than the region by the length of a gram less one. */
  readonly before: Int32Array;
  readonly after: Int32Array;
  readonly count: number;
};

/** Odd, so that no power of it is 0 modulo 2^32. */
const BASE = 0x9e37_79b1;

/** Hashes all stretches of `length` calls, each from the one before it (Karp and Rabin). */
function hashGrams(ids: Int32Array, start: number, count: number, length: number): Int32Array {
  const hashes = new Int32Array(count);
  let leaving = 1;
  for (let i = 0; i < length; i++) leaving = Math.imul(leaving, BASE);
  let hash = 0;
  for (let i = 0; i < count + length - 1; i++) {
    hash = (Math.imul(hash, BASE) + (ids[start + i] as number) + 1) | 0;
    if (i >= length) hash = (hash - Math.imul(leaving, (ids[start + i - length] as number) + 1)) | 0;
    if (i >= length - 1) hashes[i - length + 1] = Math.imul(hash ^ (hash >>> 15), 0x85eb_ca6b);
  }
  return hashes;
}

/**
 * Numbers the stretches of `length` calls in a region. Equal stretches have equal numbers; equal numbers almost
 * certainly mean equal stretches, which the caller has to check.
 */
export function findGrams(
  beforeIds: Int32Array,
  afterIds: Int32Array,
  region: Region,
  gramLength: number,
): Grams {
  const beforeCount = Math.max(0, region.beforeEnd - region.before - gramLength + 1);
  const afterCount = Math.max(0, region.afterEnd - region.after - gramLength + 1);
  let tableSize = 16;
  while (tableSize < (beforeCount + afterCount) * 2) tableSize *= 2;
  const mask = tableSize - 1;
  const hashes = new Int32Array(tableSize);
  /** Gram number + 1; 0 if the slot is empty. */
  const slots = new Int32Array(tableSize);
  let count = 0;

  const number = (ids: Int32Array, start: number, length: number): Int32Array => {
    const grams = hashGrams(ids, start, length, gramLength);
    for (let i = 0; i < length; i++) {
      const hash = grams[i] as number;
      let slot = hash & mask;
      while (slots[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) & mask;
      if (slots[slot] === 0) {
        slots[slot] = ++count;
        hashes[slot] = hash;
      }
      grams[i] = (slots[slot] as number) - 1;
    }
    return grams;
  };
  return {
    before: number(beforeIds, region.before, beforeCount),
    after: number(afterIds, region.after, afterCount),
    count,
  };
}
