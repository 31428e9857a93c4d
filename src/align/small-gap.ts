import { diffArrays } from "diff";
import type { MatchList } from "./match-list.ts";
import type { Region } from "./region.ts";

// Casts in this file: the one call of a side that has one.

/**
 * Appends the matches of a shortest edit script between two short stretches of ids.
 *
 * The search is that of the `diff` package, which copies both stretches. ForwardSearch, which copies nothing and has a
 * window, could do this too; what is short enough is left to the library that the field knows.
 *
 * @returns false, with nothing appended, if the script needs more than `editLimit` edits
 */
export function alignSmallGap(
  before: Int32Array,
  after: Int32Array,
  region: Region,
  editLimit: number,
  matches: MatchList,
): boolean {
  const beforeCount = region.beforeEnd - region.before;
  const afterCount = region.afterEnd - region.after;
  // A single call can match once or not at all, which needs no search.
  if (beforeCount === 1 && afterCount <= editLimit) {
    const at = positionOf(before[region.before] as number, after, region.after, region.afterEnd);
    if (at >= 0) matches.append(region.before, at, 1);
    return true;
  }
  if (afterCount === 1 && beforeCount <= editLimit) {
    const at = positionOf(after[region.after] as number, before, region.before, region.beforeEnd);
    if (at >= 0) matches.append(at, region.after, 1);
    return true;
  }

  const beforeIds = Array.from(before.subarray(region.before, region.beforeEnd));
  const afterIds = Array.from(after.subarray(region.after, region.afterEnd));
  const changes = diffArrays(beforeIds, afterIds, { maxEditLength: editLimit });
  if (changes === undefined) return false;
  let beforeAt = region.before;
  let afterAt = region.after;
  for (const { added, removed, count } of changes) {
    if (!added && !removed) matches.append(beforeAt, afterAt, count);
    if (!added) beforeAt += count;
    if (!removed) afterAt += count;
  }
  return true;
}

function positionOf(id: number, ids: Int32Array, start: number, end: number): number {
  for (let at = start; at < end; at++) if (ids[at] === id) return at;
  return -1;
}
