import { Changes } from "../changes/changes.ts";
import { ChangeEffects } from "../changes/effect-sum.ts";
import { firstDivergence } from "../changes/first-divergence.ts";
import { GroupedChanges } from "../changes/grouped-changes.ts";
import { hunksOf } from "../changes/hunks.ts";
import { type ComparedThread, countChanges, forEachMatchedStretch } from "../changes/thread-steps.ts";
import { fileCoverage } from "../coverage/file-coverage.ts";
import { touchedBytes } from "../coverage/touched-bytes.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { type FurtherRuns, latencyReport, type MeasuredTimes, measureTimes } from "../latency/latency.ts";
import { filePairs } from "../pairing/file-pairs.ts";
import type { CompareOptions, Comparison, Order, ThreadPair, TraceSummary } from "../result/comparison.ts";
import { DEFAULT_TIMING, type Runs, type TimingOptions } from "../result/timing.ts";
import { mapPair, type Pair } from "../trace/pair.ts";
import type { Trace } from "../trace/trace.ts";
import { recordsInFlight } from "../view/in-flight-records.ts";
import { traceSummary } from "../view/trace-summary.ts";
import { type TraceView, viewTrace } from "../view/trace-view.ts";
import { type AlignedSides, alignSides } from "./aligned-sides.ts";
import { type InFlightDifference, inFlightDifference } from "./in-flight-difference.ts";
import { heldOrders } from "./orders.ts";
import { type OtherCallCounts, otherCallCounts, otherCallDifferences } from "./other-calls.ts";
import { verdictOf } from "./verdict.ts";
import { warningsOf } from "./warnings.ts";

/**
 * Compares two traces: pairs their files and threads, aligns each pair of threads, names what differs, determines which
 * levels of order hold, and summarizes how latency moved over the matches.
 * @param grammar the one with which both traces were read
 */
export function compare(
  traces: Pair<Trace>,
  grammar: Grammar,
  options: CompareOptions,
  timing: TimingOptions = DEFAULT_TIMING,
): Comparison {
  return compareViews(
    mapPair(traces, (trace) => viewTrace(trace, grammar, options.calls, options)),
    options,
    timing,
  );
}

/** Compares two traces that have been viewed; see viewTrace. */
export function compareViews(
  views: Pair<TraceView>,
  options: CompareOptions,
  timing: TimingOptions = DEFAULT_TIMING,
): Comparison {
  const aligned = alignSides(views, options);
  const { pairing, threads, partner } = aligned;
  return compareAligned(aligned, options, timing, {
    holds: heldOrders(aligned),
    times: measureTimes(pairing, threads, partner, timing),
    further: { before: [], after: [] },
    summaries: { before: [], after: [] },
    unstable: { before: 0, after: 0 },
    inFlight: inFlightDifference(pairing, options),
    otherCalls: mapPair(pairing.sides, (side) => [otherCallCounts(side, options)]),
    runs: null,
  });
}

/** What several runs a side add to the comparison of the first ones. */
export type RunEvidence = {
  readonly holds: Readonly<Record<Order, boolean>>;
  readonly times: MeasuredTimes;
  readonly further: FurtherRuns;
  /** For the runs after the first one of a side. */
  readonly summaries: Pair<readonly TraceSummary[]>;
  /** Calls of the first run of a side that differ in others. */
  readonly unstable: Pair<number>;
  readonly inFlight: InFlightDifference;
  /** Of every run. */
  readonly otherCalls: Pair<readonly (OtherCallCounts | null)[]>;
  readonly runs: Runs | null;
};

/** Describes two sides that have been aligned. */
export function compareAligned(
  { pairing, threads, changed }: Pick<AlignedSides, "pairing" | "threads" | "changed">,
  options: CompareOptions,
  timing: TimingOptions,
  { holds, times, further, summaries: others, unstable, inFlight, otherCalls, runs }: RunEvidence,
): Comparison {
  const { sides } = pairing;
  const changes = new Changes(sides, threads);
  const grouped = new GroupedChanges(sides, threads, changed, changes);
  const summaries = mapPair(sides, traceSummary);
  const latency = latencyReport(pairing, { threads, changed }, times, timing, further);
  const all = mapPair(summaries, (summary, side) => [summary, ...others[side]]);
  const inFlightCounts = mapPair(inFlight.only, (rows) => rows.length);
  const verdict = verdictOf(all, holds, options, { latency, unstable, inFlight: inFlightCounts });
  return {
    schema: "tracediff.comparison/1",
    ...summaries,
    options,
    verdict,
    matches: threads.reduce((sum, thread) => sum + matchesOf(thread), 0),
    threads: threads.map((thread) => threadPair(sides, thread)),
    files: filePairs(pairing),
    changeCounts: countChanges(threads),
    changes: () => grouped,
    divergence: firstDivergence(pairing, threads, changed, changes),
    effect: new ChangeEffects(sides).of(changed),
    touched: touchedBytes(pairing, threads, changed),
    coverage: () => fileCoverage(pairing),
    latency,
    runs,
    warnings: warningsOf(sides, summaries, threads),
    inFlight: {
      matched: inFlight.matched,
      ...mapPair(inFlight.only, (rows, side) => recordsInFlight(sides[side], rows)),
    },
    otherCalls: otherCallDifferences(otherCalls),
    hunks: (context) => hunksOf(sides, threads, changes, context),
  };
}

function matchesOf(thread: ComparedThread): number {
  let matches = 0;
  forEachMatchedStretch([thread], (_rows, _before, _after, count) => {
    matches += count;
  });
  return matches;
}

function threadPair(sides: Pair<TraceView>, thread: ComparedThread): ThreadPair {
  const tid = (side: TraceView, index: number | null): number | null =>
    index === null ? null : (side.trace.threads[index]?.tid ?? 0);
  return {
    before: tid(sides.before, thread.before),
    after: tid(sides.after, thread.after),
    calls: mapPair(thread.rows, (rows) => rows.length),
    matches: matchesOf(thread),
  };
}
