import type { Keys } from "./keys.ts";
import type { MatchList } from "./match-list.ts";

// Casts in this file: (level, step) addresses stay inside the levels that `#reserve` made room for.

/** A rectangle of the comparison: before calls `before` to `beforeEnd` - 1 against after calls `after` to `afterEnd` - 1. */
export type Region = {
  readonly before: number;
  readonly beforeEnd: number;
  readonly after: number;
  readonly afterEnd: number;
};

export type SearchLimits = {
  /** Give up beyond this many edits. */
  readonly edits: number;
  /** Give up beyond about this many comparisons. */
  readonly comparisons: number;
  /** Stop also at a run of equal calls that is too long to be an accident. */
  readonly resync: boolean;
};

/** Equal calls in a row that end a local search. GNU diff takes 20 lines (SNAKE_LIMIT); calls repeat more than lines. */
const RESYNC_RUN = 32;
/** In such a run the call must change this often, or it could be a stretch of one repeated call … */
const RESYNC_CHANGES = 4;
/** … unless the run is as long as this. */
const RESYNC_LONG_RUN = 1024;

/** Where level `level` of the triangle starts. */
const levelStart = (level: number): number => (level * (level + 1)) / 2;

/**
 * Greedy search for the shortest edit script (Eugene W. Myers, "An O(ND) difference algorithm and its variations",
 * Algorithmica 1, 1986): forward only, with all levels kept for the way back. Like GNU diff (diffseq.h) it may stop
 * early, at a long run of matches or at a limit, where the path that came furthest counts. No clock is involved.
 */
export class ForwardSearch {
  /** Comparisons of all searches so far. */
  comparisons = 0;

  /**
   * Furthest before position, from the start of the region, of the paths with `level` edits of which `step` are
   * removals; all of them end on diagonal (before - after) = 2 * step - level. -1 where there is no path.
   */
  #furthest = new Int32Array(256);
  #region: Region = { before: 0, beforeEnd: 0, after: 0, afterEnd: 0 };
  /** The path that the last search chose. */
  #level = 0;
  #step = 0;

  /** @returns "end" at the end of the region, "run" at a long run, "limit" where it gave up. */
  search(keys: Keys, region: Region, limits: SearchLimits): "end" | "run" | "limit" {
    const beforeCount = region.beforeEnd - region.before;
    const afterCount = region.afterEnd - region.after;
    const runLimit = limits.resync ? RESYNC_LONG_RUN : Number.POSITIVE_INFINITY;
    const lastComparison = this.comparisons + limits.comparisons;
    this.#region = region;
    let furthestSum = -1;

    for (let level = 0; level <= limits.edits; level++) {
      this.#reserve(level);
      let longestRun = 0;
      for (let step = 0; step <= level; step++) {
        const diagonal = 2 * step - level;
        const start = Math.max(this.#byAddition(level, step), this.#byRemoval(level, step));
        if (start < 0) {
          this.#furthest[levelStart(level) + step] = -1;
          continue;
        }
        const within = Math.min(runLimit, beforeCount - start, afterCount - (start - diagonal));
        const run = keys.equalAhead(region.before + start, region.after + start - diagonal, within);
        this.comparisons += run + 1;
        const end = start + run;
        this.#furthest[levelStart(level) + step] = end;
        if (end === beforeCount && end - diagonal === afterCount) return this.#choose(level, step, "end");
        if (limits.resync && run > longestRun && this.#isTelling(keys, region.before + start, run)) {
          longestRun = run;
          this.#choose(level, step, "run");
        }
        if (longestRun === 0 && 2 * end - diagonal > furthestSum) {
          furthestSum = 2 * end - diagonal;
          this.#choose(level, step, "limit");
        }
        if (longestRun === 0 && this.comparisons > lastComparison) return "limit";
      }
      if (longestRun > 0) return "run";
    }
    return "limit";
  }

  /**
   * Appends the matches of the path that the last search chose.
   *
   * @returns what is left of the region behind the path
   */
  takePath(matches: MatchList, coarse: boolean): Region {
    const { before, after } = this.#region;
    const end = this.#furthest[levelStart(this.#level) + this.#step] as number;
    const endDiagonal = 2 * this.#step - this.#level;

    // The way back leaves the steps of the levels; the way forward appends their runs.
    const steps = new Int32Array(this.#level + 1);
    for (let level = this.#level, step = this.#step; level >= 0; level--) {
      steps[level] = step;
      if (level > 0 && this.#byAddition(level, step) < this.#byRemoval(level, step)) step--;
    }
    for (let level = 0; level <= this.#level; level++) {
      const step = steps[level] as number;
      const start = Math.max(this.#byAddition(level, step), this.#byRemoval(level, step));
      const run = (this.#furthest[levelStart(level) + step] as number) - start;
      if (coarse) matches.markCoarse();
      matches.append(before + start, after + start - (2 * step - level), run);
    }
    if (coarse) matches.markCoarse();
    return { ...this.#region, before: before + end, after: after + end - endDiagonal };
  }

  #choose<Outcome>(level: number, step: number, outcome: Outcome): Outcome {
    this.#level = level;
    this.#step = step;
    return outcome;
  }

  /** Where (level, step) starts when its last edit adds a call: before stays, after moves. -1: it can't. */
  #byAddition(level: number, step: number): number {
    if (level === 0) return 0;
    if (step === level) return -1;
    const from = this.#furthest[levelStart(level - 1) + step] as number;
    return from - (2 * step - level) > this.#region.afterEnd - this.#region.after ? -1 : from;
  }

  /** Where (level, step) starts when its last edit removes a call. -1: it can't. */
  #byRemoval(level: number, step: number): number {
    if (step === 0) return -1;
    const from = this.#furthest[levelStart(level - 1) + step - 1] as number;
    return from < 0 || from === this.#region.beforeEnd - this.#region.before ? -1 : from + 1;
  }

  #isTelling(keys: Keys, before: number, run: number): boolean {
    if (run < RESYNC_RUN) return false;
    if (run >= RESYNC_LONG_RUN) return true;
    let changes = 0;
    for (let i = 1; i < run; i++) changes += 1 - keys.repeatsInBefore(before + i - 1, before + i, 1);
    this.comparisons += run;
    return changes >= RESYNC_CHANGES;
  }

  #reserve(level: number): void {
    const needed = levelStart(level + 1);
    if (needed <= this.#furthest.length) return;
    const larger = new Int32Array(needed * 2);
    larger.set(this.#furthest);
    this.#furthest = larger;
  }
}
