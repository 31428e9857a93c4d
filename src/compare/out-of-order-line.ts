import { type Row, UNKNOWN } from "../trace/table.ts";
import type { Trace } from "../trace/trace.ts";

/**
 * The first line that shows that calls are printed when they end; null if none does. strace prints a call when it
 * starts, and the rest of it, if others come in between, on another line. Only if it must know the result before it
 * prints anything, as with -z, -Z and -e status, are lines whole and can their times go back.
 */
export function outOfOrderLine({ sources, lineKinds, table }: Trace): number | null {
  if (sources.length > 1 || lineKinds.half > 0) return null;
  const { start, line, length } = table;
  const order = orderOfLines(line);
  let latest = UNKNOWN;
  for (let i = 0; i < length; i++) {
    const row = order === null ? i : (order[i] as Row);
    const time = start[row] as number;
    if (time === UNKNOWN) continue;
    if (time < latest) return line[row] as number;
    latest = time;
  }
  return null;
}

/** Rows by line: compared with a snapshot, a log has its rows in another order. Null if they already are by line. */
function orderOfLines(line: Uint32Array): Uint32Array | null {
  for (let row = 1; row < line.length; row++) {
    if ((line[row] as number) >= (line[row - 1] as number)) continue;
    const rows = Uint32Array.from(line.keys());
    return rows.sort((x, y) => (line[x] as number) - (line[y] as number) || x - y);
  }
  return null;
}
