import { type ComparedThread, forEachMatchedStretch } from "../changes/thread-steps.ts";
import type { Outlier } from "../result/timing.ts";
import { largestMoves } from "../stats/largest-moves.ts";
import type { Pair } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import { callRecord } from "../view/record-of-row.ts";
import type { TraceView } from "../view/trace-view.ts";

/** The matched calls whose latency changed most in either direction, largest change first; at most `count`. */
export function latencyOutliers(
  sides: Pair<TraceView>,
  threads: readonly ComparedThread[],
  count: number,
): readonly Outlier[] {
  if (count === 0) return [];
  const most = sides.before.rows.length;
  const rows = { before: new Uint32Array(most), after: new Uint32Array(most) };
  const latencies = { before: new Float64Array(most), after: new Float64Array(most) };
  const from = sides.before.trace.table.latency;
  const to = sides.after.trace.table.latency;
  let pairs = 0;
  forEachMatchedStretch(threads, ({ before, after }, beforeStart, afterStart, length) => {
    for (let i = 0; i < length; i++) {
      const one = before[beforeStart + i] as Row; // the stretch lies within both
      const other = after[afterStart + i] as Row;
      const [was, is] = [from[one] as number, to[other] as number];
      if (was < 0 || is < 0) continue;
      rows.before[pairs] = one;
      rows.after[pairs] = other;
      latencies.before[pairs] = was;
      latencies.after[pairs] = is;
      pairs++;
    }
  });
  const moves = largestMoves(latencies.before.subarray(0, pairs), latencies.after.subarray(0, pairs), count);
  return Array.from(moves, (pair): Outlier => {
    const move = (latencies.after[pair] as number) - (latencies.before[pair] as number); // pair < pairs
    return {
      before: callRecord(sides.before, rows.before[pair] as Row),
      after: callRecord(sides.after, rows.after[pair] as Row),
      move,
    };
  });
}
