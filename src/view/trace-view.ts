import { CallHash } from "../align/call-hash.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { NO_FILE } from "../identity/descriptor-table.ts";
import { identifyFiles, type TraceFiles } from "../identity/trace-files.ts";
import type { Selection } from "../result/comparison.ts";
import type { Row } from "../trace/table.ts";
import type { Trace } from "../trace/trace.ts";
import { type DisputedDescriptors, disputedDescriptors } from "./disputed-descriptors.ts";
import { filesInFlight } from "./files-in-flight.ts";
import { hashCalls } from "./hash-calls.ts";
import { type InFlightView, inFlightName } from "./in-flight.ts";
import { type Operations, operationsOf } from "./operations.ts";
import { groupRows, RowGroups, sharedRows } from "./row-groups.ts";

/** One trace with what a comparison needs to know about it. */
export type TraceView = {
  readonly trace: Trace;
  readonly grammar: Grammar;
  readonly files: TraceFiles;
  /** Rows that are compared, in the order in which the calls started. */
  readonly rows: Uint32Array;
  /** The compared rows by index into `trace.threads`. */
  readonly threads: RowGroups;
  readonly operations: Operations;
  /** By position in `threads.rows`: CallHash of the call by the name of its operation. */
  readonly hashes: Int32Array;
  /** Rows that the options left out. */
  readonly hiddenCalls: number;
  /** All rows of the trace, compared or not, by index into `Grammar.calls`. */
  readonly rowsOfCalls: Uint32Array;
  /** Null if there is no doubt. */
  readonly disputed: DisputedDescriptors | null;
  /** Null where no call was in flight. */
  readonly inFlight: InFlightView | null;
};

/** What a view adds to its trace: plain data in shared memory, which a worker hands over without a copy. */
export type ViewParts = Omit<TraceView, "trace" | "grammar" | "threads"> & {
  readonly threads: Pick<RowGroups, "rows" | "starts">;
};

/** @param calls canonical names to compare; null for all */
export function viewParts(
  trace: Trace,
  grammar: Grammar,
  calls: readonly string[] | null,
  selection: Selection = {},
): ViewParts {
  const files = identifyFiles(trace, grammar);
  const selector = new Selector(trace, files, selection);
  const { rows, hiddenCalls, rowsOfCalls } = selectRows(trace, grammar, files, calls, selector);
  const { table } = trace;
  const threads = groupRows(rows, table.thread, trace.threads.length);
  const operations = operationsOf(trace, grammar, files, rows);
  const hasher = new CallHash(
    { operation: operations.operation, offset: table.offset, size: table.size },
    operations.name,
  );
  const hashes = hashCalls({ rows, trace, threads }, hasher);
  const disputed = disputedDescriptors(trace, grammar, files, rows);
  const { starts } = threads;
  return {
    files,
    rows,
    threads: { rows: threads.rows, starts },
    operations,
    hashes,
    hiddenCalls,
    rowsOfCalls,
    disputed,
    inFlight: viewInFlight(trace, grammar, files, calls, selector),
  };
}

export function viewOf(trace: Trace, grammar: Grammar, parts: ViewParts): TraceView {
  return { ...parts, trace, grammar, threads: new RowGroups(parts.threads.rows, parts.threads.starts) };
}

/** @param calls canonical names to compare; null for all */
export function viewTrace(
  trace: Trace,
  grammar: Grammar,
  calls: readonly string[] | null,
  selection: Selection = {},
): TraceView {
  return viewOf(trace, grammar, viewParts(trace, grammar, calls, selection));
}

