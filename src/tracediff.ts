/**
 * tracediff as a library: read strace logs, compare them, print what differs. docs/library.md shows how.
 *
 *     const before = await readTrace("before.log");
 *     const after = await readTrace("after.log");
 *     const result = compare(before, after, { order: "file" });
 *     for (const piece of formatComparison(result, "text", { color: true })) process.stdout.write(piece);
 *
 * Errors that a caller can fix are thrown as a UserError, with a hint if there is a way out.
 */

export type {
  CallLatency,
  CountsByName,
  FileUse,
  Overview,
  OverviewReason,
  OverviewWarning,
  ThreadUse,
} from "./compare/overview.ts";
export type { RedundancyKind, RedundantIo } from "./coverage/redundant-io.ts";
export type { Direction } from "./grammar/grammar.ts";
export { UserError } from "./input/user-error.ts";
export { compare } from "./library/compare.ts";
export type { CompareOptions } from "./library/compare-options.ts";
export { type ExportOptions, exportRecords } from "./library/export-records.ts";
export { formatComparison } from "./library/format-comparison.ts";
export type { FormatOptions } from "./library/format-options.ts";
export { formatSummary } from "./library/format-summary.ts";
export { type ReadOptions, type ReadProgress, readTrace, type TraceSource } from "./library/read-trace.ts";
export { type SummaryOptions, summarize } from "./library/summarize.ts";
export type { CallSelection, Trace } from "./library/trace.ts";
export { type SnapshotOptions, writeSnapshot } from "./library/write-snapshot.ts";
export type { ExportFormat } from "./report/exporters.ts";
export type { Color } from "./report/layout/painter.ts";
export type { Format } from "./report/reporters.ts";
export type { SummaryFormat } from "./report/summary-reporters.ts";
export type { CallRecord, ExactNumber } from "./result/call-record.ts";
export type {
  BlindSpot,
  Change,
  ChangeKind,
  CompareOptions as ResolvedOptions,
  Comparison,
  CoveragePair,
  Divergence,
  Effect,
  FileCoverage,
  FilePair,
  Hunk,
  HunkLine,
  Ignorable,
  IgnoredArgument,
  InFlight,
  LatencyGroup,
  LatencyReport,
  Order,
  OtherCallDifference,
  OtherName,
  PathMapping,
  Place,
  Reason,
  ResultDifference,
  Selection,
  ThreadPair,
  TouchedBytes,
  TraceSummary,
  Verdict,
  Warning,
} from "./result/comparison.ts";
export type {
  CommonDrift,
  Excess,
  GateOutcome,
  Grouping,
  GroupKey,
  GroupResidual,
  InjectionCaveat,
  LatencyCaveat,
  Outlier,
  RecordingCaveat,
  RunSummary,
  Runs,
  Statistic,
  StatisticDrift,
  Undecided,
  UnpairedGroup,
  UnstableCall,
} from "./result/timing.ts";
export type { Caveat } from "./stats/caveat.ts";
export type { Histogram } from "./stats/histogram.ts";
export type { MannWhitney } from "./stats/mann-whitney.ts";
export type { PairedShift } from "./stats/paired-shift.ts";
export type { Interval } from "./stats/quantile-interval.ts";
export type { RunDrift } from "./stats/run-drift.ts";
export type { LatencySummary, Percentile } from "./stats/summary.ts";
export type { LineCounts, LineKind } from "./trace/line-kind.ts";
export type { Pair, Side } from "./trace/pair.ts";
export type { Problem } from "./trace/problem.ts";
export type { Nanoseconds } from "./trace/units.ts";
export type { WholeNumber } from "./trace/whole-number.ts";
