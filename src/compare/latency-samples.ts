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
  const sorter = new SampleSorter(columns, groups, groupCount);
  forEachStretch(threads, first, ({ before: rows }, start, _, count) => {
    for (let i = start; i < start + count; i++) sorter.count(rows[i] as Row);
  });
  sorter.startGroups();
  forEachStretch(threads, first, (rows, beforeStart, afterStart, count) => {
    for (let i = 0; i < count; i++) {
      sorter.add(rows.before[beforeStart + i] as Row, rows.after[afterStart + i] as Row);
    }
  });
  return sorter.finish();
}

/**
 * The same of all matches, in order of starts, which reads the columns nearly from start to end.
 * @param partner by row of before: the row of after that it matches; -1 where there is none
 */
export function groupPartners(
  partner: Int32Array,
  columns: Pair<Float64Array>,
  groups: Uint16Array | Int32Array,
  groupCount: number,
): readonly GroupSample[] {
  const sorter = new SampleSorter(columns, groups, groupCount);
  for (let row = 0; row < partner.length; row++) if ((partner[row] as number) >= 0) sorter.count(row);
  sorter.startGroups();
  for (let row = 0; row < partner.length; row++) {
    const match = partner[row] as number;
    if (match >= 0) sorter.add(row, match);
  }
  return sorter.finish();
}

/** Sorts by counting: first all matches are counted, then all are added. */
class SampleSorter {
  readonly #columns: Pair<Float64Array>;
  readonly #groups: Uint16Array | Int32Array;
  readonly #groupCount: number;
  /** Matches by group, shifted by one; then where the next of each group goes. */
  readonly #next: Uint32Array;
  #starts = new Uint32Array();
  #before = new Float64Array();
  #after = new Float64Array();

  constructor(columns: Pair<Float64Array>, groups: Uint16Array | Int32Array, groupCount: number) {
    this.#columns = columns;
    this.#groups = groups;
    this.#groupCount = groupCount;
    this.#next = new Uint32Array(groupCount + 1);
  }

  count(row: Row): void {
    const group = this.#groups[row] as number;
    this.#next[group + 1] = (this.#next[group + 1] as number) + 1;
  }

  startGroups(): void {
    const next = this.#next;
    for (let group = 0; group < this.#groupCount; group++) {
      next[group + 1] = (next[group + 1] as number) + (next[group] as number);
    }
    this.#starts = next.slice();
    this.#before = new Float64Array(next[this.#groupCount] as number);
    this.#after = new Float64Array(next[this.#groupCount] as number);
  }

  add(row: Row, match: Row): void {
    const from = this.#columns.before[row] as number;
    const to = this.#columns.after[match] as number;
    if (from < 0 || to < 0) return;
    const group = this.#groups[row] as number;
    const at = this.#next[group] as number;
    this.#before[at] = from;
    this.#after[at] = to;
    this.#next[group] = at + 1;
  }

  finish(): readonly GroupSample[] {
    const samples: GroupSample[] = [];
    for (let group = 0; group < this.#groupCount; group++) {
      const [start, end] = [this.#starts[group] as number, this.#next[group] as number];
      if (start === end) continue;
      const values = { before: this.#before.subarray(start, end), after: this.#after.subarray(start, end) };
      samples.push({ group, values });
    }
    return samples;
  }
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
