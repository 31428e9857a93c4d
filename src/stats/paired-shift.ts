import { type Interval, quantileInterval } from "./quantile-interval.ts";
import { signedRank } from "./signed-rank.ts";
import { type Tally, tally, valueAtRank } from "./tally.ts";

/**
 * How latency moved over matched calls: statistics of the differences after - before. Times in nanoseconds.
 */
export type PairedShift = {
  readonly count: number;
  readonly up: number;
  readonly down: number;
  readonly equal: number;
  /** Median of the differences; the mean of the middle two where the count is even. 0 without pairs. */
  readonly median: number;
  /**
   * Distribution-free 95 % interval of the median, from order statistics; null where n is too small for one.
   */
  readonly interval: Interval | null;
  /**
   * Two-sided Wilcoxon signed-rank p: chance of a shift this large if nothing had changed and the pairs were
   * independent. Calls of one run are not quite, and millions of pairs make any shift significant: read it
   * beside the interval. 1 without pairs.
   */
  readonly p: number;
  /** Matched-pairs rank-biserial correlation, -1 to 1; equal pairs pull it towards 0. */
  readonly effectSize: number;
  /** Sum over after / sum over before; null where before is 0. */
  readonly ratio: number | null;
};

/**
 * Pair `i` is the matched calls with latencies `before[i]` and `after[i]`. Neither is changed.
 * @throws RangeError where the two are not of one length
 */
export function pairedShift(before: Float64Array, after: Float64Array): PairedShift {
  if (before.length !== after.length) {
    throw new RangeError(`${before.length} latencies before can't be paired with ${after.length} after`);
  }
  const count = before.length;
  const differences = new Float64Array(count);
  let totalBefore = 0;
  let totalAfter = 0;
  let up = 0;
  let down = 0;
  for (let i = 0; i < count; i++) {
    const from = before[i] as number; // i < count, the length of both
    const to = after[i] as number;
    differences[i] = to - from;
    totalBefore += from;
    totalAfter += to;
    if (to > from) up++;
    else if (to < from) down++;
  }
  const sorted = tally(differences);
  const { p, effectSize } = signedRank(sorted);
  return {
    count,
    up,
    down,
    equal: count - up - down,
    median: count === 0 ? 0 : medianOf(sorted, count),
    interval: quantileInterval(sorted, 0.5),
    p,
    effectSize,
    ratio: totalBefore === 0 ? null : totalAfter / totalBefore,
  };
}

function medianOf(differences: Tally, count: number): number {
  const lower = valueAtRank(differences, Math.floor((count + 1) / 2));
  const upper = valueAtRank(differences, Math.floor(count / 2) + 1);
  return (lower + upper) / 2;
}
