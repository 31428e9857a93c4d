import type { Grammar } from "../grammar/grammar.ts";
import type { Row, TraceTable } from "../trace/table.ts";
import type { KnownFiles, RowExtra, Trace } from "../trace/trace.ts";
import { type TraceView, viewTrace } from "../view/trace-view.ts";
import { canonicalSequences } from "./canonical-sequences.ts";
import { shapesOf } from "./snapshot-shapes.ts";
import type { SnapshotOptions } from "./write-snapshot.ts";

/**
 * A trace with its calls in the order in which a snapshot at this level lists them, so that it can be compared with
 * one. At levels where threads do not count, all calls are on one thread. Everything else, including line numbers and
 * latencies, is unchanged.
 */
export function canonicalTrace(trace: Trace, grammar: Grammar, options: SnapshotOptions): Trace {
  const { order, calls } = options;
  if (order === "total") return trace;
  const side = viewTrace(trace, grammar, calls);
  const { sequences } = canonicalSequences(side, shapesOf(side), order);
  const rows = [
    ...new Set(sequences.flatMap((sequence) => Array.from(sequence.calls, (at) => side.rows[at] as Row))),
  ]; // in range
  const chosen = new Set(rows);
  for (let row = 0; row < trace.table.length; row++) if (!chosen.has(row)) rows.push(row);
  const rowOrder = Uint32Array.from(rows);
  const places = new Uint32Array(rowOrder.length);
  rowOrder.forEach((row, place) => {
    places[row] = place;
  });
  const keepsThreads = order === "thread" || order === "stream";
  const table = permuted(trace.table, rowOrder);
  return {
    ...trace,
    table: keepsThreads ? table : { ...table, thread: new Uint32Array(table.length) },
    threads: keepsThreads ? trace.threads : [{ tid: 0, source: 0 }],
    exact: {
      offset: moved(trace.exact.offset, places),
      size: moved(trace.exact.size, places),
      result: moved(trace.exact.result, places),
    },
    extras: moved<RowExtra>(trace.extras, places),
    knownFiles: permutedFiles(side, rowOrder, places),
  };
}

function permuted(table: TraceTable, order: Uint32Array): TraceTable {
  const gather = <Column extends Float64Array | Uint32Array | Int32Array | Uint16Array>(
    column: Column,
    target: Column,
  ): Column => {
    for (let i = 0; i < order.length; i++) target[i] = column[order[i] as number] as number; // both are in range
    return target;
  };
  const { length } = table;
  return {
    length,
    line: gather(table.line, new Uint32Array(length)),
    thread: gather(table.thread, new Uint32Array(length)),
    start: gather(table.start, new Float64Array(length)),
    call: gather(table.call, new Uint16Array(length)),
    fd: gather(table.fd, new Int32Array(length)),
    path: gather(table.path, new Int32Array(length)),
    offset: gather(table.offset, new Float64Array(length)),
    size: gather(table.size, new Float64Array(length)),
    flags: gather(table.flags, new Int32Array(length)),
    result: gather(table.result, new Float64Array(length)),
    error: gather(table.error, new Uint16Array(length)),
    latency: gather(table.latency, new Float64Array(length)),
  };
}

/** The files in order of first use in the new order of rows: those known only by descriptor pair in that order. */
function permutedFiles(
  { files: { files, file, second }, inFlight }: TraceView,
  order: Uint32Array,
  places: Uint32Array,
): KnownFiles {
  const numbers = new Int32Array(files.length).fill(-1);
  const used: number[] = [];
  const number = (index: number): number => {
    if (index < 0) return index;
    if (numbers[index] === -1) numbers[index] = used.push(index) - 1;
    return numbers[index] as number; // in range
  };
  const seconds = new Map<Row, number>();
  const fileOfRow = Int32Array.from(order, (row) => {
    const first = number(file[row] as number); // in range
    const other = second.get(row);
    if (other !== undefined) seconds.set(places[row] ?? row, number(other));
    return first;
  });
  for (let index = 0; index < files.length; index++) number(index);
  return {
    files: used.map((index) => files[index] as KnownFiles["files"][number]), // in range
    file: fileOfRow,
    second: seconds,
    ...(inFlight === null ? {} : { inFlight: inFlight.file.map(number) }),
  };
}

function moved<Value>(byRow: ReadonlyMap<Row, Value>, places: Uint32Array): Map<Row, Value> {
  return new Map(Array.from(byRow, ([row, value]) => [places[row] ?? row, value]));
}
