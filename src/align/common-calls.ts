import { positionsBetween } from "../columns/positions-between.ts";
import { CallHash } from "./call-hash.ts";
import type { CallSequence } from "./call-sequence.ts";
import { intern } from "./intern.ts";
import type { Region } from "./region.ts";

// Casts in this file: positions lie in the region, ids below the count, bits in the filter.

/** The calls of a region that both sides have, in order: as ids and as positions in their sequence. */
export type CommonCalls = {
  readonly before: { readonly ids: Int32Array; readonly positions: Uint32Array };
  readonly after: { readonly ids: Int32Array; readonly positions: Uint32Array };
  readonly idCount: number;
};

/** Fewer calls are interned faster than they are filtered. */
const FEW_CALLS = 16_384;
/** One bit in 32 set: few calls slip through, and the filter of a million calls still fits a cache. */
const BITS_PER_CALL = 32;

/**
 * Leaves out the calls that only one side has: they can match nothing. In traces that differ a lot these are the
 * majority, so a filter (one hash per call, after Burton Bloom) takes them out before the costlier interning; what
 * slips through the filter is dropped then.
 */
export function findCommonCalls(before: CallSequence, after: CallSequence, region: Region): CommonCalls {
  const isLarge = region.beforeEnd - region.before + (region.afterEnd - region.after) > FEW_CALLS;
  const positions = isLarge ? filterPositions(before, after, region) : allPositions(region);
  const ids = intern(callsAt(before, positions.before), callsAt(after, positions.after));
  return {
    before: keepCommon(ids.before, positions.before, ids.after, ids.count),
    after: keepCommon(ids.after, positions.after, ids.before, ids.count),
    idCount: ids.count,
  };
}

function callsAt(sequence: CallSequence, kept: Uint32Array): CallSequence {
  const { hash: hashes, ...columns } = sequence;
  const rows = new Uint32Array(kept.length);
  for (let i = 0; i < kept.length; i++) rows[i] = sequence.rows[kept[i] as number] as number;
  if (hashes === undefined) return { ...columns, rows };
  const hash = new Int32Array(kept.length);
  for (let i = 0; i < kept.length; i++) hash[i] = hashes[kept[i] as number] as number;
  return { ...columns, rows, hash };
}

type Positions = { readonly before: Uint32Array; readonly after: Uint32Array };

const allPositions = ({ before, beforeEnd, after, afterEnd }: Region): Positions => ({
  before: positionsBetween(before, beforeEnd),
  after: positionsBetween(after, afterEnd),
});

function filterPositions(before: CallSequence, after: CallSequence, region: Region): Positions {
  const calls = Math.max(region.beforeEnd - region.before, region.afterEnd - region.after);
  const filter = new BitSet(calls * BITS_PER_CALL);
  const hashes = hashSpan(before, region.before, region.beforeEnd);
  for (let i = 0; i < hashes.length; i++) filter.add(hashes[i] as number);

  const afterHashes = hashSpan(after, region.after, region.afterEnd);
  const afterFilter = new BitSet(calls * BITS_PER_CALL);
  const afterKept = keepWhere(afterHashes, region.after, filter, afterFilter);
  return { before: keepWhere(hashes, region.before, afterFilter, null), after: afterKept };
}

function hashSpan(sequence: CallSequence, start: number, end: number): Int32Array {
  if (sequence.hash !== undefined) return sequence.hash.subarray(start, end);
  const hasher = new CallHash(sequence);
  const hashes = new Int32Array(end - start);
  for (let i = start; i < end; i++) hashes[i - start] = hasher.of(sequence.rows[i] as number);
  return hashes;
}

function keepWhere(hashes: Int32Array, start: number, filter: BitSet, seen: BitSet | null): Uint32Array {
  const kept = new Uint32Array(hashes.length);
  let count = 0;
  for (let i = 0; i < hashes.length; i++) {
    const hash = hashes[i] as number;
    if (!filter.has(hash)) continue;
    kept[count++] = start + i;
    seen?.add(hash);
  }
  return kept.subarray(0, count);
}

class BitSet {
  readonly #words: Int32Array;
  readonly #mask: number;

  /** @param bits rounded up to a power of two, at most 2^28 */
  constructor(bits: number) {
    let words = 32;
    while (words * 32 < bits && words < 2 ** 23) words *= 2;
    this.#words = new Int32Array(words);
    this.#mask = words * 32 - 1;
  }

  add(hash: number): void {
    const bit = hash & this.#mask;
    this.#words[bit >>> 5] = (this.#words[bit >>> 5] as number) | (1 << bit);
  }

  has(hash: number): boolean {
    const bit = hash & this.#mask;
    return ((this.#words[bit >>> 5] as number) & (1 << bit)) !== 0;
  }
}

function keepCommon(
  ids: Int32Array,
  positions: Uint32Array,
  otherIds: Int32Array,
  idCount: number,
): CommonCalls["before"] {
  const isCommon = new Uint8Array(idCount);
  for (let i = 0; i < otherIds.length; i++) isCommon[otherIds[i] as number] = 1;
  const keptIds = new Int32Array(ids.length);
  const keptPositions = new Uint32Array(ids.length);
  let count = 0;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as number;
    if (isCommon[id] === 0) continue;
    keptIds[count] = id;
    keptPositions[count] = positions[i] as number;
    count++;
  }
  return { ids: keptIds.subarray(0, count), positions: keptPositions.subarray(0, count) };
}
