import type { CallSequence } from "../align/call-sequence.ts";
import type { ThreadContent } from "../identity/thread-content.ts";

/** Calls at either end of a thread that its sketch covers: few, so that most edits in a long one do not change it. */
const SKETCHED_CALLS = 1024;
/** Calls from the start of a thread that its features cover. */
const SAMPLED_CALLS = 4096;

/** What pairing threads needs to know about one sequence; the expensive parts are computed on demand, and once. */
export function threadContent(sequence: CallSequence): ThreadContent {
  const { rows } = sequence;
  let features: ReadonlyMap<number, number> | null = null;
  let hash: number | null = null;
  return {
    calls: rows.length,
    sketch: sequenceHash(sequence, SKETCHED_CALLS),
    hash: () => {
      hash ??= sequenceHash(sequence, rows.length);
      return hash;
    },
    features: () => {
      features ??= sequenceFeatures({ ...sequence, rows: rows.subarray(0, SAMPLED_CALLS) });
      return features;
    },
  };
}

/** 53 bits over the first and last `reach` keys in order: two 32-bit hashes with different multipliers, joined. */
function sequenceHash({ rows, operation, offset, size }: CallSequence, reach: number): number {
  let one = rows.length | 0;
  let other = ~rows.length;
  for (let i = 0; i < rows.length; i++) {
    if (i === reach) i = Math.max(i, rows.length - reach);
    const row = rows[i] as number;
    const key = keyHash(operation[row] as number, offset[row] as number, size[row] as number);
    one = Math.imul(one ^ key, 0x9e3779b1);
    one ^= one >>> 15;
    other = Math.imul(other + key, 0x85ebca6b);
    other ^= other >>> 13;
  }
  return (one >>> 0) * 0x200000 + (other >>> 11);
}

/** Mixes a double into a hash: both halves of its integer part, so that offsets beyond 4 GiB count. */
function mixed(hash: number, value: number): number {
  const low = Math.imul(hash ^ value, 0x85ebca6b);
  const high = Math.imul(low ^ (low >>> 16) ^ (value * 2 ** -32), 0xc2b2ae35);
  return high ^ (high >>> 15);
}

function keyHash(operation: number, offset: number, size: number): number {
  return mixed(mixed(Math.imul(operation + 1, 0x9e3779b1), offset), size);
}

/** At most about this many different features a thread, so that a million calls cost no million map entries. */
const FEATURE_LIMIT = 512;

/**
 * What tells two edited versions of one thread from other threads, the most specific weighted highest: the request
 * and its successor, the request, the request without its size or its offset, the bare operation.
 */
function sequenceFeatures({ rows, operation, offset, size }: CallSequence): ReadonlyMap<number, number> {
  const features = new Map<number, number>();
  // Only hashes that are multiples of a power of two are kept, so that whatever the longer of two threads keeps of a
  // shared stretch, the shorter one keeps too.
  const mask = 2 ** Math.max(0, Math.ceil(Math.log2(rows.length / FEATURE_LIMIT))) - 1;
  const add = (hash: number, weight: number): void => {
    features.set(hash, (features.get(hash) ?? 0) + weight);
  };
  // Operations are few; left unsampled, they connect any two threads that use the same file.
  const operations = new Map<number, number>();
  let operation0 = -1;
  let repeats = 0;
  let previous = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    const h = operation[row] as number;
    if (h !== operation0) {
      if (repeats > 0) operations.set(operation0, (operations.get(operation0) ?? 0) + repeats);
      operation0 = h;
      repeats = 0;
    }
    repeats++;
    const start = Math.imul(h + 1, 0x9e3779b1);
    const placed = mixed(start, offset[row] as number);
    const sized = mixed(~start, size[row] as number);
    const key = mixed(placed, size[row] as number);
    const bigram = (Math.imul(previous, 31) + key) | 0;
    if ((key & mask) === 0) add(key, 4);
    if ((placed & mask) === 0) add(placed, 2);
    if ((sized & mask) === 0) add(sized, 2);
    if (i > 0 && (bigram & mask) === 0) add(bigram, 8);
    previous = key;
  }
  if (repeats > 0) operations.set(operation0, (operations.get(operation0) ?? 0) + repeats);
  for (const [h, count] of operations) add(h, count);
  return features;
}
