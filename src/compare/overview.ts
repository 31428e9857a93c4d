import { tracksOf } from "../coverage/file-coverage.ts";
import { type RedundantIo, redundantIo } from "../coverage/redundant-io.ts";
import { NO_FILE } from "../identity/descriptor-table.ts";
import { lacksLatency } from "../latency/recording-caveats.ts";
import { fileName } from "../pairing/file-pairs.ts";
import type { BlindSpot, FileCoverage, TraceSummary } from "../result/comparison.ts";
import { type LatencySummary, summarize } from "../stats/summary.ts";
import { type Row, UNKNOWN } from "../trace/table.ts";
import { type WholeNumber, WholeSum } from "../trace/whole-number.ts";
import { groupRows, type RowGroups } from "../view/row-groups.ts";
import { traceSummary } from "../view/trace-summary.ts";
import { callsPerFile, callsPerName, type TraceView } from "../view/trace-view.ts";
import { Transfers } from "../view/transfers.ts";
import { blindSpots } from "./blind-spots.ts";
import { outOfOrderLine } from "./out-of-order-line.ts";
import { unknownCalls } from "./unknown-calls.ts";
import { unreadBeyond } from "./verdict.ts";

export type CountsByName = Readonly<Record<string, number>>;

/** What one thread did. Latencies are sums in nanoseconds, null without -T. */
export type ThreadUse = {
  readonly thread: number;
  readonly calls: number;
  readonly latency: WholeNumber | null;
};

/** What was done to one file: a path, or a descriptor if only that is known. */
export type FileUse = {
  readonly file: string | number;
  readonly calls: number;
  readonly latency: WholeNumber | null;
  /** Null without such calls. */
  readonly read: FileCoverage | null;
  readonly write: FileCoverage | null;
};

export type CallLatency = {
  readonly key: { readonly call: string };
  readonly name: string;
  readonly latency: LatencySummary;
};

export type OverviewReason =
  /** Not one completed call was read, or --calls leaves none. */
  | { readonly kind: "nothing-read" }
  /** More call-like lines than --max-unread allows could not be read. */
  | { readonly kind: "unread"; readonly unread: number; readonly callLike: number };

export type OverviewWarning =
  | { readonly kind: "no-latency" }
  | { readonly kind: "truncated"; readonly line: number }
  /** See Warning. */
  | { readonly kind: "left-out"; readonly lines: number }
  | { readonly kind: "unknown-calls"; readonly calls: readonly string[] }
  /** Calls are printed when they end, as with -z, -Z and -e status, which leave calls out by how they ended. */
  | { readonly kind: "status-filter"; readonly line: number }
  | ({ readonly kind: "blind-spot" } & BlindSpot);

/** Everything known about one trace; `--format json` prints it under the same names. */
export type Overview = TraceSummary & {
  readonly schema: "tracediff.summary/1";
  readonly options: { readonly calls: readonly string[] | null; readonly maxUnread: number };
  readonly verdict: { readonly exitCode: 0 | 2; readonly reasons: readonly OverviewReason[] };
  /** Of `calls` and `otherCallNames`, those that failed. */
  readonly failed: CountsByName;
  /** Of `calls` and `otherCallNames`, those that ended in `= ?`. */
  readonly noResult: CountsByName;
  /** What `otherCalls` counts: calls that only tell threads apart, anonymous memory, calls that are not I/O. */
  readonly otherCallNames: CountsByName;
  readonly warnings: readonly OverviewWarning[];
  /** Largest first. */
  readonly findings: readonly RedundantIo[];
  readonly latency: { readonly by: "call"; readonly groups: readonly CallLatency[] };
  readonly byThread: readonly ThreadUse[];
  /** Those with the most time first, or with the most calls if there are no latencies. */
  readonly byFile: readonly FileUse[];
};

/** Describes one trace: how much of it was understood, what it holds, and which I/O was redundant. */
export function overviewOf(side: TraceView, options: Overview["options"]): Overview {
  const summary = traceSummary(side);
  const latency = callLatencies(side);
  const hasLatency = latency.length > 0;
  const others = otherRows(side);
  const rowsOfFile = groupRows(side.rows, side.files.file, side.files.files.length);
  return {
    schema: "tracediff.summary/1",
    ...summary,
    options,
    verdict: overviewVerdict(summary, options),
    failed: countByName(side, others, (row) => (side.trace.table.error[row] as number) !== 0),
    noResult: countByName(side, others, (row) => lacksResult(side, row)),
    otherCallNames: mergeCounts(
      countRows(side, others, () => true),
      side.trace.otherCalls,
    ),
    warnings: warningsOf(side),
    findings: redundantIo(side, rowsOfFile),
    latency: { by: "call", groups: latency },
    byThread: threadUses(side, hasLatency),
    byFile: fileUses(side, rowsOfFile, hasLatency),
  };
}

function overviewVerdict(
  summary: TraceSummary,
  { maxUnread, calls }: Overview["options"],
): Overview["verdict"] {
  const compared = Object.values(summary.calls).reduce((sum, count) => sum + count, 0);
  const reasons: OverviewReason[] = [];
  // Only what was asked for counts; without a choice, any call shows that the trace was understood.
  if (compared + (calls === null ? summary.otherCalls : 0) === 0) reasons.push({ kind: "nothing-read" });
  const unread = unreadBeyond(summary, maxUnread);
  if (unread !== null) reasons.push({ kind: "unread", ...unread });
  return { exitCode: reasons.length > 0 ? 2 : 0, reasons };
}

