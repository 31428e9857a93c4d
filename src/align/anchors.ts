import { longestRise } from "./longest-rise.ts";
import type { Region } from "./region.ts";

// Casts in this file: positions lie in the region, ids below `idCount`, table addresses are masked.

/** Pairs of positions, rising on both sides, whose calls are equal and occur nowhere else in the region. */
export type Anchors = {
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** How many pairs there were before those that cross others were left out. */
  readonly candidates: number;
};

const NO_ANCHORS: Anchors = { before: new Int32Array(0), after: new Int32Array(0), candidates: 0 };
const SEEN_TWICE = -1;

/**
 * Finds the calls of a region that can only match one way (Bram Cohen's patience diff): of those that occur once on
 * each side, the longest set that has the same order on both.
 *
 * Where no call is unique, a few calls in a row may be: `findGrams` turns each position into one id for the calls
 * that follow, so that rare calls are told from frequent ones by their neighbours.
 */
export class AnchorFinder {
  /** By id: position + 1 where it was seen once in the region; SEEN_TWICE; 0 between two searches. */
  readonly #before: Int32Array;
  readonly #after: Int32Array;

  constructor(idCount: number) {
    this.#before = new Int32Array(idCount);
    this.#after = new Int32Array(idCount);
  }

  find(beforeIds: Int32Array, afterIds: Int32Array, region: Region): Anchors {
    const seenBefore = this.#before;
    const seenAfter = this.#after;
    note(seenBefore, beforeIds, region.before, region.beforeEnd);
    note(seenAfter, afterIds, region.after, region.afterEnd);

    const most = Math.min(region.beforeEnd - region.before, region.afterEnd - region.after);
    const before = new Int32Array(most);
    const after = new Int32Array(most);
    let count = 0;
    for (let i = region.before; i < region.beforeEnd; i++) {
      const id = beforeIds[i] as number;
      const afterSeen = seenAfter[id] as number;
      if ((seenBefore[id] as number) <= 0 || afterSeen <= 0) continue;
      before[count] = i;
      after[count] = afterSeen - 1;
      count++;
    }
    for (let i = region.before; i < region.beforeEnd; i++) seenBefore[beforeIds[i] as number] = 0;
    for (let i = region.after; i < region.afterEnd; i++) seenAfter[afterIds[i] as number] = 0;
    if (count === 0) return NO_ANCHORS;

    const rise = longestRise(after.subarray(0, count));
    return {
      before: rise.map((index) => before[index] as number),
      after: rise.map((index) => after[index] as number),
      candidates: count,
    };
  }
}

function note(seen: Int32Array, ids: Int32Array, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    const id = ids[i] as number;
    seen[id] = seen[id] === 0 ? i + 1 : SEEN_TWICE;
  }
}
