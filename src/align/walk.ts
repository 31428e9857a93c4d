import type { ForwardSearch, Region } from "./forward-search.ts";
import type { Keys } from "./keys.ts";
import type { MatchList } from "./match-list.ts";

export type WalkLimits = {
  /** Edits of one local search; beyond them the walk stops or goes on coarsely. */
  readonly edits: number;
  /** Whether to go on beyond the limit, along the path that came furthest. */
  readonly coarse: boolean;
};

/** A local search compares at most about this many calls; one that ends at a resync compares some hundreds. */
const COMPARISONS_PER_SEARCH = 65_536;

/**
 * Goes through both sides in lockstep while they are equal, searches locally where they differ, and goes on in
 * lockstep from the first run of matches that is too long for an accident. Few edits cost little more than a
 * compare, however long the sequences are.
 *
 * @returns what is left of the region: nothing on at least one side, or the place where a search hit its limit
 */
export function walk(
  keys: Keys,
  region: Region,
  search: ForwardSearch,
  matches: MatchList,
  limits: WalkLimits,
): Region {
  let rest = region;
  while (true) {
    const { before, beforeEnd, after, afterEnd } = rest;
    const run = keys.equalAhead(before, after, Math.min(beforeEnd - before, afterEnd - after));
    search.comparisons += run + 1;
    matches.append(before, after, run);
    rest = { ...rest, before: before + run, after: after + run };
    if (rest.before === beforeEnd || rest.after === afterEnd) return rest;

    const outcome = search.search(keys, rest, {
      edits: limits.edits,
      comparisons: COMPARISONS_PER_SEARCH,
      resync: true,
    });
    if (outcome === "limit" && !limits.coarse) return rest;
    const behind = search.takePath(matches, outcome === "limit");
    const moved = behind.before > rest.before || behind.after > rest.after;
    rest = behind;
    if (!moved) return rest;
  }
}
