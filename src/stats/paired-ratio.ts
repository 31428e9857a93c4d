import { orderRanks } from "./order-ranks.ts";
import { tally, valueAtRank } from "./tally.ts";

/** By what factor the latency of a group moved. */
export type PairedRatio = {
  /** Pairs that it is taken from. */
  readonly count: number;
  /**
   * Median of after / before over the pairs; the geometric mean of the middle two where the count is even.
   */
  readonly ratio: number;
  /** Distribution-free 95 % interval of the median; 0 to Infinity where the pairs are too few for one. */
  readonly low: number;
  readonly high: number;
};

/**
 * Half of the finest step that strace can print stands for a latency of 0, so that every ratio is a number
 * above 0.
 */
const SHORTEST = 0.5;

/**
 * Pair `i` is the matched calls with latencies `before[i]` and `after[i]` in nanoseconds. There is at least
 * one.
 */
export function pairedRatio(before: Float64Array, after: Float64Array): PairedRatio {
  const count = before.length;
  const ratios = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    // i < length of both
    ratios[i] = Math.max(after[i] as number, SHORTEST) / Math.max(before[i] as number, SHORTEST);
  }
  const sorted = tally(ratios);
  const lower = valueAtRank(sorted, Math.ceil(count / 2));
  const upper = valueAtRank(sorted, Math.floor(count / 2) + 1);
  const ranks = orderRanks(count, 0.5, 0.95);
  return {
    count,
    ratio: lower === upper ? lower : Math.sqrt(lower * upper),
    low: ranks === null ? 0 : valueAtRank(sorted, ranks.low),
    high: ranks === null ? Number.POSITIVE_INFINITY : valueAtRank(sorted, ranks.high),
  };
}
