import type { PairTally } from "./pair-counter.ts";
import { type Interval, quantileInterval } from "./quantile-interval.ts";
import { signedRank } from "./signed-rank.ts";
import { countBelow, sumOf, type Tally, valueAtRank } from "./tally.ts";

/**
 * How latency moved over matched calls: statistics of the differences after - before. Times in nanoseconds.
 */
export type PairedShift = {
  readonly count: number;
  readonly up: number;
  readonly down: number;
  readonly equal: number;
  /** Median of the differences; the mean of the middle two if the count is even. 0 without pairs. */
  readonly median: number;
  /**
   * Distribution-free 95 % interval of the median, from order statistics; null if n is too small for one.
   */
  readonly interval: Interval | null;
  /**
   * Two-sided Wilcoxon signed-rank p: chance of a shift this large if nothing had changed and the pairs were
   * independent. Calls of one run are not quite, and millions of pairs make any shift significant: read it
   * next to the interval. 1 without pairs.
   */
  readonly p: number;
  /** Matched-pairs rank-biserial correlation, -1 to 1; equal pairs pull it towards 0. */
  readonly effectSize: number;
  /** Sum over after / sum over before; null if before is 0. */
  readonly ratio: number | null;
};

/** Of pairs that have been counted. */
export function shiftOf({ before, after, differences }: PairTally): PairedShift {
  const count = differences.upTo.at(-1) ?? 0;
  const down = countBelow(differences, 0);
  const up = count - countBelow(differences, Number.MIN_VALUE);
  const { p, effectSize } = signedRank(differences);
  const totalBefore = sumOf(before);
  return {
    count,
    up,
    down,
    equal: count - up - down,
    median: count === 0 ? 0 : medianOf(differences, count),
    interval: quantileInterval(differences, 0.5),
    p,
    effectSize,
    ratio: totalBefore === 0 ? null : sumOf(after) / totalBefore,
  };
}

function medianOf(differences: Tally, count: number): number {
  const lower = valueAtRank(differences, Math.floor((count + 1) / 2));
  const upper = valueAtRank(differences, Math.floor(count / 2) + 1);
  return (lower + upper) / 2;
}
