import type { Row, TraceTable } from "./table.ts";

export type Column = Exclude<keyof TraceTable, "length">;

/** One row: a number for every column, so that forgetting a column does not compile. */
export type CallRow = { readonly [Name in Column]: number };

export type TableColumns = { -readonly [Name in Column]: TraceTable[Name] };

/** What the call column holds in a row that is reserved but not filled. */
const RESERVED = 0xffff;
const BYTES_PER_ROW = 64;
const LEAST_ROWS = 1024;

/**
 * Grows the columns of a trace. A row can be reserved when its call starts and filled when it ends.
 *
 * Rows are written into a block: either the columns themselves, or a short one that `useBlock` puts in front of them,
 * which other code writes too and which is moved into the columns when it is full.
 */
export class TraceTableBuilder {
  #columns: TableColumns;
  #capacity: number;
  #block: TableColumns;
  /** The table row at which the block starts. */
  #base = 0;
  /** Rows that are moved from the block into the columns when it is full. */
  #blockRows = 0;
  /** How many rows of the table the block has room for. */
  #end: number;
  #length = 0;
  #reserved = 0;

  /**
   * @param expectedRows room for this many rows is laid out at once. Pages that are never touched cost no memory,
   * so a generous guess is cheaper than growing, which copies.
   */
  constructor(expectedRows: number) {
    this.#capacity = Math.max(LEAST_ROWS, Math.ceil(expectedRows));
    this.#columns = allocate(this.#capacity);
    this.#block = this.#columns;
    this.#end = this.#capacity;
  }

  get length(): number {
    return this.#length;
  }

  /** The table row at which the block starts; changes when the block was full. */
  get blockStart(): Row {
    return this.#base;
  }

