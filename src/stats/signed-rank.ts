import { twoSidedNormal } from "./normal.ts";
import type { Tally } from "./tally.ts";

/** Wilcoxon's signed-rank test of differences against a median of 0. */
export type SignedRank = {
  /** Sums of the ranks of the differences above and below 0: V of R's wilcox.test is `above`. */
  readonly above: number;
  readonly below: number;
  /** Two-sided; 1 if all differences are 0. */
  readonly p: number;
  readonly method: "exact" | "normal";
  /** Share of all ranks that are above 0 less the share below: -1 to 1. */
  readonly effectSize: number;
};

/** Up to this many differences other than 0, the exact null distribution is counted. */
const EXACT_UP_TO = 50;

/**
 * Ranks the differences by magnitude; equal magnitudes share the mean of their ranks (midranks).
 *
 * Zeros take the lowest ranks and are then left out of both sums (Pratt, "Remarks on zeros and ties in the
 * Wilcoxon signed rank procedures", JASA 54, 1959). Where a clock of 1 µs makes zeros common, dropping them
 * before ranking, as Wilcoxon did, would throw away the pairs that speak most clearly for "nothing moved".
 *
 * Exact p: all 2^n signs of the midranks are counted, doubled so that they are whole; p is twice the smaller
 * tail. Normal p: the variance is a quarter of the sum of squared midranks, which is n(n + 1)(2n + 1) / 24
 * with the usual corrections for ties and zeros (Hollander, Wolfe & Chicken, Nonparametric Statistical
 * Methods, 3rd ed., section 3.1; zeros: Cureton, JASA 62, 1967), with a continuity correction of 1/2.
 *
 * Effect size: matched-pairs rank-biserial correlation by the simple difference formula (Kerby, Comprehensive
 * Psychology 3, 2014). Zeros count in its denominator, so that a move of few among many equal pairs is small.
 */
export function signedRank(differences: Tally): SignedRank {
  const { above, below, squares, zeros, count, signed } = rank(differences);
  const all = (count * (count + 1)) / 2;
  const effectSize = all === 0 ? 0 : (above - below) / all;
  const exact = count - zeros <= EXACT_UP_TO;
  const p = exact ? exactP(signed, zeros) : normalP(above, below, squares);
  return { above, below, p, method: exact ? "exact" : "normal", effectSize };
}

type Ranks = {
  readonly above: number;
  readonly below: number;
  /** Sum of the squares of the ranks of all differences but the zeros. */
  readonly squares: number;
  readonly zeros: number;
  readonly count: number;
  /**
   * Twice the rank of each difference other than 0, as if there were no zeros, with the sign of the
   * difference; empty if there are too many to count exactly.
   */
  readonly signed: readonly number[];
};

function rank({ values, upTo }: Tally): Ranks {
  const count = upTo.at(-1) ?? 0;
  // Reads below are of indices from 0 to the number of distinct differences; upTo[-1] stands for 0.
  const timesOf = (i: number): number => (upTo[i] as number) - (i === 0 ? 0 : (upTo[i - 1] as number));
  const firstAbove = values.findIndex((value) => value >= 0);
  let up = firstAbove === -1 ? values.length : firstAbove;
  let down = up - 1;
  const zeros = values[up] === 0 ? timesOf(up++) : 0;
  const signed: number[] = [];
  const listed = count - zeros <= EXACT_UP_TO;
  let above = 0;
  let below = 0;
  let squares = 0;
  let ranked = zeros;
  while (up < values.length || down >= 0) {
    const larger = up < values.length ? (values[up] as number) : Number.POSITIVE_INFINITY;
    const smaller = down >= 0 ? -(values[down] as number) : Number.POSITIVE_INFINITY;
    const positive = larger <= smaller ? timesOf(up++) : 0;
    const negative = smaller <= larger ? timesOf(down--) : 0;
    const tied = positive + negative;
    const midrank = ranked + (tied + 1) / 2;
    above += positive * midrank;
    below += negative * midrank;
    squares += tied * midrank * midrank;
    if (listed) {
      const doubled = 2 * (midrank - zeros);
      for (let i = 0; i < tied; i++) signed.push(i < positive ? doubled : -doubled);
    }
    ranked += tied;
  }
  return { above, below, squares, zeros, count, signed };
}

function exactP(signed: readonly number[], zeros: number): number {
  if (signed.length === 0) return 1;
  // Zeros lift each rank by their number. A lift beyond the sum of all other ranks orders the subsets as any
  // larger one does (by how many ranks they have, then by their sum), so a million zeros need no larger
  // table.
  const unlifted = signed.reduce((sum, each) => sum + Math.abs(each), 0);
  const lift = Math.min(2 * zeros, unlifted + 1);
  let above = 0;
  let below = 0;
  const weights = signed.map((each) => Math.abs(each) + lift);
  for (const [i, weight] of weights.entries()) {
    if ((signed[i] as number) > 0) above += weight;
    else below += weight;
  }
  const tail = subsetSums(weights, Math.min(above, below)).reduce((sum, ways) => sum + ways, 0);
  return Math.min(1, (2 * tail) / 2 ** signed.length);
}

function normalP(above: number, below: number, squares: number): number {
  const distance = Math.max(0, Math.abs(above - below) / 2 - 1 / 2);
  return twoSidedNormal(distance / Math.sqrt(squares / 4));
}

/**
 * How many of the 2^n subsets of `weights` (whole, positive) have each sum: entry `s` of the result counts
 * those with sum `s`, up to and including `limit`. Exact up to 53 weights.
 *
 * This is the null distribution of a signed-rank statistic: each rank is positive or not, with equal chance.
 */
export function subsetSums(weights: readonly number[], limit: number): Float64Array {
  const ways = new Float64Array(limit + 1);
  ways[0] = 1;
  let reached = 0;
  for (const weight of weights) {
    reached = Math.min(limit, reached + weight);
    // Downwards, so that no weight is taken twice; both indices are from 0 to limit.
    for (let s = reached; s >= weight; s--) ways[s] = (ways[s] as number) + (ways[s - weight] as number);
  }
  return ways;
}
