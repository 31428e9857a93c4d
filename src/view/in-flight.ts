import type { IndexIntoFiles } from "../identity/file-catalog.ts";
import type { TraceFiles } from "../identity/trace-files.ts";
import { NO_STRING, type Row } from "../trace/table.ts";
import type { CallsInFlight, Trace } from "../trace/trace.ts";

/** The calls of a side that are compared and were still in flight. */
export type InFlightView = {
  readonly calls: CallsInFlight;
  /** Rows of `calls.table`. */
  readonly rows: Uint32Array;
  /** By row of `calls.table`: index into the files of the trace; NO_FILE if not known. */
  readonly file: Int32Array;
};

/** What a call in flight was on: a path or a descriptor; null if the line did not say. */
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
