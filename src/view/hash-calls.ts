import type { CallHash } from "../align/call-hash.ts";
import type { Row } from "../trace/table.ts";
import type { Trace } from "../trace/trace.ts";
import type { RowGroups } from "./row-groups.ts";

/**
 * Hashes of all calls, by position in `threads.rows`, in memory that a worker hands over. In order of starts, which
 * reads the columns from start to end.
 */
export function hashCalls(
  {
    rows,
    trace,
    threads,
  }: {
    readonly rows: Uint32Array;
    readonly trace: Trace;
    readonly threads: RowGroups;
  },
  hasher: CallHash,
): Int32Array {
  const { thread } = trace.table;
  const hashes = new Int32Array(new SharedArrayBuffer(rows.length * Int32Array.BYTES_PER_ELEMENT));
  const next = threads.starts.slice();
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as Row;
    const of = thread[row] as number;
    const at = next[of] as number;
    hashes[at] = hasher.of(row);
    next[of] = at + 1;
  }
  return hashes;
}
