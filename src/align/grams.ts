import type { Region } from "./region.ts";

// Casts in this file: positions lie in the region, slots are masked by the size of the table.

/** Calls in a row that one gram stands for. */
export const GRAM_LENGTH = 8;

export type Grams = {
  /** By position from the start of the region; shorter than the region by GRAM_LENGTH - 1. */
  readonly before: Int32Array;
  readonly after: Int32Array;
  readonly count: number;
};

function hashGram(ids: Int32Array, at: number): number {
  let hash = 0;
  for (let i = 0; i < GRAM_LENGTH; i++) {
    hash = Math.imul(hash ^ (ids[at + i] as number), 0x9e37_79b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

/**
 * Numbers the stretches of GRAM_LENGTH calls in a region. Equal stretches have equal numbers; that equal numbers
 * mean equal stretches is as good as certain, and for the caller to check.
 */
export function findGrams(beforeIds: Int32Array, afterIds: Int32Array, region: Region): Grams {
  const beforeCount = Math.max(0, region.beforeEnd - region.before - GRAM_LENGTH + 1);
  const afterCount = Math.max(0, region.afterEnd - region.after - GRAM_LENGTH + 1);
  let tableSize = 16;
  while (tableSize < (beforeCount + afterCount) * 2) tableSize *= 2;
  const mask = tableSize - 1;
  const hashes = new Int32Array(tableSize);
  /** Gram number + 1; 0 where the slot is empty. */
  const slots = new Int32Array(tableSize);
  let count = 0;

  const number = (ids: Int32Array, start: number, length: number): Int32Array => {
    const grams = new Int32Array(length);
    for (let i = 0; i < length; i++) {
      const hash = hashGram(ids, start + i);
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
