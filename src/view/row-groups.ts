import type { Row } from "../trace/table.ts";

/** Rows sorted into numbered groups; within a group they keep the order in which the calls started. */
export class RowGroups {
  /** All rows, group after group. */
  readonly rows: Uint32Array;
  /** Where each group starts in `rows`; one more at the end. */
  readonly starts: Uint32Array;

  constructor(rows: Uint32Array, starts: Uint32Array) {
    this.rows = rows;
    this.starts = starts;
  }

  get count(): number {
    return this.starts.length - 1;
  }

  group(index: number): Uint32Array {
    return this.rows.subarray(this.starts[index], this.starts[index + 1]);
  }

  size(index: number): number {
    return (this.starts[index + 1] as number) - (this.starts[index] as number);
  }
}

/**
 * @param rows the rows to sort, in order
 * @param groupOf group by row; rows whose group is negative are left out
 * @param count number of groups
 */
export function groupRows(rows: Uint32Array, groupOf: ArrayLike<number>, count: number): RowGroups {
  const starts = new Uint32Array(count + 1);
  for (let i = 0; i < rows.length; i++) {
    const group = groupOf[rows[i] as Row] as number;
    if (group >= 0) starts[group + 1] = (starts[group + 1] as number) + 1;
  }
  for (let group = 0; group < count; group++) {
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number);
  }
  const next = starts.slice();
  const sorted = sharedRows(starts[count] as number);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as Row;
    const group = groupOf[row] as number;
    if (group < 0) continue;
    const at = next[group] as number;
    sorted[at] = row;
    next[group] = at + 1;
  }
  return new RowGroups(sorted, starts);
}

/** Rows in memory that a worker can hand over without a copy. */
export function sharedRows(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
}
