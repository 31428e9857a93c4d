import type { Nanoseconds } from "../trace/units.ts";

/** The percentiles that db_bench prints, plus P90 and P95. */
export const PERCENTILES = [50, 75, 90, 95, 99, 99.9, 99.99] as const;

/** Latencies of one group on one side. Times in nanoseconds. */
export type LatencySummary = {
  readonly count: number;
  readonly total: Nanoseconds;
  readonly mean: number;
  /** Sample standard deviation (n - 1); null for fewer than two values. */
  readonly deviation: number | null;
  readonly min: Nanoseconds;
  /**
   * By nearest rank, in the order of PERCENTILES; null where the sample is too small for the percentile to be
   * anything but the maximum (n < 100 / (100 - p)).
   */
  readonly percentiles: readonly (Nanoseconds | null)[];
  readonly max: Nanoseconds;
};
