import type { CallSequence } from "./call-sequence.ts";
import { ColumnKeys } from "./column-keys.ts";
import { MatchList } from "./match-list.ts";
import { MiddleAligner } from "./middle-aligner.ts";
import type { Region } from "./region.ts";
import { firstDifference } from "./same-sequence.ts";
import type { Stretch } from "./stretch.ts";
import { stretchesOf } from "./stretches-of.ts";

// Casts in this file: the first difference lies inside both sequences.

export type AlignOptions = {
  /** The most edits (calls removed plus calls added) that one exact search may need; beyond it gaps are coarse. */
  readonly editLimit?: number;
  /** If given, the number of comparisons is added to it: a measure of the work that no clock blurs. */
  readonly meter?: { comparisons: number };
};

const EDIT_LIMIT = 1024;

/**
 * Pairs the equal calls of two sequences, in order. Linear in the number of calls: equal stretches cost a compare;
 * few edits are searched locally; what is left is interned, split at calls that are unique on both sides, and
 * searched exactly in between; if a search would need more than the edit limit, gaps are coarse.
 *
 * Swapping the sides mirrors the result, as long as `operation` numbers the same things alike.
 */
export function align(
  before: CallSequence,
  after: CallSequence,
  options: AlignOptions = {},
): readonly Stretch[] {
  const difference = firstDifference(before, after);
  if (difference === -1) {
    const count = before.rows.length;
    if (options.meter !== undefined) options.meter.comparisons += count;
    return count === 0 ? [] : [{ kind: "match", before: 0, after: 0, count }];
  }

  // Among several shortest scripts the search prefers one side, so the sides are put into a fixed order.
  if (isInOrder(before, after, difference)) return alignDifferent(before, after, difference, options);
  return alignDifferent(after, before, difference, options).map(mirror);
}

function isInOrder(before: CallSequence, after: CallSequence, difference: number): boolean {
  if (before.rows.length !== after.rows.length) return before.rows.length < after.rows.length;
  const row1 = before.rows[difference] as number;
  const row2 = after.rows[difference] as number;
  for (const column of ["offset", "size", "operation"] as const) {
    const value1 = before[column][row1] as number;
    const value2 = after[column][row2] as number;
    if (value1 !== value2) return value1 < value2;
  }
  return true;
}

function mirror(stretch: Stretch): Stretch {
  if (stretch.kind === "match") return { ...stretch, before: stretch.after, after: stretch.before };
  return {
    ...stretch,
    before: stretch.after,
    beforeCount: stretch.afterCount,
    after: stretch.before,
    afterCount: stretch.beforeCount,
  };
}

function alignDifferent(
  before: CallSequence,
  after: CallSequence,
  difference: number,
  { editLimit = EDIT_LIMIT, meter }: AlignOptions,
): readonly Stretch[] {
  const keys = new ColumnKeys(before, after);
  const matches = new MatchList();
  const end = { before: before.rows.length, after: after.rows.length };
  const tail = keys.equalBehind(end.before, end.after, Math.min(end.before, end.after) - difference);
  const middle: Region = {
    before: difference,
    beforeEnd: end.before - tail,
    after: difference,
    afterEnd: end.after - tail,
  };

  matches.append(0, 0, difference);
  const aligner = new MiddleAligner(before, after, keys, matches, editLimit);
  aligner.align(middle);
  matches.append(middle.beforeEnd, middle.afterEnd, tail);
  if (meter !== undefined) meter.comparisons += difference + aligner.comparisons + tail;
  return stretchesOf(matches, keys, end.before, end.after);
}
