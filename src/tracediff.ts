/**
 * tracediff as a library: read two strace logs, compare them, word the result.
 *
 *     const grammar = shippedGrammar();
 *     const before = await readTrace("before.log", grammar);
 *     const after = await readTrace("after.log", grammar);
 *     const options = { order: "thread", ignore: [], calls: null, maxUnread: 0 } as const;
 *     const { verdict, changeCounts } = compare({ before, after }, grammar, options);
 */

export { compare } from "./compare/compare.ts";
export { type Overview, overviewOf } from "./compare/overview.ts";
export { RunComparison } from "./compare/run-comparison.ts";
export type { CallKind, CallSpec, Grammar } from "./grammar/grammar.ts";
export { GrammarError } from "./grammar/grammar-error.ts";
export { parseGrammar } from "./grammar/parse-grammar.ts";
export { readTrace } from "./input/read-trace.ts";
export { shippedGrammar } from "./input/shipped-grammar.ts";
export { UserError } from "./input/user-error.ts";
export { TraceParser } from "./parse/trace-parser.ts";
export { type ExportFormat, exporters } from "./report/exporters.ts";
export type { Reporter, ReportOptions } from "./report/reporter.ts";
export { type Format, reporters } from "./report/reporters.ts";
export { type SummaryFormat, summaryReporters } from "./report/summary-reporters.ts";
export type { CallRecord, ExactNumber } from "./result/call-record.ts";
export type {
  Change,
  ChangeKind,
  CompareOptions,
  Comparison,
  Effect,
  FilePair,
  Hunk,
  HunkLine,
  Ignorable,
  InFlight,
  LatencyGroup,
  LatencyReport,
  Order,
  OtherCallDifference,
  Place,
  Reason,
  ThreadPair,
  TraceSummary,
  Verdict,
  Warning,
} from "./result/comparison.ts";
export type {
  DriftLimit,
  GateOutcome,
  Grouping,
  GroupKey,
  Outlier,
  Runs,
  Statistic,
  StatisticDrift,
  TimingOptions,
  UnpairedGroup,
} from "./result/timing.ts";
export { canonicalTrace } from "./snapshot/canonical-trace.ts";
export { readSnapshot } from "./snapshot/read-snapshot.ts";
export { SnapshotError } from "./snapshot/snapshot-error.ts";
export { type SnapshotOptions, writeSnapshot } from "./snapshot/write-snapshot.ts";
export type { Doubt } from "./stats/doubt.ts";
export type { PairedShift } from "./stats/paired-shift.ts";
export { type LatencySummary, PERCENTILES } from "./stats/summary.ts";
export type { Pair, Side } from "./trace/pair.ts";
export type { Problem, ProblemKind } from "./trace/problem.ts";
export { NO_STRING, NONE, type TraceTable, UNKNOWN } from "./trace/table.ts";
export type { CallsInFlight, KnownFiles, Thread, Trace } from "./trace/trace.ts";
export type { WholeNumber } from "./trace/whole-number.ts";
export { type TraceView, viewTrace } from "./view/trace-view.ts";
