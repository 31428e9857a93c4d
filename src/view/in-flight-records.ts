import type { CallRecord } from "../result/call-record.ts";
import { NO_STRING, type Row, UNKNOWN } from "../trace/table.ts";
import { type InFlightView, inFlightName } from "./in-flight.ts";
import { callRecord } from "./record-of-row.ts";
import type { TraceView } from "./trace-view.ts";

/** A call in flight as every output prints calls: without result and latency. */
function inFlightRecord(side: TraceView, { calls, file }: InFlightView, row: Row): CallRecord {
  const { trace, files } = side;
  const record = callRecord(
    { ...side, trace: { ...trace, ...calls }, files: { ...files, file, positions: null } },
    row,
  );
  const name = inFlightName(trace, files, calls, file[row] as number, row);
  return typeof name === "string" ? { ...record, file: name } : record;
}

export function recordsInFlight(side: TraceView, rows: readonly Row[]): readonly CallRecord[] {
  const { inFlight } = side;
  return inFlight === null ? [] : rows.map((row) => inFlightRecord(side, inFlight, row));
}

/** Numbers and words of a request that strace prints at its start, or may. */
export function requestOf({ trace }: TraceView, { calls }: InFlightView, row: Row): RequestInFlight {
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
