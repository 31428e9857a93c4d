import { type Nanoseconds, nanoseconds } from "../trace/units.ts";
import type { WholeNumber } from "../trace/whole-number.ts";
import { sumOf, type Tally, tally, valueAtRank, wholeSumOf } from "./tally.ts";

/** The percentiles that db_bench prints, plus P90 and P95, by name. */
export const PERCENTILES = {
  p50: 50,
  p75: 75,
  p90: 90,
  p95: 95,
  p99: 99,
  "p99.9": 99.9,
  "p99.99": 99.99,
} as const;
export type Percentile = keyof typeof PERCENTILES;

/** Latencies of one group on one side. Times in nanoseconds. */
export type LatencySummary = {
  readonly count: number;
  readonly total: WholeNumber;
  readonly mean: number;
  /** Sample standard deviation (n - 1); null for fewer than two values. */
  readonly deviation: number | null;
  readonly min: Nanoseconds;
  /**
   * By nearest rank; null if the sample is too small for the percentile to be anything but the maximum
   * (n < 100 / (100 - p)).
   */
  readonly percentiles: Readonly<Record<Percentile, Nanoseconds | null>>;
  readonly max: Nanoseconds;
};

/** Sums up the latencies of one group without changing them. There is at least one. */
export function summarize(latencies: Float64Array): LatencySummary {
  return summaryOf(tally(latencies));
}

/** The same of latencies that have been counted. */
export function summaryOf(counted: Tally): LatencySummary {
  const count = counted.upTo.at(-1) ?? 0;
  const mean = sumOf(counted) / count;
  return {
    count,
    total: wholeSumOf(counted),
    mean,
    deviation: count < 2 ? null : Math.sqrt(sumOfSquares(counted, mean) / (count - 1)),
    min: nanoseconds(valueAtRank(counted, 1)),
    percentiles: percentilesOf((percent) => {
      const rank = nearestRank(percent, count);
      return rank === null ? null : nanoseconds(valueAtRank(counted, rank));
    }),
    max: nanoseconds(valueAtRank(counted, count)),
  };
}

/** A value for each percentile, by name. @param valueAt is given 99 for p99 */
export function percentilesOf<Value>(
  valueAt: (percent: number) => Value,
): Readonly<Record<Percentile, Value>> {
  return {
    p50: valueAt(PERCENTILES.p50),
    p75: valueAt(PERCENTILES.p75),
    p90: valueAt(PERCENTILES.p90),
    p95: valueAt(PERCENTILES.p95),
    p99: valueAt(PERCENTILES.p99),
    "p99.9": valueAt(PERCENTILES["p99.9"]),
    "p99.99": valueAt(PERCENTILES["p99.99"]),
  };
}

/** From the distances to the mean, which is taken first: squares of large values would cancel. */
function sumOfSquares({ values, upTo }: Tally, mean: number): number {
  let sum = 0;
  let seen = 0;
  for (let i = 0; i < values.length; i++) {
    const distance = (values[i] as number) - mean; // i < length of both columns
    const until = upTo[i] as number;
    sum += (until - seen) * distance * distance;
    seen = until;
  }
  return sum;
}

/**
 * Rank, counted from 1, of a percentile by nearest rank: the smallest value that at least `percent` of the
 * sample does not exceed. Null if that could only be the largest of so few, which says nothing about the
 * percentile.
 *
 * Percentiles have two decimals at most; they are counted in hundredths of a percent, since 99.9 / 100 * 1000
 * is not 999 in doubles.
 */
export function nearestRank(percent: number, count: number): number | null {
  const hundredths = Math.round(percent * 100);
  if (count * (10_000 - hundredths) < 10_000) return null;
  return Math.ceil((count * hundredths) / 10_000);
}
