import type { IndexIntoFiles } from "../identity/file-catalog.ts";
import type { TraceFiles } from "../identity/trace-files.ts";
import { NO_STRING, type Row, UNKNOWN } from "../trace/table.ts";
import type { CallsInFlight, Trace } from "../trace/trace.ts";
import { callRecord } from "./call-record.ts";
import type { CallRecord } from "./comparison.ts";
import type { SideView } from "./side-view.ts";

/** The calls of a side that are compared and were still in flight. */
export type InFlightView = {
  readonly calls: CallsInFlight;
  /** Rows of `calls.table`. */
  readonly rows: Uint32Array;
  /** By row of `calls.table`: index into the files of the trace; NO_FILE where that is not known. */
  readonly file: Int32Array;
};

/** What a call in flight was on: a path or a descriptor; null where the line did not say. */
export function inFlightName(
  { strings }: Trace,
  { files }: Pick<TraceFiles, "files">,
  { table }: CallsInFlight,
  file: IndexIntoFiles,
  row: Row,
): string | number | null {
  const known = files[file];
  if (known !== undefined) return known.path ?? known.fd;
  if (table.path[row] !== NO_STRING) return strings[table.path[row] as number] ?? null;
  return (table.fd[row] as number) < 0 ? null : (table.fd[row] as number);
}

/** A call in flight as every output prints calls: without result and latency. */
function inFlightRecord(side: SideView, { calls, file }: InFlightView, row: Row): CallRecord {
  const { trace, files } = side;
  const record = callRecord(
    { ...side, trace: { ...trace, ...calls }, files: { ...files, file, positions: null } },
    row,
  );
  const name = inFlightName(trace, files, calls, file[row] as number, row);
  return typeof name === "string" ? { ...record, file: name } : record;
}

export function recordsInFlight(side: SideView, rows: readonly Row[]): readonly CallRecord[] {
  const { inFlight } = side;
  return inFlight === null ? [] : rows.map((row) => inFlightRecord(side, inFlight, row));
}

/** Numbers and words of a request that strace prints at its start, or may. */
export function requestOf({ trace }: SideView, { calls }: InFlightView, row: Row): RequestInFlight {
  const { table, exact, extras } = calls;
  const words = table.flags[row] as number;
  const number = (value: number, large: bigint | undefined): string | null =>
    value === UNKNOWN ? null : String(large ?? value);
  const second = extras.get(row)?.offset;
  return {
    call: table.call[row] as number,
    offset: number(table.offset[row] as number, exact.offset.get(row)),
    size: number(table.size[row] as number, exact.size.get(row)),
    flags: words === NO_STRING ? null : (trace.strings[words] ?? null),
    secondOffset: second === undefined ? null : String(second),
  };
}

/** Null where it was not printed. */
export type RequestInFlight = {
  readonly call: number;
  readonly offset: string | null;
  readonly size: string | null;
  readonly flags: string | null;
  readonly secondOffset: string | null;
};