  /** The next row of the block, for which there is room. */
  nextBlockRow(): number {
    if (this.#length === this.#end) this.#makeRoom();
    return this.#length - this.#base;
  }

  append(row: CallRow): Row {
    const index = this.#next();
    storeRow(this.#block, index - this.#base, row);
    return index;
  }

  /** Reserves a row for a call that has started. */
  reserve(): Row {
    const index = this.#next();
    this.#block.call[index - this.#base] = RESERVED;
    this.#reserved++;
    return index;
  }

  fill(index: Row, row: CallRow): void {
    if (index >= this.#base) storeRow(this.#block, index - this.#base, row);
    else storeRow(this.#columns, index, row);
    this.#reserved--;
  }

  /** From now on rows are written into the first `rows` of this block. Call it once. */
  useBlock(block: TableColumns, rows: number): void {
    this.#block = block;
    this.#blockRows = rows;
    this.#base = this.#length;
    this.#end = this.#base + rows;
  }

  /** Other code has written rows into the block, up to this one. */
  takeBlock(blockRow: number): void {
    this.#length = this.#base + blockRow;
  }

  /** Other code has written into this row of the block what belongs in a row that has left the block. */
  takeOutOfOrder(index: Row, blockRow: number): void {
    copyRow(this.#block, blockRow, this.#columns, index);
  }

  /** One of these rows was reserved there and will be filled here. */
  keepOpen(): void {
    this.#reserved++;
  }

  /**
   * The finished table. Reserved rows that were never filled are left out.
   * @param order rows in the order wanted, for traces that were not read in order of starts; as appended if absent
   * @returns the table, and for each row as appended its place in the table, or null if none moved
   */
  finish(order: Uint32Array | null): { readonly table: TraceTable; readonly places: Int32Array | null } {
    this.#emptyBlock();
    const columns = this.#columns;
    const length = this.#length;
    if (this.#reserved === 0 && order === null) return { table: view(columns, length), places: null };
    const places = new Int32Array(length).fill(-1);
    const sorted = order === null ? columns : allocate(length);
    let next = 0;
    for (let position = 0; position < length; position++) {
      const from = order === null ? position : (order[position] ?? 0);
      if (columns.call[from] === RESERVED) continue;
      places[from] = next;
      copyRow(columns, from, sorted, next);
      next++;
    }
    return { table: view(sorted, next), places };
  }

  /** The start column so far, for the caller to sort by. */
  get starts(): Float64Array {
    this.#emptyBlock();
    return this.#columns.start.subarray(0, this.#length);
  }

  #next(): Row {
    if (this.#length === this.#end) this.#makeRoom();
    return this.#length++;
  }

  #makeRoom(): void {
    if (this.#block !== this.#columns) {
      this.#emptyBlock();
      return;
    }
    this.#grow();
    this.#block = this.#columns;
    this.#end = this.#capacity;
  }

  /** Moves what a separate block holds into the columns. */
  #emptyBlock(): void {
    if (this.#block === this.#columns) return;
    while (this.#capacity < this.#length) this.#grow();
    copyColumns(view(this.#block, this.#length - this.#base), this.#columns, this.#base);
    this.#base = this.#length;
    this.#end = this.#base + this.#blockRows;
  }

  #grow(): void {
    const old = this.#columns;
    this.#capacity *= 2;
    this.#columns = allocate(this.#capacity);
    copyColumns(old, this.#columns, 0);
  }
}

function storeRow(columns: TableColumns, index: number, row: CallRow): void {
  columns.line[index] = row.line;
  columns.thread[index] = row.thread;
  columns.start[index] = row.start;
  columns.call[index] = row.call;
  columns.fd[index] = row.fd;
  columns.path[index] = row.path;
  columns.offset[index] = row.offset;
  columns.size[index] = row.size;
  columns.flags[index] = row.flags;
  columns.result[index] = row.result;
  columns.error[index] = row.error;
  columns.latency[index] = row.latency;
}

/** Copies into columns that are zero from `row` on: where only zeros would be stored, memory stays untouched. */
function copyColumns(from: TableColumns | TraceTable, to: TableColumns, row: Row): void {
  for (const name of COLUMN_NAMES) {
    if (!MOSTLY_ZERO.has(name) || !isZero(from[name])) to[name].set(from[name], row);
  }
}

function isZero(column: TableColumns[Column]): boolean {
  for (let i = 0; i < column.length; i++) if (column[i] !== 0) return false;
  return true;
}

/** TableColumns in shared memory of their own. */
function allocate(rows: number): TableColumns {
  const even = rows + (rows % 2);
  // Those of 8 bytes come first, so that every column is aligned.
  let end = 0;
  const next = (_column: Column, bytes: number): number => {
    const start = end;
    end += even * bytes;
    return start;
  };
  return columnsAt(new SharedArrayBuffer(even * BYTES_PER_ROW), next, even);
}

/**
 * Columns in one buffer.
 * @param addressOf where a column of this many bytes a row starts, a multiple of them; asked in the order of widths
 */
export function columnsAt(
  buffer: ArrayBuffer | SharedArrayBuffer,
  addressOf: (column: Column, bytes: number) => number,
  rows: number,
): TableColumns {
  return {
    start: new Float64Array(buffer, addressOf("start", 8), rows),
    offset: new Float64Array(buffer, addressOf("offset", 8), rows),
    size: new Float64Array(buffer, addressOf("size", 8), rows),
    result: new Float64Array(buffer, addressOf("result", 8), rows),
    latency: new Float64Array(buffer, addressOf("latency", 8), rows),
    line: new Uint32Array(buffer, addressOf("line", 4), rows),
    thread: new Uint32Array(buffer, addressOf("thread", 4), rows),
    fd: new Int32Array(buffer, addressOf("fd", 4), rows),
    path: new Int32Array(buffer, addressOf("path", 4), rows),
    flags: new Int32Array(buffer, addressOf("flags", 4), rows),
    call: new Uint16Array(buffer, addressOf("call", 2), rows),
    error: new Uint16Array(buffer, addressOf("error", 2), rows),
  };
}

function view(columns: TableColumns, length: number): TraceTable {
  return {
    length,
    line: columns.line.subarray(0, length),
    thread: columns.thread.subarray(0, length),
    start: columns.start.subarray(0, length),
    call: columns.call.subarray(0, length),
    fd: columns.fd.subarray(0, length),
    path: columns.path.subarray(0, length),
    offset: columns.offset.subarray(0, length),
    size: columns.size.subarray(0, length),
    flags: columns.flags.subarray(0, length),
    result: columns.result.subarray(0, length),
    error: columns.error.subarray(0, length),
    latency: columns.latency.subarray(0, length),
  };
}

function copyRow(from: TableColumns, source: Row, to: TableColumns, target: Row): void {
  for (const name of COLUMN_NAMES) to[name][target] = from[name][source] ?? 0;
}

const MOSTLY_ZERO: ReadonlySet<Column> = new Set(["path", "flags", "error"]);
const COLUMN_NAMES = [
  "line",
  "thread",
  "start",
  "call",
  "fd",
  "path",
  "offset",
  "size",
  "flags",
  "result",
  "error",
  "latency",
] as const satisfies readonly Column[];
