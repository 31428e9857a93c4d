import { type Nanoseconds, nanoseconds } from "../trace/units.ts";
import { orderRanks } from "./order-ranks.ts";
import { type Tally, valueAtRank } from "./tally.ts";

export type Interval = { readonly low: Nanoseconds; readonly high: Nanoseconds };

const CONFIDENCE = 0.95;

/**
 * Distribution-free 95 % interval of the quantile `q` (0 < q < 1; 0.99 for P99): two values of the sample
 * itself. Null if the sample is too small to bound the quantile on both sides, as for P99 below 368 values.
 */
export function quantileInterval(sample: Tally, q: number): Interval | null {
  const ranks = orderRanks(sample.upTo.at(-1) ?? 0, q, CONFIDENCE);
  if (ranks === null) return null;
  return {
    low: nanoseconds(valueAtRank(sample, ranks.low)),
    high: nanoseconds(valueAtRank(sample, ranks.high)),
  };
}
