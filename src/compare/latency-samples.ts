import type { Pair } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import { type ComparedThread, forEachMatchStretch } from "./thread-steps.ts";

/** What was measured of the matched calls of one group, pair by pair. */
export type GroupSample = { readonly group: number; readonly values: Pair<Float64Array> };

/**
 * Sorts what was measured of matched calls into the groups of the calls before. Pairs in which either value is below 0, which
 * stands for unknown, are left out, and so are groups that have no other.
 * @param columns per side what was measured, by row
 * @param groups by row of before
 * @param first 1 where a value says something about the call and the one that its thread made just before, so that both must match
 */
export function groupSamples(
  threads: readonly ComparedThread[],
  columns: Pair<Float64Array>,
  groups: Uint16Array | Int32Array,
  groupCount: number,
  first: 0 | 1,
): readonly GroupSample[] {
  // All reads below are of rows of these columns and of positions in a thread.
  const next = new Uint32Array(groupCount + 1);
  forEachStretch(threads, first, ({ before: rows }, start, _, count) => {
    for (let i = start; i < start + count; i++) {
      const group = groups[rows[i] as Row] as number;
      next[group + 1] = (next[group + 1] as number) + 1;
    }
  });
  for (let group = 0; group < groupCount; group++) {
    next[group + 1] = (next[group + 1] as number) + (next[group] as number);
  }
  const starts = next.slice();
  const before = new Float64Array(next[groupCount] as number);
  const after = new Float64Array(next[groupCount] as number);
  forEachStretch(threads, first, (rows, beforeStart, afterStart, count) => {
    for (let i = 0; i < count; i++) {
      const row = rows.before[beforeStart + i] as Row;
      const from = columns.before[row] as number;
      const to = columns.after[rows.after[afterStart + i] as Row] as number;
      if (from < 0 || to < 0) continue;
      const group = groups[row] as number;
      const at = next[group] as number;
      before[at] = from;
      after[at] = to;
      next[group] = at + 1;
    }
  });
  const samples: GroupSample[] = [];
  for (let group = 0; group < groupCount; group++) {
    const [start, end] = [starts[group] as number, next[group] as number];
    if (start === end) continue;
    samples.push({
      group,
      values: { before: before.subarray(start, end), after: after.subarray(start, end) },
    });
  }
  return samples;
}

/** Calls `each` with every stretch of matches: rows of the thread pair, where it starts on either side, and its length. */
export function forEachStretch(
  threads: readonly ComparedThread[],
  first: 0 | 1,
  each: (rows: Pair<Uint32Array>, before: number, after: number, count: number) => void,
): void {
  for (const thread of threads) {
    forEachMatchStretch(thread, (before, after, count) => {
      if (count > first) each(thread.rows, before + first, after + first, count - first);
    });
  }
}
