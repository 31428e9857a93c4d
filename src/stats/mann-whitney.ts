import { twoSidedNormal } from "./normal.ts";
import { type Tally, tally } from "./tally.ts";

/** Rank-sum test of two samples that are not paired. */
export type MannWhitney = {
  /** Pairs of one value from each side in which `after` is larger, plus half of the equal ones. */
  readonly u: number;
  /**
   * Chance that a value of `after` is larger than one of `before`, equal ones counting half; null without
   * values.
   */
  readonly superiority: number | null;
  /** Rank-biserial correlation, 2 × superiority - 1: -1 to 1; 0 without values. */
  readonly effectSize: number;
  /** Two-sided; 1 if a side has no values. */
  readonly p: number;
  readonly method: "exact" | "normal";
};

/** Up to this many values on both sides together, the exact null distribution is counted. */
const EXACT_UP_TO = 60;

/**
 * Equal values share the mean of their ranks. W of R's wilcox.test(after, before) is `u`.
 *
 * Exact p: all ways to deal the midranks to the two sides are counted (the permutation distribution, right
 * with ties too); p is twice the smaller tail. Normal p: corrected for ties, with a continuity correction of
 * 1/2 (Hollander, Wolfe & Chicken, Nonparametric Statistical Methods, 3rd ed., section 4.1).
 */
export function mannWhitney(before: Float64Array, after: Float64Array): MannWhitney {
  const pairs = before.length * after.length;
  if (pairs === 0) return { u: 0, superiority: null, effectSize: 0, p: 1, method: "exact" };
  const { rankSum, squares, doubled } = rank(tally(before), tally(after));
  const u = rankSum - (after.length * (after.length + 1)) / 2;
  const superiority = u / pairs;
  const exact = doubled.length > 0;
  const p = exact
    ? exactP(doubled, after.length, 2 * rankSum)
    : normalP(u - pairs / 2, before.length, after.length, squares);
  return { u, superiority, effectSize: 2 * superiority - 1, p, method: exact ? "exact" : "normal" };
}

type Ranks = {
  /** Of the values of `after`. */
  readonly rankSum: number;
  /** Sum over all values of the squared distance of their rank from the mean rank. */
  readonly squares: number;
  /** Twice the rank of each value; empty if there are too many to count exactly. */
  readonly doubled: readonly number[];
};

function rank(before: Tally, after: Tally): Ranks {
  const count = (before.upTo.at(-1) ?? 0) + (after.upTo.at(-1) ?? 0);
  const meanRank = (count + 1) / 2;
  const doubled: number[] = [];
  let [rankSum, squares] = [0, 0];
  let [i, j] = [0, 0];
  let [seenBefore, seenAfter] = [0, 0];
  while (i < before.values.length || j < after.values.length) {
    // Past the end of a column reads give undefined, which Infinity stands for.
    const fromBefore = before.values[i] ?? Number.POSITIVE_INFINITY;
    const fromAfter = after.values[j] ?? Number.POSITIVE_INFINITY;
    const ranked = seenBefore + seenAfter;
    const tiedBefore = fromBefore <= fromAfter ? (before.upTo[i++] ?? 0) - seenBefore : 0;
    const tiedAfter = fromAfter <= fromBefore ? (after.upTo[j++] ?? 0) - seenAfter : 0;
    const tied = tiedBefore + tiedAfter;
    const midrank = ranked + (tied + 1) / 2;
    rankSum += tiedAfter * midrank;
    squares += tied * (midrank - meanRank) ** 2;
    if (count <= EXACT_UP_TO) for (let k = 0; k < tied; k++) doubled.push(2 * midrank);
    seenBefore += tiedBefore;
    seenAfter += tiedAfter;
  }
  return { rankSum, squares, doubled };
}

/** Of all ways to choose `size` of the ranks, twice the share whose sum is as far out as the one observed. */
function exactP(doubled: readonly number[], size: number, observed: number): number {
  const all = doubled.reduce((sum, each) => sum + each, 0);
  // Choosing one side leaves the other, so the smaller of the two can be dealt.
  const other = doubled.length - size;
  const [dealt, reached] = size <= other ? [size, observed] : [other, all - observed];
  const ways = subsetSumsOfSize(doubled, dealt, all);
  let [atMost, atLeast, total] = [0, 0, 0];
  for (const [s, count] of ways.entries()) {
    total += count;
    if (s <= reached) atMost += count;
    if (s >= reached) atLeast += count;
  }
  return Math.min(1, (2 * Math.min(atMost, atLeast)) / total);
}

/** How many subsets of `size` weights have each sum from 0 to `limit`; rounded beyond 2^53 of them. */
function subsetSumsOfSize(weights: readonly number[], size: number, limit: number): Float64Array {
  const bySize = Array.from({ length: size + 1 }, () => new Float64Array(limit + 1));
  const none = bySize[0];
  if (none !== undefined) none[0] = 1;
  let reached = 0;
  for (const [taken, weight] of weights.entries()) {
    reached += weight;
    // Larger subsets first, so that no weight is taken twice.
    for (let k = Math.min(size, taken + 1); k > 0; k--) {
      const ways = bySize[k] as Float64Array; // k <= size
      const smaller = bySize[k - 1] as Float64Array;
      for (let s = weight; s <= reached; s++) ways[s] = (ways[s] as number) + (smaller[s - weight] as number);
    }
  }
  return bySize[size] as Float64Array;
}

function normalP(fromMean: number, before: number, after: number, squares: number): number {
  if (squares === 0) return 1;
  const count = before + after;
  // Variance of the sum of a sample of ranks drawn without replacement.
  const variance = ((before * after) / (count * (count - 1))) * squares;
  return twoSidedNormal(Math.max(0, Math.abs(fromMean) - 1 / 2) / Math.sqrt(variance));
}