// Reads of columns below are of rows of the trace.

/** Rows that no comparison looks at: calls about processes, and anonymous memory. */
function otherRows({ trace, grammar, files }: TraceView): Uint32Array {
  const { call, length } = trace.table;
  const kinds = grammar.calls.map(({ kind }) => kind);
  const rows = new Uint32Array(length);
  let count = 0;
  for (let row = 0; row < length; row++) {
    const kind = kinds[call[row] as number];
    if (kind === "process" || (kind === "map" && files.file[row] === NO_FILE)) rows[count++] = row;
  }
  return rows.subarray(0, count);
}

function countByName(side: TraceView, others: Uint32Array, holds: (row: Row) => boolean): CountsByName {
  return mergeCounts(countRows(side, side.rows, holds), countRows(side, others, holds));
}

function countRows(
  { trace, grammar }: TraceView,
  rows: Uint32Array,
  holds: (row: Row) => boolean,
): CountsByName {
  const counts = new Uint32Array(grammar.calls.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as Row;
    if (!holds(row)) continue;
    const call = trace.table.call[row] as number;
    counts[call] = (counts[call] as number) + 1;
  }
  return Object.fromEntries(
    grammar.calls.flatMap(({ name }, call) => (counts[call] === 0 ? [] : [[name, counts[call] as number]])),
  );
}

function mergeCounts(one: CountsByName, other: CountsByName): CountsByName {
  const merged = new Map(Object.entries(one));
  for (const [name, count] of Object.entries(other)) merged.set(name, (merged.get(name) ?? 0) + count);
  return Object.fromEntries(merged);
}

/** One call may make several rows, as io_submit does; the first of them has the result. */
function lacksResult({ trace, grammar }: TraceView, row: Row): boolean {
  if ((trace.table.result[row] as number) !== UNKNOWN) return false;
  return grammar.calls[trace.table.call[row] as number]?.arguments.includes("iocbs") !== true;
}

function warningsOf(side: TraceView): readonly OverviewWarning[] {
  const { trace, rows } = side;
  const warnings: OverviewWarning[] = [];
  if (lacksLatency(side) && rows.length > 0) warnings.push({ kind: "no-latency" });
  const cut = trace.problems.find(({ kind }) => kind === "truncated");
  if (cut !== undefined) warnings.push({ kind: "truncated", line: cut.line });
  const { elision } = trace.lineKinds;
  if (elision > 0) warnings.push({ kind: "left-out", lines: elision });
  const unknown = unknownCalls(side);
  if (unknown.length > 0) warnings.push({ kind: "unknown-calls", calls: unknown });
  const outOfOrder = outOfOrderLine(trace);
  if (outOfOrder !== null) warnings.push({ kind: "status-filter", line: outOfOrder });
  return [...warnings, ...blindSpots(side).map((spot) => ({ kind: "blind-spot", ...spot }) as const)];
}

function callLatencies(side: TraceView): readonly CallLatency[] {
  const { trace, grammar, rows } = side;
  const { call, latency } = trace.table;
  const groups = Array.from(callsPerName(side), (count) => new Float64Array(count));
  const lengths = new Uint32Array(groups.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as Row;
    const index = call[row] as number;
    const value = latency[row] as number;
    if (value < 0) continue;
    // There is one for each call of the grammar.
    (groups[index] as Float64Array)[lengths[index] as number] = value;
    lengths[index] = (lengths[index] as number) + 1;
  }
  const all = grammar.calls.flatMap(({ name }, index): CallLatency[] => {
    const known = (groups[index] as Float64Array).subarray(0, lengths[index]);
    return known.length === 0 ? [] : [{ key: { call: name }, name, latency: summarize(known) }];
  });
  return all.sort((one, other) => Number(other.latency.total) - Number(one.latency.total));
}

function threadUses(side: TraceView, hasLatency: boolean): readonly ThreadUse[] {
  return side.trace.threads.flatMap(({ tid }, thread): ThreadUse[] => {
    const rows = side.threads.group(thread);
    if (rows.length === 0) return [];
    return [{ thread: tid, calls: rows.length, latency: hasLatency ? latencyOf(rows, side) : null }];
  });
}

/** File by file, so that only the ranges of one are in memory at a time. */
function fileUses(side: TraceView, rowsOfFile: RowGroups, hasLatency: boolean): readonly FileUse[] {
  const calls = callsPerFile(side);
  const transfers = new Transfers(side);
  const ids = Int32Array.from(side.files.files, (_, index) => index);
  const uses = side.files.files.flatMap((_, file): FileUse[] => {
    if (calls[file] === 0) return [];
    const rows = rowsOfFile.group(file);
    const tracks = tracksOf({ ...side, rows }, transfers, ids);
    return [
      {
        file: fileName(side, file) ?? "",
        calls: calls[file] as number,
        latency: hasLatency ? latencyOf(rows, side) : null,
        read: tracks.get(file * 2)?.coverage ?? null,
        write: tracks.get(file * 2 + 1)?.coverage ?? null,
      },
    ];
  });
  return uses.sort(
    (one, other) => Number(other.latency ?? 0) - Number(one.latency ?? 0) || other.calls - one.calls,
  );
}

function latencyOf(rows: Uint32Array, { trace }: TraceView): WholeNumber {
  const latency = new WholeSum();
  for (let i = 0; i < rows.length; i++)
    latency.add(Math.max(0, trace.table.latency[rows[i] as Row] as number));
  return latency.total;
}
