import type { Run } from "../align/run.ts";
import type { Side } from "../trace/pair.ts";
import type { GapView } from "./gap-view.ts";
import { PAIRED_KINDS, type PairedKind, pairRequests, type RequestPair } from "./pair-requests.ts";
import type { ClaimKind, ThreadClaims } from "./thread-claims.ts";

// Casts in this file: indexes of free calls are below their number.

/** What happened to calls of a gap. Positions count the calls of the thread from 0. */
export type Explained = {
  readonly kind: PairedKind | ClaimKind | "removed" | "added";
  readonly before: readonly number[];
  /** Of another pair of threads where `afterThread` says so. */
  readonly after: readonly number[];
  readonly afterThread: number | null;
  /** Where the change is told: the next call of the gap on either side. */
  readonly at: { readonly before: number; readonly after: number };
};

type Gap = Run & { readonly kind: "gap" };

/** A change inside one gap, where no claims are made. */
export type ExplainedAlone = Explained & { readonly kind: "resized" | "shifted" | "removed" | "added" };

/**
 * Splits a gap into changes, in order. Claimed calls come at the place of the first of them; the others are paired
 * where they differ in one thing only; what is left was removed or added. Pairs come where their calls stand; of the
 * calls between two pairs those of before come first. Every call of all gaps is in exactly one change. Changes are
 * made as they are asked for, since a gap can be as large as the traces.
 *
 * @param claims what `findMoves` and `findRegroupings` found in this pair of threads
 */
export function explainGap(view: GapView, gap: Gap): Iterable<ExplainedAlone>;
export function explainGap(view: GapView, gap: Gap, claims: ThreadClaims): Iterable<Explained>;
export function* explainGap(view: GapView, gap: Gap, claims?: ThreadClaims): Iterable<Explained> {
  const isFree = (side: Side, position: number): boolean => claims?.isFree(side, position) ?? true;
  let before = gap.before;
  let after = gap.after;
  const upTo = function* (nextBefore: number, nextAfter: number): Iterable<Explained> {
    for (; before < nextBefore; before++) {
      const at = { before, after };
      const claim = claims?.at(before) ?? null;
      if (claim !== null) yield { ...claim, at };
      else if (isFree("before", before)) {
        yield { kind: "removed", before: [before], after: [], afterThread: null, at };
      }
    }
    for (; after < nextAfter; after++) {
      if (!isFree("after", after)) continue;
      yield { kind: "added", before: [], after: [after], afterThread: null, at: { before, after } };
    }
  };

  const kinds = claims === undefined ? (["resized", "shifted"] as const) : PAIRED_KINDS;
  for (const pair of freePairs(view, gap, kinds, isFree)) {
    yield* upTo(pair.before, pair.after);
    const at = { before, after };
    yield { kind: pair.kind, before: [before++], after: [after++], afterThread: null, at };
  }
  yield* upTo(gap.before + gap.beforeCount, gap.after + gap.afterCount);
}

/** Pairs of the calls that are not claimed, by position in the thread. */
function freePairs(
  view: GapView,
  gap: Gap,
  kinds: readonly PairedKind[],
  isFree: (side: Side, position: number) => boolean,
): readonly RequestPair[] {
  const beforeEnd = gap.before + gap.beforeCount;
  const afterEnd = gap.after + gap.afterCount;
  const before = freePositions(gap.before, beforeEnd, (position) => isFree("before", position));
  const after = freePositions(gap.after, afterEnd, (position) => isFree("after", position));
  if (before === null && after === null) {
    return pairRequests(view, { before: gap.before, beforeEnd, after: gap.after, afterEnd }, kinds);
  }
  const beforeFree = before ?? positionsBetween(gap.before, beforeEnd);
  const afterFree = after ?? positionsBetween(gap.after, afterEnd);
  const freeView = {
    before: { ...view.before, rows: beforeFree.map((position) => view.before.rows[position] as number) },
    after: { ...view.after, rows: afterFree.map((position) => view.after.rows[position] as number) },
  };
  const whole = { before: 0, beforeEnd: beforeFree.length, after: 0, afterEnd: afterFree.length };
  return pairRequests(freeView, whole, kinds).map((pair) => ({
    kind: pair.kind,
    before: beforeFree[pair.before] as number,
    after: afterFree[pair.after] as number,
  }));
}

/** Null where all are free. */
function freePositions(
  start: number,
  end: number,
  isFree: (position: number) => boolean,
): Uint32Array | null {
  let claimed = 0;
  for (let position = start; position < end; position++) if (!isFree(position)) claimed++;
  return claimed === 0 ? null : positionsBetween(start, end).filter(isFree);
}

const positionsBetween = (start: number, end: number): Uint32Array =>
  Uint32Array.from({ length: end - start }, (_, i) => start + i);
