import { diffArrays } from "diff";
import type { Region } from "./forward-search.ts";
import type { MatchList } from "./match-list.ts";

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
  const changes = diffArrays(
    Array.from(before.subarray(region.before, region.beforeEnd)),
    Array.from(after.subarray(region.after, region.afterEnd)),
    { maxEditLength: editLimit },
  );
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
