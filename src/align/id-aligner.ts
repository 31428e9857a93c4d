import { AnchorFinder, type Anchors } from "./anchors.ts";
import { ForwardSearch } from "./forward-search.ts";
import { findGrams } from "./grams.ts";
import { MatchList } from "./match-list.ts";
import { countCalls, hasBothSides, type Region } from "./region.ts";
import { alignSmallGap } from "./small-gap.ts";
import { walk } from "./walk.ts";

// Casts in this file: positions lie in the region that is aligned, indexes into anchors below their number.

/** Calls of both sides together that go to the `diff` package, whose steps are objects and cost ten of ours. */
const SMALL_GAP = 32;
/** Steps of an exact search for each call of its region: all exact searches together stay linear. */
const STEPS_PER_CALL = 16;
/** Each level splits a region at anchors; a region that needs more levels is walked through. */
const MAX_DEPTH = 6;
/** Calls in a row that are taken as one if no call alone is unique. */
const GRAM_LENGTHS = [8, 32];
/** Unique grams that fit together must be this share of all unique grams, or they are unique by accident … */
const FITTING_GRAMS = 1 / 4;
/** … and there must be at least one per this many calls. */
const CALLS_PER_GRAM = 64;
/** Edits of one local search when nothing else helped. */
const COARSE_EDITS = 64;

const CLOSED = { before: false, after: false };
const IN_PLACE = { before: 0, after: 0 };

/** Aligns interned calls: exactly if that is cheap, then between anchors, and coarsely where nothing else is left. */
export class IdAligner {
  readonly matches: MatchList = new MatchList();
  readonly #before: Int32Array;
  readonly #after: Int32Array;
  readonly #search: ForwardSearch;
  readonly #editLimit: number;
  readonly #anchors: AnchorFinder;

  /** @param editLimit the most edits of the one exact search over everything; inner searches are limited by size too */
  constructor(before: Int32Array, after: Int32Array, idCount: number, editLimit: number) {
    this.#before = before;
    this.#after = after;
    this.#search = new ForwardSearch(before, after);
    this.#editLimit = editLimit;
    this.#anchors = new AnchorFinder(idCount);
  }

  get comparisons(): number {
    return this.#search.comparisons;
  }

  align(): void {
    const whole = { before: 0, beforeEnd: this.#before.length, after: 0, afterEnd: this.#after.length };
    this.#alignRegion(whole, 0);
  }

  #alignRegion(region: Region, depth: number): void {
    const equal = this.#equalAhead(region.before, region.after, region);
    this.matches.append(region.before, region.after, equal);
    const middle = { ...region, before: region.before + equal, after: region.after + equal };
    const gap = this.#withoutEqualEnd(middle);
    if (hasBothSides(gap)) this.#alignGap(gap, depth);
    this.matches.append(gap.beforeEnd, gap.afterEnd, middle.beforeEnd - gap.beforeEnd);
  }

  /** Both sides of `gap` have calls, and their first and last ones differ. */
  #alignGap(gap: Region, depth: number): void {
    if (countCalls(gap) <= SMALL_GAP) {
      if (alignSmallGap(this.#before, this.#after, gap, this.#editLimit, this.matches)) return;
    } else if (this.#alignExactly(gap, depth)) {
      return;
    }
    if (depth < MAX_DEPTH && (this.#alignAtCalls(gap, depth) || this.#alignAtGrams(gap, depth))) return;
    const edits = Math.min(COARSE_EDITS, this.#editLimit);
    walk(gap, this.#search, this.matches, {
      edits,
      open: CLOSED,
      coarse: true,
      shift: IN_PLACE,
    });
    this.matches.markCoarse();
  }

  #alignExactly(gap: Region, depth: number): boolean {
    const steps = STEPS_PER_CALL * countCalls(gap);
    // A search with d edits takes about d * d / 2 steps.
    const affordable = depth === 0 ? this.#editLimit : Math.floor(Math.sqrt(2 * steps));
    const edits = Math.min(this.#editLimit, affordable);
    if (Math.abs(gap.beforeEnd - gap.before - (gap.afterEnd - gap.after)) > edits) return false;
    const comparisons = steps + (depth === 0 ? edits * edits : 0);
    const outcome = this.#search.search(gap, { edits, comparisons, resync: false, open: CLOSED });
    if (outcome !== "end") return false;
    this.#search.takePath(this.matches, this.#search.edits, IN_PLACE, false);
    return true;
  }

  #alignAtCalls(gap: Region, depth: number): boolean {
    return this.#alignBetween(this.#anchors.find(this.#before, this.#after, gap), gap, 1, depth);
  }

  #alignAtGrams(gap: Region, depth: number): boolean {
    const least = Math.min(gap.beforeEnd - gap.before, gap.afterEnd - gap.after) / CALLS_PER_GRAM;
    for (const length of GRAM_LENGTHS) {
      const grams = findGrams(this.#before, this.#after, gap, length);
      const whole = { before: 0, beforeEnd: grams.before.length, after: 0, afterEnd: grams.after.length };
      const found = new AnchorFinder(grams.count).find(grams.before, grams.after, whole);
      const fitting = found.before.length;
      if (fitting < least || fitting < found.candidates * FITTING_GRAMS) continue;
      const anchors = {
        ...found,
        before: found.before.map((at) => gap.before + at),
        after: found.after.map((at) => gap.after + at),
      };
      if (this.#alignBetween(anchors, gap, length, depth)) return true;
    }
    return false;
  }

  /** @returns false, with nothing appended, if no anchor is `length` equal calls. */
  #alignBetween(anchors: Anchors, gap: Region, length: number, depth: number): boolean {
    let restBefore = gap.before;
    let restAfter = gap.after;
    let found = false;
    for (let i = 0; i < anchors.before.length; i++) {
      const before = anchors.before[i] as number;
      const after = anchors.after[i] as number;
      // Matches that continue an earlier anchor may have passed this one already.
      if (before < restBefore || after < restAfter) continue;
      if (!this.#areEqual(before, after, length)) continue;
      found = true;
      if (before > restBefore && after > restAfter) {
        const inside = { before: restBefore, beforeEnd: before, after: restAfter, afterEnd: after };
        this.#alignRegion(inside, depth + 1);
      }
      const equal = this.#equalAhead(before, after, gap);
      this.matches.append(before, after, equal);
      restBefore = before + equal;
      restAfter = after + equal;
    }
    if (found) this.#alignRegion({ ...gap, before: restBefore, after: restAfter }, depth + 1);
    return found;
  }

  #areEqual(before: number, after: number, length: number): boolean {
    for (let i = 0; i < length; i++) {
      if (this.#before[before + i] !== this.#after[after + i]) return false;
    }
    return true;
  }

  #equalAhead(before: number, after: number, { beforeEnd, afterEnd }: Region): number {
    const limit = Math.min(beforeEnd - before, afterEnd - after);
    let equal = 0;
    while (equal < limit && this.#before[before + equal] === this.#after[after + equal]) equal++;
    this.#search.comparisons += equal + 1;
    return equal;
  }

  #withoutEqualEnd(region: Region): Region {
    let { beforeEnd, afterEnd } = region;
    while (
      beforeEnd > region.before &&
      afterEnd > region.after &&
      this.#before[beforeEnd - 1] === this.#after[afterEnd - 1]
    ) {
      beforeEnd--;
      afterEnd--;
    }
    this.#search.comparisons += region.beforeEnd - beforeEnd + 1;
    return { ...region, beforeEnd, afterEnd };
  }
}
