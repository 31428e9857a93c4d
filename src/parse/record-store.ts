import type { ExactValues, IndexIntoStrings, Row, TraceTable } from "../trace/table.ts";
import { NO_STRING, NONE, UNKNOWN } from "../trace/table.ts";
import type { ReportedArgument, RowExtra } from "../trace/trace.ts";
import { type TableColumns, TraceTableBuilder } from "../trace/trace-table-builder.ts";
import type { CallFields } from "./arguments/call-fields.ts";

export type StoredRecords = {
  readonly table: TraceTable;
  readonly exact: ExactValues;
  readonly extras: ReadonlyMap<Row, RowExtra>;
  readonly reported: ReadonlyMap<number, ReportedArgument>;
};

/** The records of a trace: the columns, and what few rows have in addition to them. */
export class RecordStore {
  readonly #table: TraceTableBuilder;
  readonly #offsets = new Map<Row, bigint>();
  readonly #sizes = new Map<Row, bigint>();
  readonly #results = new Map<Row, bigint>();
  readonly #extras = new Map<Row, RowExtra>();
  readonly #reported = new Map<number, ReportedArgument>();

  constructor(expectedRows: number) {
    this.#table = new TraceTableBuilder(expectedRows);
  }

  /** See TraceTableBuilder. */
  useBlock(block: TableColumns, rows: number): void {
    this.#table.useBlock(block, rows);
  }

  nextBlockRow(): number {
    return this.#table.nextBlockRow();
  }

  takeBlock(blockRow: number): void {
    this.#table.takeBlock(blockRow);
  }

  takeOutOfOrder(row: Row, blockRow: number): void {
    this.#table.takeOutOfOrder(row, blockRow);
  }

  /** See TraceTableBuilder. */
  keepOpen(): void {
    this.#table.keepOpen();
  }

  get blockStart(): Row {
    return this.#table.blockStart;
  }

  /** Reserves a row for a call that has started. */
  reserve(): Row {
    return this.#table.reserve();
  }

  /** @param row reserved for it, or -1 */
  store(fields: CallFields, row: Row): void {
    if (row === -1) row = this.#table.append(fields);
    else this.#table.fill(row, fields);
    if (fields.hasExtras) this.#storeExtras(fields, row);
    for (const request of fields.more) this.#storeFurther(fields, request);
  }

  /** A request of io_submit after the first: result and latency are stored once, with the first. */
  #storeFurther(first: CallFields, request: CallFields): void {
    request.line = first.line;
    request.thread = first.thread;
    request.start = first.start;
    request.call = first.call;
    request.error = first.error;
    this.store(request, -1);
  }

  #storeExtras(fields: CallFields, row: Row): void {
    if (fields.exactOffset !== null) this.#offsets.set(row, fields.exactOffset);
    if (fields.exactSize !== null) this.#sizes.set(row, fields.exactSize);
    if (fields.exactResult !== null) this.#results.set(row, fields.exactResult);
    const extra: {
      resultPath?: IndexIntoStrings;
      fds?: number[];
      paths?: number[];
      offset?: number | bigint;
    } = {};
    if (fields.resultPath !== NO_STRING) extra.resultPath = fields.resultPath;
    if (fields.fds.length > 0) extra.fds = fields.fds;
    if (fields.paths.length > 0) extra.paths = fields.paths;
    if (fields.offset2 !== null) extra.offset = fields.offset2;
    if (Object.keys(extra).length > 0) this.#extras.set(row, extra);
    if (fields.reported !== null) {
      const { count, sum } = this.#reported.get(fields.call) ?? { count: 0, sum: 0 };
      this.#reported.set(fields.call, { count: count + 1, sum: (sum + fields.reported) % 2 ** 32 });
    }
  }

  /**
   * @param isMerged the rows come from several files: they are put in order of their times, if all have one
   */
  finish(isMerged: boolean): StoredRecords {
    const { table, places } = this.#table.finish(isMerged ? orderOf(this.#table.starts) : null);
    const move = <Value>(map: ReadonlyMap<Row, Value>): ReadonlyMap<Row, Value> =>
      places === null
        ? map
        : new Map(Array.from(map, ([row, value]) => [places[row] ?? NONE, value] as const));
    return {
      table,
      exact: { offset: move(this.#offsets), size: move(this.#sizes), result: move(this.#results) },
      extras: move(this.#extras),
      reported: this.#reported,
    };
  }
}

/** Rows by start, equal ones in their present order; null if some have none. */
function orderOf(starts: Float64Array): Uint32Array | null {
  if (starts.includes(UNKNOWN)) return null;
  return Uint32Array.from(starts.keys()).sort(
    (one, other) => (starts[one] ?? 0) - (starts[other] ?? 0) || one - other,
  );
}
