import { STATISTICS, type Statistic, type StatisticDrift } from "../result/timing.ts";
import { runDrift } from "../stats/run-drift.ts";
import { summaryOf } from "../stats/summary.ts";
import type { Tally } from "../stats/tally.ts";
import type { Pair } from "../trace/pair.ts";

/** What is kept of the calls of a group in one run, in nanoseconds; null if they are too few for the statistic. */
export type RunStatistics = Readonly<Record<Statistic, number | null>>;

/** Group by group; a group without calls is absent. */
export type RunTimes = ReadonlyMap<number, RunStatistics>;

/** There is at least one value. */
export function runStatistics(values: Tally): RunStatistics {
  const { percentiles, mean, total } = summaryOf(values);
  return { ...percentiles, mean, total: Number(total) };
}

/** By group, how each statistic that every run has moved. */
export function driftsOf(runs: Pair<readonly RunTimes[]>): ReadonlyMap<number, readonly StatisticDrift[]> {
  const groups = new Set([...runs.before, ...runs.after].flatMap((times) => [...times.keys()]));
  return new Map(Array.from(groups, (group) => [group, groupDrifts(runs, group)]));
}

function groupDrifts(runs: Pair<readonly RunTimes[]>, group: number): readonly StatisticDrift[] {
  return STATISTICS.flatMap((statistic) => {
    const before = valuesOf(runs.before, group, statistic);
    const after = valuesOf(runs.after, group, statistic);
    if (before === null || after === null) return [];
    return [{ ...runDrift({ before, after }), statistic, runs: { before, after } }];
  });
}

function valuesOf(runs: readonly RunTimes[], group: number, statistic: Statistic): readonly number[] | null {
  const values = runs.map((times) => times.get(group)?.[statistic] ?? null);
  return values.every((value) => value !== null) ? values : null;
}
