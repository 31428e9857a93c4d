import type { ComparedThread } from "../changes/thread-steps.ts";
import { forEachStretch } from "../latency/latency-samples.ts";
import type { Row } from "../trace/table.ts";

/** Whether matched calls start in the same order on both sides across threads; calls without match do not count. */
export function matchesInterleaveAlike(beforeRows: number, threads: readonly ComparedThread[]): boolean {
  const partner = new Int32Array(beforeRows).fill(-1);
  forEachStretch(threads, 0, (rows, before, after, count) => {
    for (let i = 0; i < count; i++) {
      const row = rows.before[before + i] as Row; // the stretch lies within both
      partner[row] = rows.after[after + i] as Row;
    }
  });
  let latest = -1;
  for (const row of partner) {
    if (row === -1) continue;
    if (row < latest) return false;
    latest = row;
  }
  return true;
}
