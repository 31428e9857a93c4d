import { diffArrays } from "diff";
import type { MatchList } from "./match-list.ts";
import type { Region } from "./region.ts";

// Casts in this file: the one call of a side that has one.

/**
 * Appends the matches of a shortest edit script between two short stretches of ids.
 *
 * @returns false, with nothing appended, where the script needs more than `editLimit` edits
 */
export function alignSmallGap(
  before: Int32Array,
  after: Int32Array,
  region: Region,
  editLimit: number,
  matches: MatchList,
): boolean {
  const beforeIds = before.subarray(region.before, region.beforeEnd);
  const afterIds = after.subarray(region.after, region.afterEnd);
  // A single call can match once or not at all, which needs no search.
  if (beforeIds.length === 1 && afterIds.length <= editLimit) {
    const at = afterIds.indexOf(beforeIds[0] as number);
    if (at !== -1) matches.append(region.before, region.after + at, 1);
    return true;
  }
  if (afterIds.length === 1 && beforeIds.length <= editLimit) {
    const at = beforeIds.indexOf(afterIds[0] as number);
    if (at !== -1) matches.append(region.before + at, region.after, 1);
    return true;
  }

  const changes = diffArrays(Array.from(beforeIds), Array.from(afterIds), { maxEditLength: editLimit });
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
