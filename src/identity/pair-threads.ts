import { mapPair, type Pair } from "../trace/pair.ts";
import { bestAssignment } from "./best-assignment.ts";
import { pairByRareFeatures } from "./rare-features.ts";
import type { ThreadContent } from "./thread-content.ts";

/** If this many pairs of threads are possible, they are not all scored against each other. */
const MOST_SCORES = 1 << 20;

/**
 * Pairs the threads of two traces: equal sequences first, ties in order of first appearance; the others so that
 * the sum of the content they share is greatest. Threads without compared calls stay alone.
 * @returns for each thread of before its partner in after, or -1
 */
export function pairThreads(threads: Pair<readonly ThreadContent[]>): Int32Array {
  const partner = new Int32Array(threads.before.length).fill(-1);
  const groups = mapPair(threads, bySketch);
  for (const [sketch, before] of groups.before) {
    const after = groups.after.get(sketch);
    if (after === undefined) continue;
    const isClear = before.length === 1 && after.length === 1;
    pairEqual(threads, before, after, isClear ? () => 0 : ({ hash }) => hash(), partner);
  }
  const taken = new Set(partner);
  const left = mapPair(threads, (side, name) =>
    Array.from(side.keys()).filter(
      (index) =>
        (side[index]?.calls ?? 0) > 0 && (name === "before" ? partner[index] === -1 : !taken.has(index)),
    ),
  );
  pairBySimilarity(threads, left.before, left.after, partner);
  return partner;
}

function bySketch(threads: readonly ThreadContent[]): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  threads.forEach(({ calls, sketch }, index) => {
    if (calls === 0) return;
    const same = groups.get(sketch);
    if (same === undefined) groups.set(sketch, [index]);
    else same.push(index);
  });
  return groups;
}

function pairEqual(
  threads: Pair<readonly ThreadContent[]>,
  before: readonly number[],
  after: readonly number[],
  key: (thread: ThreadContent) => number,
  partner: Int32Array,
): void {
  // the first one last, where it is taken from
  const waiting = new Map<number, number[]>();
  for (const index of after.toReversed()) {
    const hash = key(threads.after[index] as ThreadContent);
    const same = waiting.get(hash);
    if (same === undefined) waiting.set(hash, [index]);
    else same.push(index);
  }
  for (const index of before) {
    const match = waiting.get(key(threads.before[index] as ThreadContent))?.pop();
    if (match !== undefined) partner[index] = match;
  }
}

function pairBySimilarity(
  threads: Pair<readonly ThreadContent[]>,
  before: readonly number[],
  after: readonly number[],
  partner: Int32Array,
): void {
  const [onlyBefore] = before;
  const [onlyAfter] = after;
  if (onlyBefore === undefined || onlyAfter === undefined) return;
  if (before.length === 1 && after.length === 1) {
    partner[onlyBefore] = onlyAfter;
    return;
  }
  if (before.length * after.length > MOST_SCORES) {
    pairByRareFeatures(threads, before, after, partner);
    return;
  }
  const features = after.map((index) => threads.after[index]?.features() ?? new Map<number, number>());
  const scores = before.map((index) => {
    const mine = threads.before[index];
    const own = mine?.features() ?? new Map<number, number>();
    return Float64Array.from(after, (other, column) => {
      const shared = sharedWeight(own, features[column] as ReadonlyMap<number, number>);
      // Of two partners that share as much, the one of nearer length.
      const apart = Math.abs((mine?.calls ?? 0) - (threads.after[other]?.calls ?? 0));
      return shared === 0 ? 0 : shared + 1 / (2 + apart);
    });
  });
  bestAssignment(scores).forEach((column, row) => {
    if (column >= 0) partner[before[row] as number] = after[column] as number;
  });
}

function sharedWeight(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const [feature, weight] of small) shared += Math.min(weight, large.get(feature) ?? 0);
  return shared;
}
