import type { ForwardSearch, Shift } from "./forward-search.ts";
import type { MatchList } from "./match-list.ts";
import type { Region } from "./region.ts";

// Casts in this file: positions lie in the region.

export type WalkOptions = {
  /** Edits of one local search. */
  readonly edits: number;
  /** The sides that go on behind the region. */
  readonly open: { readonly before: boolean; readonly after: boolean };
  /** Whether to go on beyond the limit, along the path that came furthest. */
  readonly coarse: boolean;
  readonly shift: Shift;
};

/** One local search compares at most about this many calls; one that ends at a run needs some hundreds. */
const COMPARISONS = 65_536;

/**
 * Goes through interned calls in lockstep while they are equal, searches locally where they differ, and goes on
 * from the first run of matches that is too long for an accident.
 *
 * @returns what is left of the region: nothing on at least one side, or the place where it lost its way
 */
export function walk(
  beforeIds: Int32Array,
  afterIds: Int32Array,
  region: Region,
  search: ForwardSearch,
  matches: MatchList,
  { edits, open, coarse, shift }: WalkOptions,
): Region {
  const { beforeEnd, afterEnd } = region;
  const limits = { edits, comparisons: COMPARISONS, resync: true, open };
  let rest = region;
  while (true) {
    let { before, after } = rest;
    while (before < beforeEnd && after < afterEnd && beforeIds[before] === afterIds[after]) {
      before++;
      after++;
    }
    const run = before - rest.before;
    search.comparisons += run + 1;
    matches.append(shift.before + rest.before, shift.after + rest.after, run);
    rest = { before, beforeEnd, after, afterEnd };
    if (before === beforeEnd || after === afterEnd) return rest;

    const outcome = search.search(rest, limits);
    const isWhole = outcome === "end" || outcome === "run";
    const isTelling = isWhole || search.isPathTelling();
    if (!isTelling && !coarse) return rest;
    // The last edits before a limit are guesses, since what follows them is not known yet.
    const kept = isWhole || !isTelling ? search.edits : search.edits - (search.edits >> 3);
    rest = search.takePath(matches, kept, shift, !isTelling);
    const isStuck = rest.before === before && rest.after === after;
    if (outcome === "edge" || isStuck) return rest;
  }
}
