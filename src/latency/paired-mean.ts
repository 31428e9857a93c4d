import type { PairTally } from "../stats/pair-counter.ts";
import { summaryOf } from "../stats/summary.ts";
import { sumOf } from "../stats/tally.ts";

/** Mean of the differences of pairs, nanoseconds, with the lower end of its 95 % interval. */
export type PairedMean = { readonly before: number; readonly rise: number; readonly low: number };

/** The mean of so many differences is close to normal even where they are skewed as latencies are. */
const NEEDED_PAIRS = 100;
/** 97.5 % quantile of the normal distribution: of the t distribution with 99 degrees of freedom it is 1.98. */
const NORMAL_QUANTILE = 1.96;

/**
 * How far the mean rose. By the central limit theorem, so that it is null for few pairs. A single call that takes
 * very long widens the interval more than it lifts the mean, and is no evidence: of n pairs it moves the mean by x/n
 * and the standard error by as much.
 */
export function pairedMean({ before, differences }: PairTally): PairedMean | null {
  const { count, mean, deviation } = summaryOf(differences);
  if (count < NEEDED_PAIRS || deviation === null) return null;
  const error = deviation / Math.sqrt(count);
  return { before: sumOf(before) / count, rise: mean, low: mean - NORMAL_QUANTILE * error };
}
