import { AnchorFinder, type Anchors } from "./anchors.ts";
import type { ForwardSearch, Region } from "./forward-search.ts";
import { findGrams, GRAM_LENGTH } from "./grams.ts";
import { IdKeys } from "./id-keys.ts";
import { MatchList } from "./match-list.ts";
import { alignSmallGap } from "./small-gap.ts";
import { walk } from "./walk.ts";

// Casts in this file: indexes into anchors and kept positions are below their lengths.

/** Calls of both sides together that go to the `diff` package. Its steps are objects, ten times the cost of ours. */
const SMALL_GAP = 32;
/** An exact search may take this many steps for each call of its region, so that all of them together stay linear. */
const STEPS_PER_CALL = 16;
/** Each level splits a region at anchors; a region that needs more levels is walked through. */
const MAX_DEPTH = 6;
/** Edits of one local search where nothing else helped. */
const COARSE_EDITS = 64;

/** Aligns interned calls: exactly where that is cheap, then between anchors, and coarsely where nothing is left. */
export class IdAligner {
  readonly matches: MatchList = new MatchList();
  readonly #before: Int32Array;
  readonly #after: Int32Array;
  readonly #keys: IdKeys;
  readonly #search: ForwardSearch;
  readonly #editLimit: number;
  readonly #anchors: AnchorFinder;

  constructor(
    before: Int32Array,
    after: Int32Array,
    idCount: number,
    search: ForwardSearch,
    editLimit: number,
  ) {
    this.#before = before;
    this.#after = after;
    this.#keys = new IdKeys(before, after);
    this.#search = search;
    this.#editLimit = editLimit;
    this.#anchors = new AnchorFinder(idCount);
  }

  align(): void {
    const whole = { before: 0, beforeEnd: this.#before.length, after: 0, afterEnd: this.#after.length };
    this.#alignRegion(whole, 0);
  }

  #alignRegion(region: Region, depth: number): void {
    const middle = this.#takeEqualStart(region);
    const tail = this.#keys.equalBehind(
      middle.beforeEnd,
      middle.afterEnd,
      Math.min(middle.beforeEnd - middle.before, middle.afterEnd - middle.after),
    );
    this.#search.comparisons += tail + 1;
    const gap = { ...middle, beforeEnd: middle.beforeEnd - tail, afterEnd: middle.afterEnd - tail };
    if (gap.before < gap.beforeEnd && gap.after < gap.afterEnd) this.#alignGap(gap, depth);
    this.matches.append(gap.beforeEnd, gap.afterEnd, tail);
  }

  /** Both sides of `gap` have calls, and their first and last ones differ. */
  #alignGap(gap: Region, depth: number): void {
    const calls = gap.beforeEnd - gap.before + (gap.afterEnd - gap.after);
    if (calls <= SMALL_GAP) {
      if (alignSmallGap(this.#before, this.#after, gap, this.#editLimit, this.matches)) return;
    } else if (this.#alignExactly(gap, calls, depth)) {
      return;
    }
    if (depth < MAX_DEPTH && (this.#alignAtCalls(gap, depth) || this.#alignAtGrams(gap, depth))) return;
    walk(this.#keys, gap, this.#search, this.matches, {
      edits: Math.min(COARSE_EDITS, this.#editLimit),
      coarse: true,
    });
    this.matches.markCoarse();
  }

  /** The first region is one of a kind and may cost what the edit limit allows; the regions inside share a linear sum. */
  #alignExactly(gap: Region, calls: number, depth: number): boolean {
    const affordable = Math.floor(Math.sqrt(2 * STEPS_PER_CALL * calls));
    const edits = depth === 0 ? this.#editLimit : Math.min(this.#editLimit, affordable);
    const excess = Math.abs(gap.beforeEnd - gap.before - (gap.afterEnd - gap.after));
    if (excess > edits) return false;
    const comparisons = STEPS_PER_CALL * calls + (depth === 0 ? edits * edits : 0);
    if (this.#search.search(this.#keys, gap, { edits, comparisons, resync: false }) !== "end") return false;
    this.#search.takePath(this.matches, false);
    return true;
  }

  #alignAtCalls(gap: Region, depth: number): boolean {
    const anchors = this.#anchors.find(this.#before, this.#after, gap);
    return this.#alignBetween(anchors, gap, 1, depth);
  }

  #alignAtGrams(gap: Region, depth: number): boolean {
    const grams = findGrams(this.#before, this.#after, gap);
    const whole = { before: 0, beforeEnd: grams.before.length, after: 0, afterEnd: grams.after.length };
    const { before, after } = new AnchorFinder(grams.count).find(grams.before, grams.after, whole);
    const anchors = { before: before.map((at) => gap.before + at), after: after.map((at) => gap.after + at) };
    return this.#alignBetween(anchors, gap, GRAM_LENGTH, depth);
  }

  /** @returns false, with nothing appended, where no anchor is `length` equal calls. */
  #alignBetween(anchors: Anchors, gap: Region, length: number, depth: number): boolean {
    let rest = gap;
    let found = false;
    for (let i = 0; i < anchors.before.length; i++) {
      const before = anchors.before[i] as number;
      const after = anchors.after[i] as number;
      // Matches that continue an earlier anchor have passed this one already.
      if (before < rest.before || after < rest.after) continue;
      if (this.#keys.equalAhead(before, after, length) < length) continue;
      found = true;
      this.#alignRegion({ ...rest, beforeEnd: before, afterEnd: after }, depth + 1);
      rest = this.#takeEqualStart({ ...gap, before, after });
    }
    if (found) this.#alignRegion(rest, depth + 1);
    return found;
  }

  #takeEqualStart(region: Region): Region {
    const { before, beforeEnd, after, afterEnd } = region;
    const run = this.#keys.equalAhead(before, after, Math.min(beforeEnd - before, afterEnd - after));
    this.#search.comparisons += run + 1;
    this.matches.append(before, after, run);
    return { ...region, before: before + run, after: after + run };
  }
}
