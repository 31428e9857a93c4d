import type { Grammar } from "../grammar/grammar.ts";
import { mapPair, type Pair } from "../trace/pair.ts";
import type { Trace } from "../trace/trace.ts";
import { Changes } from "./changes.ts";
import type { ChangeKind, CompareOptions, Comparison, ThreadPair } from "./comparison.ts";
import { fileCoverage } from "./file-coverage.ts";
import { filePairs } from "./file-pairs.ts";
import { hunksOf } from "./hunks.ts";
import { latencyGroups } from "./latency-groups.ts";
import { heldOrders } from "./orders.ts";
import { Outcomes } from "./outcomes.ts";
import { findPairing } from "./pairing.ts";
import { type SideView, viewSide } from "./side-view.ts";
import { type ComparedThread, compareThreads } from "./thread-steps.ts";
import { touchedBytes } from "./touched-bytes.ts";
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
    touched: touchedBytes(pairing, threads),
    coverage: () => fileCoverage(pairing),
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

function countChanges(threads: readonly ComparedThread[]): Partial<Record<ChangeKind, number>> {
  const counts: Partial<Record<ChangeKind, number>> = {};
  for (const { steps } of threads) {
    for (const { kind } of steps) if (kind !== "match") counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}
