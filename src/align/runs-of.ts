import type { Keys } from "./keys.ts";
import type { MatchList } from "./match-list.ts";
import type { Run } from "./run.ts";

/** A place in both sequences. */
type Point = { readonly before: number; readonly after: number };

/**
 * Turns matches into runs that cover both sides.
 *
 * An added or removed stretch inside calls that repeat could stand at several places: of `read read` against
 * `read read read` each of the three may be the new one. As in git (xdl_change_compact) it slides to the last of
 * them, and joins the gap that it meets there.
 */
export function runsOf(matches: MatchList, keys: Keys): readonly Run[] {
  const runs: Run[] = [];
  let at: Point = { before: 0, after: 0 };
  let coarse = false;
  /** The match before the gap in hand, which grows while the gap slides. */
  let held: { before: number; after: number; count: number } = { before: 0, after: 0, count: 0 };

  const pushHeld = (): void => {
    if (held.count > 0) runs.push({ kind: "match", ...held });
  };
  const pushGap = (before: number, after: number): void => {
    const beforeCount = before - at.before;
    const afterCount = after - at.after;
    if (beforeCount + afterCount === 0) return;
    runs.push({ kind: "gap", before: at.before, beforeCount, after: at.after, afterCount, coarse });
  };

  for (let i = 0; i < matches.length; i++) {
    const before = matches.before(i);
    const after = matches.after(i);
    const count = matches.count(i);
    coarse ||= matches.isCoarse(i);

    let slide = 0;
    if (before === at.before) slide = keys.repeatsInAfter(at.after, after, count);
    else if (after === at.after) slide = keys.repeatsInBefore(at.before, before, count);
    held = { ...held, count: held.count + slide };
    at = { before: at.before + slide, after: at.after + slide };
    if (slide === count) continue;

    pushHeld();
    pushGap(before + slide, after + slide);
    held = { before: before + slide, after: after + slide, count: count - slide };
    at = { before: before + count, after: after + count };
    coarse = false;
  }
  pushHeld();
  coarse ||= matches.endsCoarse;
  pushGap(keys.beforeLength, keys.afterLength);
  return runs;
}
