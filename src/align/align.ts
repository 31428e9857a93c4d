import type { CallSequence } from "./call-sequence.ts";
import { ColumnKeys } from "./column-keys.ts";
import { ForwardSearch, type Region } from "./forward-search.ts";
import { IdAligner } from "./id-aligner.ts";
import { intern } from "./intern.ts";
import { MatchList } from "./match-list.ts";
import type { Run } from "./run.ts";
import { runsOf } from "./runs-of.ts";
import { firstDifference } from "./same-sequence.ts";
import { walk } from "./walk.ts";

// Casts in this file: the first difference lies inside both sequences.

export type AlignOptions = {
  /** The most edits (calls removed plus calls added) that one exact search may need; beyond it gaps are coarse. */
  readonly editLimit?: number;
  /** Where given, the number of comparisons is added to it: a measure of the work that no clock blurs. */
  readonly meter?: { comparisons: number };
};

const EDIT_LIMIT = 1024;
/** Calls of both sides together, equal ends left out, below which an exact search comes first. */
const SHORT = 8192;
/** Edits of a local search on the columns. */
const LOCAL_EDITS = 64;

/**
 * Pairs the equal calls of two sequences, in order. Linear in the number of calls: equal stretches cost a compare;
 * few edits are searched locally; what is left is interned, split at calls that are unique on both sides, and
 * searched exactly in between; where a search would need more than the edit limit, gaps are coarse.
 *
 * Swapping the sides mirrors the result, as long as `head` numbers the same things alike.
 */
export function align(before: CallSequence, after: CallSequence, options: AlignOptions = {}): readonly Run[] {
  const difference = firstDifference(before, after);
  if (difference === -1) {
    const count = before.rows.length;
    if (options.meter !== undefined) options.meter.comparisons += count;
    return count === 0 ? [] : [{ kind: "match", before: 0, after: 0, count }];
  }

  // Among several shortest scripts the search prefers one side, so the sides are put into an order of their own.
  if (isInOrder(before, after, difference)) return alignDifferent(before, after, difference, options);
  return alignDifferent(after, before, difference, options).map(mirror);
}

function isInOrder(before: CallSequence, after: CallSequence, difference: number): boolean {
  if (before.rows.length !== after.rows.length) return before.rows.length < after.rows.length;
  const row1 = before.rows[difference] as number;
  const row2 = after.rows[difference] as number;
  for (const column of ["offset", "size", "head"] as const) {
    const value1 = before[column][row1] as number;
    const value2 = after[column][row2] as number;
    if (value1 !== value2) return value1 < value2;
  }
  return true;
}

function mirror(run: Run): Run {
  if (run.kind === "match") return { ...run, before: run.after, after: run.before };
  return {
    ...run,
    before: run.after,
    beforeCount: run.afterCount,
    after: run.before,
    afterCount: run.beforeCount,
  };
}

function alignDifferent(
  before: CallSequence,
  after: CallSequence,
  difference: number,
  { editLimit = EDIT_LIMIT, meter }: AlignOptions,
): readonly Run[] {
  const keys = new ColumnKeys(before, after);
  const search = new ForwardSearch();
  const matches = new MatchList();
  const { beforeLength, afterLength } = keys;

  const tail = keys.equalBehind(beforeLength, afterLength, Math.min(beforeLength, afterLength) - difference);
  const middle: Region = {
    before: difference,
    beforeEnd: beforeLength - tail,
    after: difference,
    afterEnd: afterLength - tail,
  };
  matches.append(0, 0, difference);
  const calls = middle.beforeEnd - middle.before + (middle.afterEnd - middle.after);
  const limits = { edits: Math.min(LOCAL_EDITS, editLimit), coarse: false };
  const rest = calls <= SHORT ? middle : walk(keys, middle, search, matches, limits);
  if (rest.before < rest.beforeEnd && rest.after < rest.afterEnd) {
    alignInterned(before, after, rest, search, editLimit, matches);
  }
  matches.append(middle.beforeEnd, middle.afterEnd, tail);
  if (meter !== undefined) meter.comparisons += search.comparisons + difference + tail;
  return runsOf(matches, keys);
}

/** Calls that only one side has can match nothing: they are left out before any search. */
function alignInterned(
  before: CallSequence,
  after: CallSequence,
  region: Region,
  search: ForwardSearch,
  editLimit: number,
  matches: MatchList,
): void {
  const ids = intern(
    before,
    after,
    { start: region.before, end: region.beforeEnd },
    { start: region.after, end: region.afterEnd },
  );
  const keptBefore = keepCommon(ids.before, ids.after, ids.count);
  const keptAfter = keepCommon(ids.after, ids.before, ids.count);
  const aligner = new IdAligner(keptBefore.ids, keptAfter.ids, ids.count, search, editLimit);
  aligner.align();

  const found = aligner.matches;
  for (let i = 0; i < found.length; i++) {
    if (found.isCoarse(i)) matches.markCoarse();
    const beforeAt = found.before(i);
    const afterAt = found.after(i);
    for (let n = 0; n < found.count(i); n++) {
      matches.append(
        region.before + (keptBefore.positions[beforeAt + n] as number),
        region.after + (keptAfter.positions[afterAt + n] as number),
        1,
      );
    }
  }
  if (found.endsCoarse) matches.markCoarse();
}

type Kept = { readonly ids: Int32Array; readonly positions: Int32Array };

/** The ids that the other side has too, with their positions. */
function keepCommon(ids: Int32Array, others: Int32Array, idCount: number): Kept {
  const isCommon = new Uint8Array(idCount);
  for (const id of others) isCommon[id] = 1;
  const kept = new Int32Array(ids.length);
  const positions = new Int32Array(ids.length);
  let count = 0;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as number;
    if (isCommon[id] === 0) continue;
    kept[count] = id;
    positions[count] = i;
    count++;
  }
  return { ids: kept.subarray(0, count), positions: positions.subarray(0, count) };
}