function selectRows(
  trace: Trace,
  grammar: Grammar,
  { file }: TraceFiles,
  calls: readonly string[] | null,
  selector: Selector,
): Pick<TraceView, "rows" | "hiddenCalls" | "rowsOfCalls"> {
  const { table } = trace;
  // Anonymous memory is not I/O, and its addresses differ from run to run.
  const isProcessCall = Uint8Array.from(grammar.calls, ({ kind }) => Number(kind === "process"));
  const isMapping = Uint8Array.from(grammar.calls, ({ kind }) => Number(kind === "map"));
  const isWanted = Uint8Array.from(grammar.calls, ({ name }) =>
    Number(calls === null || calls.includes(name)),
  );
  const { takesAll } = selector;
  const rows = sharedRows(table.length);
  let count = 0;
  let hiddenCalls = 0;
  const rowsOfCalls = new Uint32Array(grammar.calls.length);
  for (let row = 0; row < table.length; row++) {
    const call = table.call[row] as number;
    rowsOfCalls[call] = (rowsOfCalls[call] as number) + 1;
    if (isProcessCall[call] === 1 || (isMapping[call] === 1 && file[row] === NO_FILE)) continue;
    if (isWanted[call] === 1 && (takesAll || selector.selects(row))) rows[count++] = row;
    else hiddenCalls++;
  }
  return { rows: rows.subarray(0, count), hiddenCalls, rowsOfCalls };
}

/** The calls in flight that are compared, by the same rules as those that ended. */
function viewInFlight(
  trace: Trace,
  grammar: Grammar,
  files: TraceFiles,
  calls: readonly string[] | null,
  selector: Selector,
): InFlightView | null {
  const { inFlight } = trace;
  if (inFlight === undefined) return null;
  const { table } = inFlight;
  const file = filesInFlight(trace, grammar, files);
  const rows = Uint32Array.from(Array(table.length).keys()).filter((row) => {
    const call = grammar.calls[table.call[row] as number];
    if (call === undefined || (calls !== null && !calls.includes(call.name))) return false;
    if (call.kind === "map" && (table.fd[row] as number) < 0) return false;
    const on = file[row] as number;
    const name = inFlightName(trace, files, inFlight, on, row);
    return selector.selectsUse(name, table.thread[row] as number);
  });
  return { calls: inFlight, rows: rows.sort((x, y) => (table.line[x] ?? 0) - (table.line[y] ?? 0)), file };
}

/** Decides which rows a selection keeps. */
class Selector {
  readonly #trace: Trace;
  readonly #file: Int32Array;
  /** By index into the files, and into the threads; null if all are kept. */
  readonly #files: readonly boolean[] | null;
  readonly #threads: readonly boolean[] | null;
  readonly #patterns: readonly RegExp[] | null;

  constructor(trace: Trace, files: TraceFiles, { paths, threads }: Selection) {
    this.#trace = trace;
    this.#file = files.file;
    const patterns = paths?.map((pattern) => new RegExp(pattern)) ?? null;
    this.#files =
      patterns === null
        ? null
        : files.files.map(({ path, fd }) => patterns.some((pattern) => pattern.test(path ?? `fd ${fd}`)));
    this.#patterns = patterns;
    this.#threads = threads === undefined ? null : trace.threads.map(({ tid }) => threads.includes(tid));
  }

  get takesAll(): boolean {
    return this.#files === null && this.#threads === null;
  }

  /** The same for a call that is not a row. @param name of its file: a path or descriptor; null if not known */
  selectsUse(name: string | number | null, thread: number): boolean {
    const text = typeof name === "string" ? name : `fd ${name}`;
    if (this.#patterns !== null && !this.#patterns.some((pattern) => pattern.test(text))) return false;
    return this.#threads === null || this.#threads[thread] === true;
  }

  selects(row: Row): boolean {
    if (this.#files !== null && this.#files[this.#file[row] as number] !== true) return false;
    return this.#threads === null || this.#threads[this.#trace.table.thread[row] as number] === true;
  }
}

/** Compared calls by index into `files.files`, second files included. */
export function callsPerFile({ files, rows, operations }: TraceView): Uint32Array {
  const counts = new Uint32Array(files.files.length);
  operations.calls.forEach((count, operation) => {
    const file = operations.file[operation] as number;
    if (file !== NO_FILE) counts[file] = (counts[file] as number) + count;
  });
  if (files.second.size === 0) return counts;
  for (const row of rows) {
    const second = files.second.get(row);
    if (second !== undefined) counts[second] = (counts[second] as number) + 1;
  }
  return counts;
}

/** Compared calls by index into `Grammar.calls`. */
export function callsPerName({ grammar, operations }: TraceView): Uint32Array {
  const counts = new Uint32Array(grammar.calls.length);
  operations.calls.forEach((count, operation) => {
    const call = operations.call[operation] as number;
    counts[call] = (counts[call] as number) + count;
  });
  return counts;
}
