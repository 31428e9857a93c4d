import type { Nanoseconds } from "../trace/units.ts";

/** How latency moved over matched calls: statistics of the differences after - before. Times in nanoseconds. */
export type PairedShift = {
  readonly count: number;
  readonly up: number;
  readonly down: number;
  readonly equal: number;
  /** Median of the differences; the mean of the middle two where the count is even. */
  readonly median: number;
  /** Distribution-free 95 % interval of the median, from order statistics; null where n is too small for one. */
  readonly interval: { readonly low: Nanoseconds; readonly high: Nanoseconds } | null;
  /** Two-sided Wilcoxon signed-rank p: chance of a shift this large if nothing had changed. */
  readonly p: number;
  /** Matched-pairs rank-biserial correlation, -1 to 1. */
  readonly effectSize: number;
  /** Sum over after / sum over before; null where before is 0. */
  readonly ratio: number | null;
};
