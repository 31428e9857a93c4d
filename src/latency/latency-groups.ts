import type { LatencyGroup } from "../result/comparison.ts";
import type { CommonDrift, Grouping, GroupKey, GroupResidual, StatisticDrift } from "../result/timing.ts";
import { caveatsOf } from "../stats/caveat.ts";
import { type CommonShift, commonShift } from "../stats/common-shift.ts";
import { type Histogram, histogram } from "../stats/histogram.ts";
import type { PairedRatio } from "../stats/paired-ratio.ts";
import { shiftOf } from "../stats/paired-shift.ts";
import { summaryOf } from "../stats/summary.ts";
import type { Pair } from "../trace/pair.ts";
import type { GatedGroup } from "./gates.ts";
import { groupName } from "./group-name.ts";
import type { GroupSample } from "./latency-samples.ts";

/** What is known about all groups besides their samples. */
export type GroupContext = {
  readonly by: readonly Grouping[];
  readonly keys: readonly GroupKey[];
  readonly runs: Pair<number>;
  /** Caveats about all groups, which are reported once. */
  readonly known: ReadonlySet<string>;
  /** By group, with several runs a side; null with one. */
  readonly drifts: ReadonlyMap<number, readonly StatisticDrift[]> | null;
};

export type GroupTable = {
  /** Most time before first. */
  readonly groups: readonly LatencyGroup[];
  /** The same with the sample of each. */
  readonly values: readonly GatedGroup[];
  readonly common: CommonDrift | null;
};

/** Two runs of one program regularly differ by less than this: a machine never behaves the same twice. */
const LEAST_OF_ONE_RUN = 1.25;

/** Sums up each group of matched calls, and what all groups have in common. */
export function latencyGroups(samples: readonly GroupSample[], context: GroupContext): GroupTable {
  const ratios = samples.map(({ group, ratio }) => runRatio(group, context) ?? ratio);
  const { common, residuals } = commonDrift(ratios, leastCommon(samples, context));
  const values = samples.map((sample, at): GatedGroup => {
    const group = latencyGroup(sample, context);
    return { ...sample, group: { ...group, residual: residuals[at] ?? null } };
  });
  values.sort(
    ({ group: x }, { group: y }) =>
      Number(y.before.total) - Number(x.before.total) || (x.name < y.name ? -1 : 1),
  );
  return { groups: values.map(({ group }) => group), values, common };
}

/** The least common factor to report: with several runs a side any, if the median of most groups drifted. */
function leastCommon(samples: readonly GroupSample[], { drifts }: GroupContext): number {
  const kinds = samples.flatMap(({ group }) => medianDrift(group, drifts)?.kind ?? []);
  const judged = kinds.filter((kind) => kind !== "too-few-runs");
  if (judged.length === 0) return LEAST_OF_ONE_RUN;
  const drifted = judged.filter((kind) => kind === "outside-noise");
  return drifted.length > judged.length / 2 ? 1 : Number.POSITIVE_INFINITY;
}

function medianDrift(group: number, drifts: GroupContext["drifts"]): StatisticDrift | undefined {
  return drifts?.get(group)?.find(({ statistic }) => statistic === "p50");
}

function latencyGroup(
  { group, pairs }: GroupSample,
  { by, keys, runs, known, drifts }: GroupContext,
): Omit<LatencyGroup, "residual"> {
  const key = keys[group] ?? {};
  const evidence = { pairs, runs, withoutLatency: null };
  return {
    by: by.join(","),
    key,
    name: groupName(key),
    before: summaryOf(pairs.before),
    after: summaryOf(pairs.after),
    shift: shiftOf(pairs),
    drift: drifts?.get(group) ?? null,
    caveats: caveatsOf(evidence).filter(({ kind }) => !known.has(kind)),
    histogram: (bins: number): Histogram => histogram(pairs, bins),
  };
}

/** With several runs a side, the factor by which their medians moved, and the bounds within which it may be. */
function runRatio(group: number, { drifts }: GroupContext): PairedRatio | null {
  const drift = medianDrift(group, drifts);
  if (drift === undefined || drift.kind === "too-few-runs") return null;
  const [before, after] = [drift.runs.before, drift.runs.after].map((runs) =>
    runs.map((run) => Math.max(run, 1)),
  );
  if (before === undefined || after === undefined) return null;
  return {
    count: before.length + after.length,
    ratio: Math.max(drift.median.after, 1) / Math.max(drift.median.before, 1),
    low: Math.min(...after) / Math.max(...before),
    high: Math.max(...after) / Math.min(...before),
  };
}

/**
 * What groups have in common and what is left of each; null if they have nothing in common.
 * @param least a common factor nearer to 1 than this does not count
 */
export function commonDrift(
  ratios: readonly PairedRatio[],
  least: number,
): {
  readonly common: CommonDrift | null;
  readonly residuals: readonly (GroupResidual | null)[];
} {
  const { factor, all, residuals } = commonShift(ratios);
  if (factor === 1 || Math.max(factor, 1 / factor) < least)
    return { common: null, residuals: residuals.map(() => null) };
  return { common: { factor, all }, residuals: residuals.map(residualOf) };
}

function residualOf({ ratio, low, high, standsOut }: CommonShift["residuals"][number]): GroupResidual {
  return { ratio, low, high: Number.isFinite(high) ? high : null, standsOut };
}
