import type { Grammar } from "../grammar/grammar.ts";
import { NO_FILE } from "../identity/descriptor-table.ts";
import { mapPair, type Pair } from "../trace/pair.ts";
import type { Trace } from "../trace/trace.ts";
import { Changes } from "./changes.ts";
import type { ChangeKind, CompareOptions, Comparison, FilePair, ThreadPair } from "./comparison.ts";
import { hunksOf } from "./hunks.ts";
import { latencyGroups } from "./latency-groups.ts";
import { heldOrders } from "./orders.ts";
import { Outcomes } from "./outcomes.ts";
import { findPairing, type Pairing } from "./pairing.ts";
import { callsPerFile, type SideView, viewSide } from "./side-view.ts";
import { type ComparedThread, compareThreads } from "./thread-steps.ts";
import { traceSummary } from "./trace-summary.ts";
import { judge } from "./verdict.ts";
import { warningsOf } from "./warnings.ts";

/**
 * Compares two traces: pairs their files and threads, aligns each pair of threads, names what differs, tells which
 * levels of order hold, and sums up how latency moved over the matches.
 * @param grammar the one with which both traces were read
 */
export function compare(traces: Pair<Trace>, grammar: Grammar, options: CompareOptions): Comparison {
  const pairing = findPairing(
    mapPair(traces, (trace) => viewSide(trace, grammar, options.calls)),
    options.ignore,
  );
  const { sides } = pairing;
  const outcomes = new Outcomes(sides, options.ignore);
  const threads = compareThreads(pairing, outcomes);
  const changes = new Changes(sides, threads);
  const summaries = mapPair(sides, traceSummary);
  const verdict = judge(summaries, heldOrders(pairing, outcomes, threads), options);
  return {
    schema: "tracediff.comparison/1",
    ...summaries,
    options,
    verdict,
    matches: threads.reduce((sum, thread) => sum + matchesOf(thread), 0),
    threads: threads.map((thread) => threadPair(sides, thread)),
    files: filePairs(pairing),
    changeCounts: countChanges(threads),
    changes,
    effect: changes.effect(),
    latency: latencyGroups(sides, threads),
    warnings: warningsOf(sides, summaries),
    hunks: (context) => hunksOf(sides, threads, changes, context),
  };
}

function matchesOf({ steps }: ComparedThread): number {
  let matches = 0;
  for (const step of steps) if (step.kind === "match") matches += step.count;
  return matches;
}

function threadPair(sides: Pair<SideView>, thread: ComparedThread): ThreadPair {
  const tid = (side: SideView, index: number | null): number | null =>
    index === null ? null : (side.trace.threads[index]?.tid ?? 0);
  return {
    before: tid(sides.before, thread.before),
    after: tid(sides.after, thread.after),
    calls: mapPair(thread.rows, (rows) => rows.length),
    matches: matchesOf(thread),
  };
}

/** Files with at least one compared call, in order of first use. */
function filePairs({ sides, files }: Pairing): FilePair[] {
  const calls = mapPair(sides, callsPerFile);
  const nameOf = (side: SideView, index: number): string | number | null => {
    const file = side.files.files[index];
    return file?.path ?? file?.fd ?? null;
  };
  const pairs: FilePair[] = [];
  sides.before.files.files.forEach((_, before) => {
    const after = files.after(before);
    const counts = { before: calls.before[before] as number, after: calls.after[after] ?? 0 };
    if (counts.before + counts.after === 0) return;
    const rung = files.rung(before);
    pairs.push({
      before: nameOf(sides.before, before),
      after: after === NO_FILE ? null : nameOf(sides.after, after),
      by: rung ?? ownRung(sides.before, before),
      calls: counts,
    });
  });
  sides.after.files.files.forEach((_, after) => {
    const count = calls.after[after] as number;
    if (files.before(after) !== NO_FILE || count === 0) return;
    pairs.push({
      before: null,
      after: nameOf(sides.after, after),
      by: ownRung(sides.after, after),
      calls: { before: 0, after: count },
    });
  });
  return pairs;
}

/** How a file without a partner is known. */
function ownRung({ files }: SideView, index: number): "path" | "descriptor" {
  return (files.files[index]?.path ?? null) === null ? "descriptor" : "path";
}

function countChanges(threads: readonly ComparedThread[]): Partial<Record<ChangeKind, number>> {
  const counts: Partial<Record<ChangeKind, number>> = {};
  for (const { steps } of threads) {
    for (const { kind } of steps) if (kind !== "match") counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}
