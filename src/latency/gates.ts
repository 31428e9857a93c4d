import type { LatencyGroup } from "../result/comparison.ts";
import type { DriftLimit, Excess, GateOutcome, TimingOptions, Undecided } from "../result/timing.ts";
import type { PairTally } from "../stats/pair-counter.ts";
import { quantileInterval } from "../stats/quantile-interval.ts";
import { LEAST_DRIFT, NEEDED_RUNS, runDrift } from "../stats/run-drift.ts";
import { PERCENTILES, summaryOf } from "../stats/summary.ts";
import { sumOf } from "../stats/tally.ts";
import type { Pair } from "../trace/pair.ts";
import type { GroupSample } from "./latency-samples.ts";
import { runStatistics } from "./run-statistics.ts";

/** A group with the evidence by which a limit is judged. */
export type GatedGroup = Omit<GroupSample, "group"> & { readonly group: LatencyGroup };

/** How one group compares to a limit; null if it has too few calls for the statistic. */
type Judgement = { readonly beyond: boolean; readonly statistic: Pair<number> };

/**
 * Judges each limit on every group: a group exceeds it by size and by evidence. With several runs a side, the evidence
 * is that the runs of the two sides are apart; with one run a side, if that is accepted, that the whole 95 % interval
 * is beyond the limit.
 * @param runs recorded on each side
 */
export function judgeLimits(
  groups: readonly GatedGroup[],
  runs: Pair<number>,
  { limits, acceptSingleRun }: Pick<TimingOptions, "limits" | "acceptSingleRun">,
): readonly GateOutcome[] {
  const hasRuns = Math.min(runs.before, runs.after) >= NEEDED_RUNS;
  return limits.map((limit): GateOutcome => {
    const undecided = (why: Undecided): GateOutcome => ({
      limit: limit.text,
      outcome: "undecided",
      undecided: why,
      beyond: [],
      judged: 0,
      skipped: groups.length,
    });
    if (groups.length === 0) return undecided({ kind: "no-latency" });
    if (!hasRuns && !acceptSingleRun) return undecided({ kind: "few-runs", runs, needed: NEEDED_RUNS });
    const judgeGroup = hasRuns ? judgeRuns : judgePairs;
    const beyond: Excess[] = [];
    let judged = 0;
    for (const gated of groups) {
      const judgement = judgeGroup(limit, gated);
      if (judgement === null) continue;
      judged++;
      const { name, key } = gated.group;
      if (judgement.beyond) beyond.push({ group: name, key, ...judgement.statistic });
    }
    if (judged === 0) return undecided({ kind: "few-calls" });
    return {
      limit: limit.text,
      outcome: beyond.length > 0 ? "beyond" : "within",
      undecided: null,
      beyond,
      judged,
      skipped: groups.length - judged,
    };
  });
}

function judgeRuns(limit: DriftLimit, { group }: GatedGroup): Judgement | null {
  const moved = group.drift?.find(({ statistic }) => statistic === limit.statistic);
  if (moved === undefined) return null;
  const { kind, median } = runDrift(moved.runs, leastDrift(limit));
  return { beyond: kind === "outside-noise" && median.after > median.before, statistic: median };
}

/** A single latency is known only to one clock step, and so is a percentile; means and totals are finer. */
function leastDrift(limit: DriftLimit): { readonly relative: number; readonly absolute: number } {
  const isOneLatency = limit.statistic !== "mean" && limit.statistic !== "total";
  const least = isOneLatency ? LEAST_DRIFT.absolute : 0;
  if (limit.kind === "relative") return { relative: limit.share, absolute: least };
  return { relative: 0, absolute: Math.max(limit.nanoseconds, least) };
}

function judgePairs(limit: DriftLimit, gated: GatedGroup): Judgement | null {
  const { pairs } = gated;
  const statistic = { before: runStatistics(pairs.before), after: runStatistics(pairs.after) };
  const before = statistic.before[limit.statistic];
  const after = statistic.after[limit.statistic];
  if (before === null || after === null) return null;
  const least = leastRise(limit, gated);
  if (least === null) return null;
  const beyond =
    limit.kind === "relative" ? least.relative > limit.share : least.absolute > limit.nanoseconds;
  return { beyond, statistic: { before, after } };
}

/** The lower end of the 95 % interval of how far a statistic rose; null if the calls are too few for one. */
function leastRise(
  { statistic }: DriftLimit,
  { group: { shift }, pairs, ratio }: GatedGroup,
): { readonly relative: number; readonly absolute: number } | null {
  if (statistic === "mean" || statistic === "total") {
    const mean = pairedMean(pairs);
    if (mean === null) return null;
    const times = statistic === "total" ? shift.count : 1;
    return { relative: mean.low / Math.max(mean.before, 1), absolute: mean.low * times };
  }
  if (statistic === "p50") {
    if (shift.interval === null) return null;
    return { relative: ratio.low - 1, absolute: shift.interval.low };
  }
  const share = PERCENTILES[statistic] / 100;
  const before = quantileInterval(pairs.before, share);
  const after = quantileInterval(pairs.after, share);
  if (before === null || after === null) return null;
  return {
    relative: after.low / Math.max(before.high, 1) - 1,
    absolute: after.low - before.high,
  };
}
/** Mean of the differences of pairs, nanoseconds, with the lower end of its 95 % interval. */
export type PairedMean = { readonly before: number; readonly rise: number; readonly low: number };

/** The mean of this many differences is close to normal even if they are as skewed as latencies. */
const NEEDED_PAIRS = 100;
/** 97.5 % quantile of the normal distribution; that of the t distribution with 99 degrees of freedom is 1.98. */
const NORMAL_QUANTILE = 1.96;

/**
 * How far the mean rose. Relies on the central limit theorem, so it is null for few pairs. A single call that takes
 * very long widens the interval more than it raises the mean, and is not evidence: among n pairs it moves the mean by
 * x/n and the standard error by as much.
 */
export function pairedMean({ before, differences }: PairTally): PairedMean | null {
  const { count, mean, deviation } = summaryOf(differences);
  if (count < NEEDED_PAIRS || deviation === null) return null;
  const error = deviation / Math.sqrt(count);
  return { before: sumOf(before) / count, rise: mean, low: mean - NORMAL_QUANTILE * error };
}
