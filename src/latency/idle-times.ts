import { mapPair, type Pair } from "../trace/pair.ts";
import { type Row, UNKNOWN } from "../trace/table.ts";
import type { TraceView } from "../view/trace-view.ts";

/** What the column holds where the time is not known. */
const UNKNOWN_IDLE = -1;
const SECOND = 1e9;
/** Calls to look at to see whether times are finer than seconds. */
const SAMPLE = 1000;

/**
 * Per side and row, nanoseconds from the end of the thread's previous call to the start of this one: what the program,
 * and strace, did in between. -1 for the first call of a thread. Null if a side has no times finer than a second, or
 * no latencies.
 */
export function idleColumns(sides: Pair<TraceView>): Pair<Float64Array> | null {
  if (!hasFineTimes(sides.before) || !hasFineTimes(sides.after)) return null;
  return mapPair(sides, idleColumn);
}

export function idleColumn({ trace, threads }: TraceView): Float64Array {
  const { start, latency } = trace.table;
  const idle = new Float64Array(trace.table.length).fill(UNKNOWN_IDLE);
  for (let thread = 0; thread < threads.count; thread++) {
    const rows = threads.group(thread);
    for (let i = 1; i < rows.length; i++) {
      const row = rows[i] as Row; // rows of the thread are rows of the columns
      const last = rows[i - 1] as Row;
      const lasted = latency[last] as number;
      const from = start[last] as number;
      const to = start[row] as number;
      // a double cannot hold a time 104 days or more after the first one to the nanosecond
      if (lasted < 0 || !Number.isSafeInteger(from) || !Number.isSafeInteger(to - from)) continue;
      // Both times are truncated to whole clock steps, so an idle time of 0 may come out negative.
      idle[row] = Math.max(0, to - from - lasted);
    }
  }
  return idle;
}

/** Times of whole seconds (`-t`) say nothing about idle times. */
export function hasFineTimes({ trace, rows }: TraceView): boolean {
  const { start, latency } = trace.table;
  let previous = UNKNOWN;
  for (const row of rows.subarray(0, SAMPLE)) {
    const time = start[row] as number;
    if (time === UNKNOWN || (latency[row] as number) < 0) continue;
    if (previous !== UNKNOWN && (time - previous) % SECOND !== 0) return true;
    previous = time;
  }
  return false;
}
