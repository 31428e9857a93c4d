import { NO_FILE } from "../identity/descriptor-table.ts";
import type { CallRecord, ExactNumber } from "../result/call-record.ts";
import { NO_STRING, NONE, type Row, UNKNOWN } from "../trace/table.ts";
import type { Trace } from "../trace/trace.ts";
import type { TraceView } from "./trace-view.ts";

/** One row as every output prints it. */
export function callRecord(side: TraceView, row: Row): CallRecord {
  const { trace, files, grammar } = side;
  const { table, exact } = trace;
  const fd = table.fd[row] as number;
  const file = files.file[row] as number;
  const flags = table.flags[row] as number;
  const error = table.error[row] as number;
  const latency = table.latency[row] as number;
  return {
    line: table.line[row] as number,
    thread: threadId(trace, row),
    start: startTime(trace, row),
    call: grammar.calls[table.call[row] as number]?.name ?? "",
    fd: fd === NONE ? null : fd,
    file: file === NO_FILE ? null : (files.files[file]?.path ?? null),
    offset: exactNumber(offsetOf(side, row), exact.offset.get(row)),
    size: exactNumber(table.size[row] as number, exact.size.get(row)),
    flags: flags === NO_STRING ? null : (trace.strings[flags] as string),
    result: exactNumber(table.result[row] as number, exact.result.get(row)),
    error: error === 0 ? null : (trace.errors[error] as string),
    latency: latency < 0 ? null : latency,
  };
}

/** The offset given, or the file position if it was known. */
export function offsetOf({ trace, files }: TraceView, row: Row): number {
  const position = files.positions?.[row] ?? UNKNOWN;
  return position === UNKNOWN ? (trace.table.offset[row] as number) : position;
}

function threadId({ threads, table }: Trace, row: Row): number {
  return threads[table.thread[row] as number]?.tid ?? 0;
}

function startTime({ table, origin }: Trace, row: Row): ExactNumber {
  const sinceOrigin = table.start[row] as number;
  return sinceOrigin === UNKNOWN ? null : exactNumber(0, origin + BigInt(sinceOrigin));
}

function exactNumber(value: number, exact: bigint | undefined): ExactNumber {
  if (exact !== undefined) {
    const number = Number(exact);
    return Number.isSafeInteger(number) ? number : exact.toString();
  }
  return value === UNKNOWN ? null : value;
}
