import type { Run } from "../align/run.ts";
import type { GapView } from "./gap-view.ts";
import { type PairedKind, pairRequests } from "./pair-requests.ts";

/** A part of a gap and what happened there. Positions count the calls of the thread from 0. */
export type Explained = {
  readonly kind: PairedKind | "removed" | "added";
  readonly before: readonly number[];
  readonly after: readonly number[];
};

/**
 * Splits a gap into changes, in order; every call of the gap is in exactly one of them. Pairs come where their
 * calls stand; of the calls between two pairs the removed ones come first. Changes are made as they are asked
 * for, since a gap can be as large as the traces.
 */
export function* explainGap(view: GapView, gap: Run & { readonly kind: "gap" }): Iterable<Explained> {
  const beforeEnd = gap.before + gap.beforeCount;
  const afterEnd = gap.after + gap.afterCount;
  let before = gap.before;
  let after = gap.after;
  for (const pair of pairRequests(view, { before, beforeEnd, after, afterEnd })) {
    while (before < pair.before) yield { kind: "removed", before: [before++], after: [] };
    while (after < pair.after) yield { kind: "added", before: [], after: [after++] };
    yield { kind: pair.kind, before: [before++], after: [after++] };
  }
  while (before < beforeEnd) yield { kind: "removed", before: [before++], after: [] };
  while (after < afterEnd) yield { kind: "added", before: [], after: [after++] };
}
