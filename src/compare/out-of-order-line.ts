import { type Row, UNKNOWN } from "../trace/table.ts";
import type { Trace } from "../trace/trace.ts";

/**
 * The first line that shows that calls are printed when they end, null where none does. strace prints a call when it
 * starts, and the rest of it, if others come in between, on another line. Only where it has to know the result before
 * it prints anything, as with -z, -Z and -e status, are lines whole and their times fall back.
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

/** Rows by line: beside a snapshot those of a log stand in an order of their own. Null where they stand so. */
function orderOfLines(line: Uint32Array): Uint32Array | null {
  for (let row = 1; row < line.length; row++) {
    if ((line[row] as number) >= (line[row - 1] as number)) continue;
    const rows = Uint32Array.from(line.keys());
    return rows.sort((x, y) => (line[x] as number) - (line[y] as number) || x - y);
  }
  return null;
}
