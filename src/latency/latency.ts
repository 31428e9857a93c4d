import type { ComparedThread } from "../changes/thread-steps.ts";
import type { Pairing } from "../pairing/pairing.ts";
import type { LatencyReport } from "../result/comparison.ts";
import type { LatencyCaveat, TimingOptions } from "../result/timing.ts";
import { caveatsOf } from "../stats/caveat.ts";
import { mapPair, type Pair } from "../trace/pair.ts";
import { judgeLimits } from "./gates.ts";
import { idleColumns } from "./idle-times.ts";
import { type GroupContext, latencyGroups } from "./latency-groups.ts";
import { type LatencyKeys, latencyKeys } from "./latency-keys.ts";
import { latencyOutliers } from "./latency-outliers.ts";
import { type GroupSample, groupPartners, groupSamples } from "./latency-samples.ts";
import { unpairedGroups } from "./latency-unpaired.ts";
import { injectionCaveats, recordingCaveats, sideWithoutLatency } from "./recording-caveats.ts";
import { driftsOf, type RunTimes, runStatistics } from "./run-statistics.ts";

/** Times that are measured of matched calls, group by group. */
export type MeasuredTimes = {
  readonly keys: LatencyKeys;
  /** Inside the calls. */
  readonly calls: readonly GroupSample[];
  /** Between the calls of a thread; null if the traces do not show it. */
  readonly idle: readonly GroupSample[] | null;
};

/** For the runs after the first one of a side. */
export type FurtherRuns = Pair<
  readonly { readonly hasLatency: boolean; readonly calls: RunTimes; readonly idle: RunTimes }[]
>;

/** @param partner see AlignedSides */
export function measureTimes(
  pairing: Pairing,
  threads: readonly ComparedThread[],
  partner: Int32Array,
  { by }: TimingOptions,
): MeasuredTimes {
  const { sides } = pairing;
  const keys = latencyKeys(pairing, by);
  const grouping = { groups: keys.groups.before, groupCount: keys.keys.length };
  if (sideWithoutLatency(sides) !== null) return { keys, calls: [], idle: null };
  const latencies = mapPair(sides, ({ trace }) => trace.table.latency);
  const idle = idleColumns(sides);
  return {
    keys,
    calls: groupPartners(partner, { ...grouping, columns: latencies }),
    idle: idle === null ? null : groupSamples(threads, { ...grouping, columns: idle }, 1),
  };
}

/** Everything that a comparison says about time. */
export function latencyReport(
  { sides }: Pairing,
  { threads, changed }: { readonly threads: readonly ComparedThread[]; readonly changed: Pair<Uint32Array> },
  times: MeasuredTimes,
  options: TimingOptions,
  further: FurtherRuns,
): LatencyReport {
  const { keys, calls, idle } = times;
  const runs = mapPair(further, (side) => side.length + 1);
  const withoutLatency = sideWithoutLatency(sides) ?? sideWithBareRun(further);
  const caveats: readonly LatencyCaveat[] = [
    ...caveatsOf({ pairs: null, runs, withoutLatency }),
    ...recordingCaveats(sides),
    ...injectionCaveats(sides),
  ];
  const context: Omit<GroupContext, "drifts"> = {
    by: options.by,
    keys: keys.keys,
    runs,
    known: new Set(caveats.map(({ kind }) => kind)),
  };
  const { groups, common, values } = latencyGroups(calls, {
    ...context,
    drifts: drifts(calls, further, (run) => run.calls),
  });
  const between =
    idle === null
      ? null
      : latencyGroups(idle, { ...context, drifts: drifts(idle, further, (run) => run.idle) });
  return {
    by: options.by.join(","),
    groups,
    common,
    unpaired: unpairedGroups(sides, calls, changed, keys, options.by),
    idle: between?.groups ?? [],
    outliers: latencyOutliers(sides, threads, options.outliers),
    gates: judgeLimits(withoutLatency === null ? values : [], runs, options),
    caveats,
  };
}

/** The side on which a run after the first one has no latencies, which leaves its groups without a statistic. */
function sideWithBareRun(further: FurtherRuns): ReturnType<typeof sideWithoutLatency> {
  const { before, after } = mapPair(further, (runs) => runs.some(({ hasLatency }) => !hasLatency));
  if (before && after) return "both";
  if (before) return "before";
  return after ? "after" : null;
}

/** What is kept of a run. */
export function timesOf(samples: readonly GroupSample[], side: keyof Pair<unknown>): RunTimes {
  return new Map(samples.map(({ group, pairs }) => [group, runStatistics(pairs[side])]));
}

function drifts(
  samples: readonly GroupSample[],
  further: FurtherRuns,
  pick: (run: FurtherRuns["before"][number]) => RunTimes,
): GroupContext["drifts"] {
  if (further.before.length + further.after.length === 0) return null;
  return driftsOf(mapPair(further, (runs, side) => [timesOf(samples, side), ...runs.map(pick)]));
}
