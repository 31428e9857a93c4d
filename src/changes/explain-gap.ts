import type { Stretch } from "../align/stretch.ts";
import { positionsBetween } from "../columns/positions-between.ts";
import type { Side } from "../trace/pair.ts";
import type { ExplainedCalls, Explanation } from "./explained-calls.ts";
import type { GapView } from "./gap-view.ts";
import { PAIRED_KINDS, type PairedKind, pairRequests, type RequestPair } from "./pair-requests.ts";

// Casts in this file: indexes of free calls are below their number.

/** Receives what happened to the calls of a gap, in order; positions count the calls of the thread from 0. */
export type GapListener = {
  /** A call of one side; the other position is where it would be on the other side. */
  readonly onSingleCall: (kind: "removed" | "added", before: number, after: number) => void;
  readonly onPair: (kind: PairedKind, before: number, after: number) => void;
  /** The positions say where the change is reported: the next call of the gap on either side. */
  readonly onExplanation: (explanation: Explanation, before: number, after: number) => void;
};

/** A coarse gap beyond this product of its sides is not searched for pairs. */
const MOST_COARSE_CELLS = 1_000_000;

type Gap = Stretch & { readonly kind: "gap" };

/**
 * Splits a gap into changes, in order. Explained calls come at the place of the first of them; the others are paired
 * if they differ in only one thing; the rest was removed or added. Pairs come at the place of their calls; between two
 * pairs, the calls of before come first. Every call of all gaps is in exactly one change. No change is built here,
 * since a gap can be as large as the traces.
 *
 * @param explained what `findMoves` and `findRegroupings` found in this pair of threads
 */
export function explainGap(view: GapView, gap: Gap, explained: ExplainedCalls, listener: GapListener): void {
  let { before, after } = gap;
  for (const pair of freePairs(view, gap, explained)) {
    tellBetween(before, pair.before, after, pair.after, explained, listener);
    listener.onPair(pair.kind, pair.before, pair.after);
    before = pair.before + 1;
    after = pair.after + 1;
  }
  tellBetween(before, gap.before + gap.beforeCount, after, gap.after + gap.afterCount, explained, listener);
}

/** Explained, removed and added calls between two pairs. */
function tellBetween(
  beforeStart: number,
  beforeEnd: number,
  afterStart: number,
  afterEnd: number,
  explained: ExplainedCalls,
  listener: GapListener,
): void {
  for (let before = beforeStart; before < beforeEnd; before++) {
    const explanation = explained.at(before);
    if (explanation !== null) listener.onExplanation(explanation, before, afterStart);
    else if (explained.isFree("before", before)) listener.onSingleCall("removed", before, afterStart);
  }
  for (let after = afterStart; after < afterEnd; after++) {
    if (explained.isFree("after", after)) listener.onSingleCall("added", beforeEnd, after);
  }
}

/** Pairs of the calls that are not explained yet, by position in the thread. */
function freePairs(view: GapView, gap: Gap, explained: ExplainedCalls): readonly RequestPair[] {
  const beforeEnd = gap.before + gap.beforeCount;
  const afterEnd = gap.after + gap.afterCount;
  const before = freePositions(explained, "before", gap.before, beforeEnd);
  const after = freePositions(explained, "after", gap.after, afterEnd);
  // In a large coarse gap, calls next to each other do not necessarily belong together.
  if (gap.coarse && gap.beforeCount * gap.afterCount > MOST_COARSE_CELLS) return [];
  if (before === null && after === null) {
    return pairRequests(view, { before: gap.before, beforeEnd, after: gap.after, afterEnd }, PAIRED_KINDS);
  }
  const beforeFree = before ?? positionsBetween(gap.before, beforeEnd);
  const afterFree = after ?? positionsBetween(gap.after, afterEnd);
  const freeView = {
    before: { ...view.before, rows: beforeFree.map((position) => view.before.rows[position] as number) },
    after: { ...view.after, rows: afterFree.map((position) => view.after.rows[position] as number) },
  };
  const whole = { before: 0, beforeEnd: beforeFree.length, after: 0, afterEnd: afterFree.length };
  return pairRequests(freeView, whole, PAIRED_KINDS).map((pair) => ({
    kind: pair.kind,
    before: beforeFree[pair.before] as number,
    after: afterFree[pair.after] as number,
  }));
}

/** Null if all are free. */
function freePositions(
  explained: ExplainedCalls,
  side: Side,
  start: number,
  end: number,
): Uint32Array | null {
  let position = start;
  while (position < end && explained.isFree(side, position)) position++;
  if (position === end) return null;
  return positionsBetween(start, end).filter((each) => explained.isFree(side, each));
}
