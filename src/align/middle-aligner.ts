import type { CallSequence } from "./call-sequence.ts";
import type { ColumnKeys } from "./column-keys.ts";
import { findCommonCalls } from "./common-calls.ts";
import { ForwardSearch } from "./forward-search.ts";
import { IdAligner } from "./id-aligner.ts";
import { Interner } from "./intern.ts";
import { MatchList } from "./match-list.ts";
import { countCalls, hasBothSides, type Region } from "./region.ts";
import { walk } from "./walk.ts";

// Casts in this file: positions lie in the region, indexes below the lengths.

/** Calls of both sides together that are aligned as a whole at once, with an exact search first. */
const SHORT = 8192;
/** Calls per side that are interned at a difference, to walk through them: more where the differences are dense. */
const NEAR = [256, 1024] as const;
/** Equal calls after a window that show that the differences are not dense. */
const CALM = 256;
/** Edits of one local search of that walk. */
const NEAR_EDITS = 64;
/** Where the walk loses its way, windows of this many calls per side are aligned; beyond the last, everything. */
const WINDOWS = [16_384, 262_144];
/** Edits of the exact search in a window. */
const WINDOW_EDITS = 256;
/** Matches in a row, and changes of the call in them, that show that a window is aligned as the whole would be. */
const SURE_SNAKE = 64;
const SURE_CHANGES = 8;
/** Windows may cover each call this many times, and this many calls more, before everything is aligned at once. */
const PASSES = 8;
const ALLOWANCE = 600_000;

/** Aligns what is left between equal ends: from one difference to the next, with as wide a view as it needs. */
export class MiddleAligner {
  /** Comparisons so far. */
  comparisons = 0;
  readonly #before: CallSequence;
  readonly #after: CallSequence;
  readonly #keys: ColumnKeys;
  readonly #matches: MatchList;
  readonly #editLimit: number;
  readonly #nearInterner = new Interner(2 * NEAR[1]);

  constructor(
    before: CallSequence,
    after: CallSequence,
    keys: ColumnKeys,
    matches: MatchList,
    editLimit: number,
  ) {
    this.#before = before;
    this.#after = after;
    this.#keys = keys;
    this.#matches = matches;
    this.#editLimit = editLimit;
  }

  align(middle: Region): void {
    let rest = middle;
    let viewed = 0;
    let isDense = false;
    while (hasBothSides(rest)) {
      const passed = countCalls(middle) - countCalls(rest);
      if (countCalls(rest) <= SHORT || viewed > PASSES * passed + ALLOWANCE) {
        this.#alignAll(rest);
        return;
      }
      const next = this.#alignNext(rest, isDense);
      if (next === null) return;
      viewed += next.viewed;
      rest = this.#takeEqualStart(next.rest);
      isDense = rest.before - next.rest.before < CALM;
    }
  }

  /** @returns null if nothing is left, else what is left and how many calls were looked at */
  #alignNext(rest: Region, isDense: boolean): { readonly rest: Region; readonly viewed: number } | null {
    let viewed = 0;
    for (const size of isDense ? [NEAR[1]] : NEAR) {
      const window = windowOf(rest, size);
      viewed += countCalls(window);
      const left = this.#walkNear(rest, window);
      if (isBehind(left, rest)) return { rest: left, viewed };
    }
    for (const size of WINDOWS) {
      const window = windowOf(rest, size);
      if (window.beforeEnd === rest.beforeEnd && window.afterEnd === rest.afterEnd) break;
      viewed += countCalls(window);
      const left = this.#alignWindow(rest, window);
      if (isBehind(left, rest)) return { rest: left, viewed };
    }
    this.#alignAll(rest);
    return null;
  }

  #takeEqualStart(rest: Region): Region {
    const { before, after } = rest;
    const within = Math.min(rest.beforeEnd - before, rest.afterEnd - after);
    const equal = this.#keys.equalAhead(before, after, within);
    this.comparisons += equal + 1;
    this.#matches.append(before, after, equal);
    return { ...rest, before: before + equal, after: after + equal };
  }

  #walkNear(rest: Region, near: Region): Region {
    const ids = this.#nearInterner.intern(
      this.#before,
      this.#after,
      { start: near.before, end: near.beforeEnd },
      { start: near.after, end: near.afterEnd },
    );
    const search = new ForwardSearch(ids.before, ids.after);
    const whole = { before: 0, beforeEnd: ids.before.length, after: 0, afterEnd: ids.after.length };
    const left = walk(whole, search, this.#matches, {
      edits: Math.min(NEAR_EDITS, this.#editLimit),
      open: { before: near.beforeEnd < rest.beforeEnd, after: near.afterEnd < rest.afterEnd },
      coarse: false,
      shift: near,
    });
    this.comparisons += search.comparisons;
    return { ...rest, before: rest.before + left.before, after: rest.after + left.after };
  }

  /** Keeps a window's result up to its last sure series of matches: after it the window cuts matches off. */
  #alignWindow(rest: Region, window: Region): Region {
    const found = new MatchList();
    this.#alignCommon(window, Math.min(WINDOW_EDITS, this.#editLimit), found);
    let last = found.length - 1;
    while (last >= 0 && !this.#isSure(found.before(last), found.count(last))) last--;
    if (last < 0) return rest;
    for (let i = 0; i <= last; i++) {
      if (found.isCoarse(i)) this.#matches.markCoarse();
      this.#matches.append(found.before(i), found.after(i), found.count(i));
    }
    const before = found.before(last) + found.count(last);
    const after = found.after(last) + found.count(last);
    return { ...rest, before, after };
  }

  #isSure(before: number, equal: number): boolean {
    if (equal < SURE_SNAKE) return false;
    let changes = 0;
    for (let i = 1; i < equal && changes < SURE_CHANGES; i++) {
      changes += 1 - this.#keys.repeatsInBefore(before + i - 1, before + i, 1);
    }
    this.comparisons += equal;
    return changes === SURE_CHANGES;
  }

  #alignAll(rest: Region): void {
    this.#alignCommon(rest, this.#editLimit, this.#matches);
  }

  #alignCommon(region: Region, editLimit: number, into: MatchList): void {
    const { before, after, idCount } = findCommonCalls(this.#before, this.#after, region);
    const aligner = new IdAligner(before.ids, after.ids, idCount, editLimit);
    aligner.align();
    this.comparisons += aligner.comparisons;

    const found = aligner.matches;
    for (let i = 0; i < found.length; i++) {
      if (found.isCoarse(i)) into.markCoarse();
      const beforeAt = found.before(i);
      const afterAt = found.after(i);
      const count = found.count(i);
      for (let n = 0; n < count; n++) {
        into.append(before.positions[beforeAt + n] as number, after.positions[afterAt + n] as number, 1);
      }
    }
    if (found.endsCoarse) into.markCoarse();
  }
}

function windowOf(rest: Region, size: number): Region {
  return {
    ...rest,
    beforeEnd: Math.min(rest.beforeEnd, rest.before + size),
    afterEnd: Math.min(rest.afterEnd, rest.after + size),
  };
}

const isBehind = (region: Region, start: Region): boolean =>
  region.before > start.before || region.after > start.after;
