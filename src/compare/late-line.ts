import type { Trace } from "../trace/trace.ts";

/**
 * The first line that shows that calls are printed when they end, null where none does. strace prints a call when it
 * starts, and the rest of it, if others come in between, on another line. Only where it has to know the result before
 * it prints anything, as with -z, -Z and -e status, are lines whole and their times fall back.
 */
export function lateLine({ sources, lineKinds, table }: Trace): number | null {
  if (sources.length > 1 || lineKinds.half > 0) return null;
  const { start, line, length } = table;
  for (let row = 1; row < length; row++) {
    if ((start[row] as number) < (start[row - 1] as number)) return line[row] as number; // row < length
  }
  return null;
}
