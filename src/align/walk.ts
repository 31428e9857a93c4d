import type { ForwardSearch, Shift } from "./forward-search.ts";
import type { MatchList } from "./match-list.ts";
import { hasBothSides, type Region } from "./region.ts";

export type WalkOptions = {
  /** Edits of one local search. */
  readonly edits: number;
  /** The sides that continue after the region. */
  readonly open: { readonly before: boolean; readonly after: boolean };
  /** Whether to continue beyond the limit, along the path that came furthest. */
  readonly coarse: boolean;
  readonly shift: Shift;
};

/** One local search compares at most about this many calls; one that ends at a series of matches needs hundreds. */
const COMPARISONS = 65_536;

/**
 * Goes through interned calls from one local search to the next, each of which ends after a series of matches that is
 * too long to be an accident.
 *
 * @returns what is left of the region: nothing on at least one side, or the place where it lost its way
 */
export function walk(
  region: Region,
  search: ForwardSearch,
  matches: MatchList,
  { edits, open, coarse, shift }: WalkOptions,
): Region {
  const limits = { edits, comparisons: COMPARISONS, resync: true, open };
  let rest = region;
  while (hasBothSides(rest)) {
    const outcome = search.search(rest, limits);
    const isWhole = outcome === "end" || outcome === "snake";
    const isTelling = isWhole || search.isPathTelling();
    if (!isTelling && !coarse) return rest;
    // The last edits before a limit are guesses, since what follows them is not known yet.
    const kept = isWhole || !isTelling ? search.edits : search.edits - (search.edits >> 3);
    const behind = search.takePath(matches, kept, shift, !isTelling);
    const isStuck = behind.before === rest.before && behind.after === rest.after;
    rest = behind;
    if (outcome === "edge" || isStuck) break;
  }
  return rest;
}
