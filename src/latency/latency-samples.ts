import { type ComparedThread, forEachMatchedStretch } from "../changes/thread-steps.ts";
import { PairCounter, type PairTally } from "../stats/pair-counter.ts";
import { type PairedRatio, RatioCounter } from "../stats/paired-ratio.ts";
import type { Pair } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";

/** What was measured of the matched calls of one group, pair by pair. */
export type GroupSample = {
  readonly group: number;
  readonly pairs: PairTally;
  readonly ratio: PairedRatio;
};

/** What was measured, by row, and the group of each row of before. */
type Measured = {
  readonly columns: Pair<Float64Array>;
  readonly groups: Uint16Array | Int32Array;
  readonly groupCount: number;
};

/**
 * Counts what was measured of matched calls by the groups of the calls before. Pairs in which either value is below 0,
 * which means unknown, are left out, and so are groups that have no other pairs.
 * @param first 1 if a value is about a call and the previous one of its thread, so that both must match
 */
export function groupSamples(
  threads: readonly ComparedThread[],
  { columns, groups, groupCount }: Measured,
  first: 0 | 1,
): readonly GroupSample[] {
  // All reads below are of rows of these columns and of positions in a thread.
  const sizes = new Uint32Array(groupCount);
  forEachMatchedStretch(threads, ({ before: rows }, start, _, count) => {
    for (let i = start + first; i < start + count; i++) countOne(sizes, groups[rows[i] as Row] as number);
  });
  const counters = new SampleCounters(sizes);
  forEachMatchedStretch(threads, (rows, beforeStart, afterStart, count) => {
    for (let i: number = first; i < count; i++) {
      const row = rows.before[beforeStart + i] as Row;
      const match = rows.after[afterStart + i] as Row;
      counters.add(groups[row] as number, columns.before[row] as number, columns.after[match] as number);
    }
  });
  return counters.finish();
}

/**
 * The same for all matches, in order of starts, which reads the columns nearly from start to end.
 * @param partner by row of before: the row of after that it matches; -1 if there is none
 */
export function groupPartners(
  partner: Int32Array,
  { columns, groups, groupCount }: Measured,
): readonly GroupSample[] {
  const { before, after } = columns;
  const sizes = new Uint32Array(groupCount);
  for (let row = 0; row < partner.length; row++) {
    if ((partner[row] as number) >= 0) countOne(sizes, groups[row] as number);
  }
  const counters = new SampleCounters(sizes);
  for (let row = 0; row < partner.length; row++) {
    const match = partner[row] as number;
    if (match >= 0) counters.add(groups[row] as number, before[row] as number, after[match] as number);
  }
  return counters.finish();
}

function countOne(sizes: Uint32Array, group: number): void {
  sizes[group] = (sizes[group] as number) + 1;
}

/** What is counted for each group. */
class SampleCounters {
  /** Undefined if a group has no match. */
  readonly #counters: ({ readonly pairs: PairCounter; readonly ratio: RatioCounter } | undefined)[];

  /** @param sizes matches by group */
  constructor(sizes: Uint32Array) {
    this.#counters = Array.from(sizes, (size) =>
      size === 0 ? undefined : { pairs: new PairCounter(size), ratio: new RatioCounter(size) },
    );
  }

  add(group: number, before: number, after: number): void {
    if (before < 0 || after < 0) return;
    const counter = this.#counters[group];
    counter?.pairs.add(before, after);
    counter?.ratio.add(before, after);
  }

  finish(): readonly GroupSample[] {
    return this.#counters.flatMap((counter, group): GroupSample[] =>
      counter === undefined || counter.ratio.count === 0
        ? []
        : [{ group, pairs: counter.pairs.finish(), ratio: counter.ratio.finish() }],
    );
  }
}
