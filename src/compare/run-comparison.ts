import { rowsOfChanges } from "../changes/rows-of-changes.ts";
import { type ComparedThread, forEachMatchedStretch } from "../changes/thread-steps.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { idleColumns } from "../latency/idle-times.ts";
import { type FurtherRuns, type MeasuredTimes, measureTimes, timesOf } from "../latency/latency.ts";
import { groupSamples } from "../latency/latency-samples.ts";
import { lacksLatency } from "../latency/recording-caveats.ts";
import type { RunTimes } from "../latency/run-statistics.ts";
import type { CompareOptions, Comparison, Order, TraceSummary } from "../result/comparison.ts";
import type { RunSummary, TimingOptions, UnstableCall } from "../result/timing.ts";
import { mapPair, type Pair, type Side } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import type { Trace } from "../trace/trace.ts";
import { callRecord } from "../view/record-of-row.ts";
import { traceSummary } from "../view/trace-summary.ts";
import { type TraceView, viewTrace } from "../view/trace-view.ts";
import { type AlignedSides, alignSides } from "./aligned-sides.ts";
import { compareAligned } from "./compare.ts";
import { Instability } from "./instability.ts";
import { heldOrders } from "./orders.ts";
import { type OtherCallCounts, otherCallCounts } from "./other-calls.ts";
import { RunsInFlight } from "./runs-in-flight.ts";
import {
  type Difference,
  differencesIn,
  SEQUENCE_KINDS,
  type SequenceKind,
  sequenceKindOf,
  threadDifference,
} from "./sequence-differences.ts";

/** Places that are listed; all are counted. */
const LISTED = 1000;
/** Calls shown per place on either side. */
const SHOWN = 10;

type FurtherRun = FurtherRuns["before"][number] & {
  readonly summary: TraceSummary;
  readonly otherCalls: OtherCallCounts | null;
  readonly run: RunSummary;
};

/**
 * Compares several runs a side. The first runs are compared as two traces are; every other run is compared with the
 * first one of its side, and only what is needed from it is kept: how long its calls took, group by group, and where it
 * differs. So three traces are needed at a time, and the work grows with the number of runs.
 */
export class RunComparison {
  readonly #grammar: Grammar;
  readonly #options: CompareOptions;
  readonly #timing: TimingOptions;
  readonly #views: Pair<TraceView>;
  readonly #aligned: AlignedSides;
  readonly #times: MeasuredTimes;
  /** By row of the first runs: the group of the match; one past the last group if there is none. */
  readonly #groups: Pair<Int32Array>;
  readonly #instability: Pair<Readonly<Record<SequenceKind, Instability>>>;
  readonly #further: Pair<FurtherRun[]> = { before: [], after: [] };
  readonly #unstable: UnstableCall[] = [];
  readonly #runsInFlight: RunsInFlight;
  readonly #unstableCounts = { before: 0, after: 0 };
  /** Orders that hold between all runs compared so far, call for call. */
  #exact: Record<Order, boolean>;
  /** In all runs, matched calls come in the same order across threads. */
  #isInterleavedAlike: boolean;

