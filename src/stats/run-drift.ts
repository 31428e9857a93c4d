import type { Pair } from "../trace/pair.ts";
import { mannWhitney } from "./mann-whitney.ts";

/** Movement of one statistic (a percentile, a mean, a total of one group) over several runs a side. */
export type RunDrift = {
  readonly kind: "too-few-runs" | "within-noise" | "outside-noise";
  /** Median over the runs of each side; NaN if a side has none. */
  readonly median: Pair<number>;
  /** Noise floor: the wider of the two distances from the smallest to the largest run of a side. */
  readonly spread: number;
  /** Distance between the nearest runs of the two sides; below 0 if they overlap. */
  readonly distance: number;
  /** Two-sided Mann-Whitney p of the runs. */
  readonly p: number;
};

/** The smallest move that matters: it has to reach both limits. */
export type LeastDrift = {
  /** Share of the median before: 0.05 is 5 %. */
  readonly relative: number;
  /** In the unit of the statistic. */
  readonly absolute: number;
};

/** 5 %, and two steps of the clock that strace prints latencies with. */
export const LEAST_DRIFT: LeastDrift = { relative: 0.05, absolute: 2000 };

export const NEEDED_RUNS = 3;
/**
 * How wide the distance between the sides has to be, in spreads, by the number of runs of the smaller side: the
 * fewer runs, the more often equal ones fall apart by chance. Seven and more need no more than to be apart.
 */
const DISTANCE_IN_SPREADS = new Map([
  [3, 2],
  [4, 1],
  [5, 0.5],
  [6, 0.25],
]);
/** For every this many runs a side, one at each end may be disturbed and is left out. */
const RUNS_FOR_ONE_OUTLIER = 10;

/**
 * Whether the runs of one side lie outside the noise of the other: the two sets are completely apart, by a
 * distance that is wide beside the spread within a side, and the move is large enough to matter. The rule assumes
 * nothing about the distribution and needs no choice of a level.
 *
 * False alarms, for runs that are exchangeable: being apart alone has chance 2 / C(n + m, n), whatever the
 * distribution: 2/20 for 3 against 3, 2/70 for 4, 2/252 for 5, 2/924 for 6, 2/3432 for 7. With the distance,
 * 60,000 simulated comparisons each raised 0.13 % for 3 against 3, 0.04 % for 4, 0.03 % for 5 and 6, 0.07 %
 * for 7 and 0.1 % for 10 where noise is normal, no more than 0.16 % where it is log-normal, and 0.4, 0.15,
 * 0.09 % for 3, 4, 5 where it is uniform. A machine of two states with one run in three in the other raises
 * 2.2 % for 3 and 0.1 % for 5. Statistics of one set of runs go together, so that looking at many multiplies
 * this by less than their number. Runs that drift with time are not exchangeable: record the sides in turns.
 */
export function runDrift(runs: Pair<readonly number[]>, least: LeastDrift = LEAST_DRIFT): RunDrift {
  const before = runs.before.toSorted((one, other) => one - other);
  const after = runs.after.toSorted((one, other) => one - other);
  const median = { before: middle(before), after: middle(after) };
  const { p } = mannWhitney(Float64Array.from(before), Float64Array.from(after));
  const fewest = Math.min(before.length, after.length);
  const outliers = Math.floor(fewest / RUNS_FOR_ONE_OUTLIER);
  const [lowBefore, highBefore] = ends(before, outliers);
  const [lowAfter, highAfter] = ends(after, outliers);
  const spread = Math.max(highBefore - lowBefore, highAfter - lowAfter);
  const distance = Math.max(lowAfter - highBefore, lowBefore - highAfter);
  if (fewest < NEEDED_RUNS) return { kind: "too-few-runs", median, spread, distance, p };
  const apart = distance > 0 && distance >= (DISTANCE_IN_SPREADS.get(fewest) ?? 0) * spread;
  const move = Math.abs(median.after - median.before);
  const matters = move >= least.relative * Math.abs(median.before) && move >= least.absolute;
  return { kind: apart && matters ? "outside-noise" : "within-noise", median, spread, distance, p };
}

function ends(sorted: readonly number[], outliers: number): readonly [number, number] {
  return [sorted[outliers] ?? Number.NaN, sorted[sorted.length - 1 - outliers] ?? Number.NaN];
}

function middle(sorted: readonly number[]): number {
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  return (lower + upper) / 2;
}
