import type { CallSequence } from "../align/call-sequence.ts";
import type { ThreadContent } from "../identity/pair-threads.ts";

/** Hash and features of one thread's sequence. The features are worked out when asked for, and once. */
export function threadContent(sequence: CallSequence): ThreadContent {
  let features: ReadonlyMap<number, number> | null = null;
  return {
    calls: sequence.rows.length,
    hash: sequenceHash(sequence),
    features: () => {
      features ??= sequenceFeatures(sequence);
      return features;
    },
  };
}

/** 53 bits over all keys in order: two 32-bit hashes with different multipliers, put together. */
function sequenceHash({ rows, head, offset, size }: CallSequence): number {
  let one = rows.length | 0;
  let other = ~rows.length;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    const key = keyHash(head[row] as number, offset[row] as number, size[row] as number);
    one = Math.imul(one ^ key, 0x9e3779b1);
    one ^= one >>> 15;
    other = Math.imul(other + key, 0x85ebca6b);
    other ^= other >>> 13;
  }
  return (one >>> 0) * 0x200000 + (other >>> 11);
}

function keyHash(head: number, offset: number, size: number): number {
  let hash = Math.imul(head + 1, 0x9e3779b1);
  hash = Math.imul(hash ^ low(offset), 0x85ebca6b);
  hash ^= hash >>> 16;
  hash = Math.imul(hash ^ high(offset), 0xc2b2ae35);
  hash = Math.imul(hash ^ low(size), 0x27d4eb2f);
  hash ^= hash >>> 15;
  return Math.imul(hash ^ high(size), 0x165667b1);
}

const low = (value: number): number => value | 0;
const high = (value: number): number => (value / 0x1_0000_0000) | 0;

/** At most about this many different features a thread, so that a million calls cost no million map entries. */
const FEATURE_LIMIT = 4096;

/**
 * What tells two edited versions of one thread from other threads, heaviest what is most particular: the request
 * and its follower, the request, the request without its size or its offset, the bare head.
 */
function sequenceFeatures({ rows, head, offset, size }: CallSequence): ReadonlyMap<number, number> {
  const features = new Map<number, number>();
  // Only hashes that are multiples of a power of two are kept, so that what the longer of two threads keeps of a
  // shared stretch, the shorter one keeps too.
  const mask = 2 ** Math.max(0, Math.ceil(Math.log2(rows.length / FEATURE_LIMIT))) - 1;
  const add = (hash: number, weight: number): void => {
    if ((hash & mask) === 0) features.set(hash, (features.get(hash) ?? 0) + weight);
  };
  let previous = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    const h = head[row] as number;
    const o = offset[row] as number;
    const s = size[row] as number;
    const key = keyHash(h, o, s);
    add(key, 4);
    if (i > 0) add(Math.imul(previous ^ 0x5bd1e995, 31) + key, 8);
    add(keyHash(h, o, 0x7001), 2);
    add(keyHash(h, 0x7002, s), 2);
    // Heads are few; left unsampled they let any two threads on one file find each other.
    const bare = keyHash(h, 0x7003, 0x7003);
    features.set(bare, (features.get(bare) ?? 0) + 1);
    previous = key;
  }
  return features;
}
