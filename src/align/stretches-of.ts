import type { ColumnKeys } from "./column-keys.ts";
import type { MatchList } from "./match-list.ts";
import type { Stretch } from "./stretch.ts";

/**
 * Turns matches into stretches that cover both sides up to their ends.
 *
 * An added or removed stretch inside calls that repeat could be at several places: of `read read` against
 * `read read read` each of the three may be the new one. As in git (xdl_change_compact) it slides to the last of
 * them, and joins the gap that it meets there.
 */
export function stretchesOf(
  matches: MatchList,
  keys: ColumnKeys,
  beforeEnd: number,
  afterEnd: number,
): readonly Stretch[] {
  const stretches: Stretch[] = [];
  /** Where the current gap starts; the `held` matches before it grow while it slides. */
  let gapBefore = 0;
  let gapAfter = 0;
  let held = 0;
  let coarse = false;

  for (let i = 0; i < matches.length; i++) {
    const before = matches.before(i);
    const after = matches.after(i);
    const count = matches.count(i);
    coarse ||= matches.isCoarse(i);
    let slide = 0;
    if (before === gapBefore) slide = keys.repeatsInAfter(gapAfter, after, count);
    else if (after === gapAfter) slide = keys.repeatsInBefore(gapBefore, before, count);
    held += slide;
    gapBefore += slide;
    gapAfter += slide;
    if (slide === count) continue;

    pushMatch(stretches, gapBefore - held, gapAfter - held, held);
    pushGap(stretches, gapBefore, before + slide, gapAfter, after + slide, coarse);
    held = count - slide;
    gapBefore = before + count;
    gapAfter = after + count;
    coarse = false;
  }
  pushMatch(stretches, gapBefore - held, gapAfter - held, held);
  pushGap(stretches, gapBefore, beforeEnd, gapAfter, afterEnd, coarse || matches.endsCoarse);
  return stretches;
}

function pushMatch(stretches: Stretch[], before: number, after: number, count: number): void {
  if (count > 0) stretches.push({ kind: "match", before, after, count });
}

function pushGap(
  stretches: Stretch[],
  before: number,
  beforeEnd: number,
  after: number,
  afterEnd: number,
  coarse: boolean,
): void {
  const beforeCount = beforeEnd - before;
  const afterCount = afterEnd - after;
  if (beforeCount + afterCount > 0)
    stretches.push({ kind: "gap", before, beforeCount, after, afterCount, coarse });
}
