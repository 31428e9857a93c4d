import type { Doubt } from "../stats/doubt.ts";
import { doubtsOf } from "../stats/doubt.ts";
import { pairedShift } from "../stats/paired-shift.ts";
import { summarize } from "../stats/summary.ts";
import { mapPair, type Pair } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import type { LatencyGroup } from "./comparison.ts";
import type { SideView } from "./side-view.ts";
import type { ComparedThread } from "./thread-steps.ts";

/** Latency of the matched calls, a group a call, the one that takes most time before first. */
export function latencyGroups(
  sides: Pair<SideView>,
  threads: readonly ComparedThread[],
): { readonly groups: readonly LatencyGroup[]; readonly doubts: readonly Doubt[] } {
  const withoutLatency = sideWithoutLatency(sides);
  const evidence = { runs: { before: 1, after: 1 }, withoutLatency };
  const none = { before: new Float64Array(), after: new Float64Array() };
  const doubts = doubtsOf({ ...evidence, latencies: none });
  if (withoutLatency !== null) return { groups: [], doubts };
  const groups = collectPairs(sides, threads).map(([name, latencies]): LatencyGroup => {
    const common = new Set(doubts.map(({ kind }) => kind));
    return {
      by: "call",
      name,
      before: summarize(latencies.before),
      after: summarize(latencies.after),
      shift: pairedShift(latencies.before, latencies.after),
      // What holds for all groups is said once.
      doubts: doubtsOf({ ...evidence, latencies }).filter(({ kind }) => !common.has(kind)),
    };
  });
  groups.sort((x, y) => y.before.total - x.before.total || (x.name < y.name ? -1 : 1));
  return { groups, doubts };
}

export function sideWithoutLatency(sides: Pair<SideView>): "before" | "after" | "both" | null {
  const before = !hasLatency(sides.before);
  const after = !hasLatency(sides.after);
  if (before && after) return "both";
  if (before) return "before";
  return after ? "after" : null;
}

function hasLatency({ trace, rows }: SideView): boolean {
  // With -T every completed call has one, so the first rows tell; a call may lack it where its thread died inside.
  return rows.some((row) => (trace.table.latency[row] as number) >= 0);
}

/** By call name, the latencies of all matches that have one on both sides. */
function collectPairs(
  sides: Pair<SideView>,
  threads: readonly ComparedThread[],
): [name: string, latencies: Pair<Float64Array>][] {
  const { calls } = sides.before.grammar;
  const tables = { before: sides.before.trace.table, after: sides.after.trace.table };
  const room = countRows(sides.before, calls.length);
  const samples = Array.from(room, (count) => ({
    before: new Float64Array(count),
    after: new Float64Array(count),
  }));
  const counts = new Uint32Array(calls.length);
  for (const { rows, steps } of threads) {
    for (const step of steps) {
      if (step.kind !== "match") continue;
      for (let i = 0; i < step.count; i++) {
        const row = rows.before[step.before + i] as Row;
        const before = tables.before.latency[row] as number;
        const after = tables.after.latency[rows.after[step.after + i] as Row] as number;
        if (before < 0 || after < 0) continue;
        const call = tables.before.call[row] as number;
        const sample = samples[call] as Pair<Float64Array>;
        const at = counts[call] as number;
        sample.before[at] = before;
        sample.after[at] = after;
        counts[call] = at + 1;
      }
    }
  }
  return samples.flatMap((sample, call) =>
    counts[call] === 0
      ? []
      : [[calls[call]?.name ?? "", mapPair(sample, (side) => side.subarray(0, counts[call]))]],
  );
}

function countRows({ trace, rows }: SideView, calls: number): Uint32Array {
  const counts = new Uint32Array(calls);
  for (let i = 0; i < rows.length; i++) {
    const call = trace.table.call[rows[i] as Row] as number;
    counts[call] = (counts[call] as number) + 1;
  }
  return counts;
}