  /** @param first the first run of each side */
  constructor(first: Pair<Trace>, grammar: Grammar, options: CompareOptions, timing: TimingOptions) {
    this.#grammar = grammar;
    this.#options = options;
    this.#timing = timing;
    this.#views = mapPair(first, (trace) => viewTrace(trace, grammar, options.calls, options));
    this.#aligned = alignSides(this.#views, options);
    const { pairing, threads, partner } = this.#aligned;
    this.#times = measureTimes(pairing, threads, partner, timing);
    this.#groups = this.#groupMatches();
    this.#instability = mapPair(first, ({ table }) => ({
      thread: new Instability(table.length),
      file: new Instability(table.length),
      set: new Instability(table.length),
    }));
    this.#exact = { ...heldOrders(this.#aligned) };
    this.#runsInFlight = new RunsInFlight(options);
    this.#isInterleavedAlike = matchesInterleaveAlike(first.before.table.length, threads);
  }

  /** Adds a run after the first one of a side. The trace is not kept. */
  add(side: Side, trace: Trace): void {
    const view = viewTrace(trace, this.#grammar, this.#options.calls, this.#options);
    const within = alignSides({ before: this.#views[side], after: view }, this.#options);
    const { pairing, threads } = within;
    const demanded = sequenceKindOf(this.#options.order);
    const differences = differencesIn(demanded, within);
    this.#runsInFlight.add(side, pairing);
    for (const sequence of SEQUENCE_KINDS) {
      for (const difference of sequence === demanded ? differences : differencesIn(sequence, within)) {
        this.#instability[side][sequence].add(difference);
      }
    }
    const held = heldOrders(within);
    this.#exact = {
      total: this.#exact.total && held.total,
      thread: this.#exact.thread && held.thread,
      file: this.#exact.file && held.file,
      stream: this.#exact.stream && held.stream,
      set: this.#exact.set && held.set,
    };
    this.#isInterleavedAlike &&= matchesInterleaveAlike(this.#views[side].trace.table.length, threads);
    this.#list(side, differences, pairing.sides);
    const summary = traceSummary(view);
    let matches = 0;
    forEachMatchedStretch(threads, (_, _before, _after, count) => {
      matches += count;
    });
    this.#further[side].push({
      summary,
      otherCalls: otherCallCounts(view, this.#options),
      run: { sources: trace.sources, calls: view.rows.length, matches, differences: differences.length },
      ...this.#timesOfRun(side, within),
    });
  }

  finish(): Comparison {
    const { pairing, threads } = this.#aligned;
    const demanded = sequenceKindOf(this.#options.order);
    const counted = threads.map((thread) => ({
      ...thread,
      steps: Array.from(thread.steps).filter(
        (step) =>
          step.kind === "match" || !this.#isExcused(threadDifference(threads, thread, step), demanded),
      ),
    }));
    const changed = rowsOfChanges(counted);
    return compareAligned({ pairing, threads: counted, changed }, this.#options, this.#timing, {
      holds: this.#holds(),
      times: this.#times,
      further: this.#further,
      summaries: mapPair(this.#further, (runs) => runs.map(({ summary }) => summary)),
      unstable: mapPair(this.#instability, (sequences) => sequences[demanded].calls),
      inFlight: this.#runsInFlight.settled(this.#aligned.pairing),
      otherCalls: mapPair(this.#further, (runs, side) => [
        otherCallCounts(this.#views[side], this.#options),
        ...runs.map(({ otherCalls }) => otherCalls),
      ]),
      runs: {
        ...mapPair(this.#further, (runs, side) => [this.#firstRun(side), ...runs.map(({ run }) => run)]),
        unstable: { counts: this.#unstableCounts, calls: this.#unstable },
        excused: countSteps(threads) - countSteps(counted),
      },
    });
  }

  /**
   * A level holds if the first runs differ only where the runs of a side differ too. Instability in one kind of
   * sequence is no excuse in another: if the threads of a pool share its calls, most calls are unstable by thread, and
   * perhaps none by file.
   */
  #holds(): Record<Order, boolean> {
    const exact = this.#exact;
    const set = exact.set || this.#isExcusedIn("set");
    const file = set && (exact.file || this.#isExcusedIn("file"));
    const thread = set && (exact.thread || this.#isExcusedIn("thread"));
    const total = exact.total || (thread && file && this.#isInterleavedAlike);
    return { total, thread, file, stream: thread || (set && exact.stream), set };
  }

  #isExcusedIn(sequence: SequenceKind): boolean {
    const { before, after } = this.#views;
    const unstable = mapPair(this.#instability, (sequences) => sequences[sequence].calls);
    if (unstable.before > before.rows.length / 2 || unstable.after > after.rows.length / 2) return false;
    return differencesIn(sequence, this.#aligned).every((difference) =>
      this.#isExcused(difference, sequence),
    );
  }

  #isExcused(difference: Difference, sequence: SequenceKind): boolean {
    return (
      this.#instability.before[sequence].covers(difference, "before") ||
      this.#instability.after[sequence].covers(difference, "after")
    );
  }

  #groupMatches(): Pair<Int32Array> {
    const { keys, groups } = this.#times.keys;
    const matched = mapPair(this.#views, ({ trace }) => new Int32Array(trace.table.length).fill(keys.length));
    forEachMatchedStretch(this.#aligned.threads, (rows, before, after, count) => {
      for (let i = 0; i < count; i++) {
        const row = rows.before[before + i] as number; // the stretch lies within both
        const group = groups.before[row] as number;
        matched.before[row] = group;
        matched.after[rows.after[after + i] as number] = group;
      }
    });
    return matched;
  }

  /** Latencies of the calls that match the first run of the side and, through it, the first run of the other. */
  #timesOfRun(side: Side, { pairing, threads }: AlignedSides): FurtherRuns["before"][number] {
    const groups = this.#groups[side];
    const unmatched = this.#times.keys.keys.length;
    const measure = (columns: Pair<Float64Array>, first: 0 | 1): RunTimes => {
      const samples = groupSamples(threads, { columns, groups, groupCount: unmatched + 1 }, first);
      return timesOf(
        samples.filter(({ group }) => group !== unmatched),
        "after",
      );
    };
    const idle = this.#times.idle === null ? null : idleColumns(pairing.sides);
    return {
      hasLatency: !lacksLatency(pairing.sides.after),
      calls: measure(
        mapPair(pairing.sides, ({ trace }) => trace.table.latency),
        0,
      ),
      idle: idle === null ? new Map() : measure(idle, 1),
    };
  }

  #list(side: Side, differences: readonly Difference[], sides: Pair<TraceView>): void {
    this.#unstableCounts[side] += differences.length;
    const run = this.#further[side].length + 1;
    const room = LISTED - this.#unstable.length;
    for (const { rows } of differences.slice(0, room)) {
      const shown = mapPair(rows, (each, name) =>
        each.slice(0, SHOWN).map((row) => callRecord(sides[name], row)),
      );
      this.#unstable.push({ side, run, first: shown.before, other: shown.after });
    }
  }

  #firstRun(side: Side): RunSummary {
    const { trace, rows } = this.#views[side];
    return { sources: trace.sources, calls: rows.length, matches: rows.length, differences: 0 };
  }
}

function countSteps(threads: readonly ComparedThread[]): number {
  return threads.reduce(
    (sum, { steps }) => sum + Array.from(steps).filter(({ kind }) => kind !== "match").length,
    0,
  );
}

/** Whether matched calls start in the same order on both sides across threads; unmatched calls do not count. */
function matchesInterleaveAlike(beforeRows: number, threads: readonly ComparedThread[]): boolean {
  const partner = new Int32Array(beforeRows).fill(-1);
  forEachMatchedStretch(threads, (rows, before, after, count) => {
    for (let i = 0; i < count; i++) {
      const row = rows.before[before + i] as Row; // the stretch lies within both
      partner[row] = rows.after[after + i] as Row;
    }
  });
  let latest = -1;
  for (const row of partner) {
    if (row === -1) continue;
    if (row < latest) return false;
    latest = row;
  }
  return true;
}
