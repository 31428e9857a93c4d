import type { Reporter, ReportOptions } from "../../src/report/reporter.ts";
import type { CallRecord } from "../../src/result/call-record.ts";
import type {
  Change,
  Comparison,
  Hunk,
  LatencyGroup,
  LatencyReport,
  TraceSummary,
  Verdict,
} from "../../src/result/comparison.ts";
import { type LatencySummary, percentilesOf } from "../../src/stats/summary.ts";
import { LINE_KINDS, type LineCounts, type LineKind } from "../../src/trace/line-kind.ts";
import { nanoseconds } from "../../src/trace/units.ts";

/** Comparisons written by hand, so that reports are tested without the parts that make real ones. */

export function lineKinds(counts: Partial<Record<LineKind, number>>): LineCounts {
  const zero = Object.fromEntries(LINE_KINDS.map((kind) => [kind, 0])) as LineCounts; // every kind is set
  return { ...zero, ...counts };
}

export function summaryOf(parts: Partial<TraceSummary> = {}): TraceSummary {
  return {
    sources: ["before.log"],
    lines: 60,
    lineKinds: lineKinds({ call: 60 }),
    calls: { pread64: 60 },
    otherCalls: 0,
    hiddenCalls: 0,
    threads: 2,
    files: 9,
    unread: 0,
    inFlight: 0,
    orphans: 0,
    restarts: 0,
    problems: [],
    ...parts,
  };
}

export const SAME: Verdict = {
  pattern: "same",
  holds: { total: false, thread: true, file: false, stream: true, set: true },
  demanded: "thread",
  timing: "unknown",
  exitCode: 0,
  reasons: [],
};

export const DIFFERENT: Verdict = {
  pattern: "different",
  holds: { total: false, thread: false, file: false, stream: false, set: false },
  demanded: "thread",
  timing: "unknown",
  exitCode: 1,
  reasons: [{ kind: "order-fails", demanded: "thread", strongest: null }],
};

/** Two runs of the RocksDB reader that agree, unless parts say otherwise. */
export function comparisonOf(parts: Partial<Comparison> = {}): Comparison {
  return {
    schema: "tracediff.comparison/1",
    before: summaryOf(),
    after: summaryOf({ sources: ["after.log"] }),
    options: { order: "thread", ignore: [], calls: null, maxUnread: 0 },
    verdict: SAME,
    matches: 60,
    threads: [
      { before: 1444170, after: 1501089, calls: { before: 32, after: 32 }, matches: 32 },
      { before: 1444169, after: 1501088, calls: { before: 28, after: 28 }, matches: 28 },
    ],
    files: [8, 9, 11, 12, 13, 14, 15, 16, 17].map((fd) => ({
      before: fd,
      after: fd,
      by: "descriptor",
      calls: { before: 4, after: 4 },
    })),
    changeCounts: {},
    changes: () => [],
    divergence: null,
    effect: { calls: 0, bytes: 0, latency: 0 },
    touched: [],
    coverage: () => [],
    latency: latencyOf(),
    runs: null,
    warnings: [],
    inFlight: { matched: 0, before: [], after: [] },
    otherCalls: [],
    hunks: () => [],
    ...parts,
  };
}

export function recordOf(parts: Partial<CallRecord> = {}): CallRecord {
  return {
    line: 41,
    thread: 7287,
    start: null,
    call: "pread64",
    fd: 5,
    file: "data0.bin",
    offset: 909312,
    size: 4096,
    flags: null,
    result: 4096,
    error: null,
    latency: 45000,
    ...parts,
  };
}

export function changeOf(parts: Partial<Change> & Pick<Change, "kind">): Change {
  return {
    count: 1,
    difference: parts.kind === "result" ? "shorter" : null,
    place: {
      before: { thread: 7287, index: 6, line: 42 },
      after: { thread: 7412, index: 6, line: 45 },
    },
    repeats: [],
    files: [],
    before: [],
    after: [],
    effect: { calls: 0, bytes: 0, latency: null },
    atEnd: false,
    wholeThread: false,
    coarse: false,
    ...parts,
  };
}

/** A hunk of one thread with its matches and changes in order. */
export function hunkOf(lines: Hunk["lines"], parts: Partial<Hunk> = {}): Hunk {
  return {
    thread: { before: 7287, after: 7412 },
    place: {
      before: { thread: 7287, index: 5, line: 41 },
      after: { thread: 7412, index: 5, line: 44 },
    },
    lines,
    ...parts,
  };
}

/** A comparison that differs by the changes of these hunks. */
export function differingBy(hunks: readonly Hunk[], parts: Partial<Comparison> = {}): Comparison {
  const changes = hunks.flatMap(({ lines }) =>
    lines.flatMap((line) => (line.kind === "change" ? [line.change] : [])),
  );
  const changeCounts: Record<string, number> = {};
  for (const { kind, count } of changes) changeCounts[kind] = (changeCounts[kind] ?? 0) + count;
  return comparisonOf({
    verdict: DIFFERENT,
    changeCounts,
    changes: () => changes,
    threads: [
      { before: 7287, after: 7412, calls: { before: 44, after: 44 }, matches: 43 },
      { before: 7288, after: 7413, calls: { before: 16, after: 16 }, matches: 16 },
    ],
    matches: 59,
    files: [{ before: "data0.bin", after: "data0.bin", by: "path", calls: { before: 60, after: 60 } }],
    hunks: () => hunks,
    ...parts,
  });
}

export function latenciesOf(parts: Partial<LatencySummary> = {}): LatencySummary {
  return {
    count: 60,
    total: nanoseconds(4_408_000),
    mean: 73_466.7,
    deviation: 12_000,
    min: nanoseconds(43_000),
    percentiles: percentilesOf((p) => (p <= 95 ? nanoseconds(70_000 + p * 100) : null)),
    max: nanoseconds(231_000),
    ...parts,
  };
}

export function latencyOf(parts: Partial<LatencyReport> = {}): LatencyReport {
  const nothing = { common: null, unpaired: [], idle: [], outliers: [], gates: [] };
  return { by: "call", groups: [], ...nothing, caveats: [], ...parts };
}

export function groupOf(parts: Partial<LatencyGroup> = {}): LatencyGroup {
  return {
    by: "call",
    key: { call: parts.name ?? "pread64" },
    name: "pread64",
    before: latenciesOf(),
    after: latenciesOf({ total: nanoseconds(5_084_000), max: nanoseconds(1_259_000) }),
    shift: {
      count: 60,
      up: 39,
      down: 21,
      equal: 0,
      median: 9000,
      interval: { low: nanoseconds(5000), high: nanoseconds(13_000) },
      p: 0.0004,
      effectSize: 0.5,
      ratio: 1.153,
    },
    residual: null,
    drift: null,
    caveats: [],
    histogram: () => ({ edges: [], counts: { before: [], after: [] } }),
    ...parts,
  };
}

export const PLAIN: ReportOptions = {
  context: 3,
  width: 80,
  color: false,
  unicode: true,
};

export function reportOf(
  reporter: Reporter,
  comparison: Comparison,
  options: Partial<ReportOptions> = {},
): string {
  return [...reporter(comparison, { ...PLAIN, ...options })].join("");
}
