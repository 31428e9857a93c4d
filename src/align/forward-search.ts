import type { MatchList } from "./match-list.ts";
import type { Region } from "./region.ts";

// Casts in this file: positions are checked against the region, (level, step) against the levels with room.

export type SearchLimits = {
  /** Give up beyond this many edits. */
  readonly edits: number;
  /** Give up beyond about this many comparisons. */
  readonly comparisons: number;
  /** Stop at a series of matches that is too long to be an accident. */
  readonly resync: boolean;
  /** The sides that continue after the region: if a path reaches such an end, the search stops. */
  readonly open: { readonly before: boolean; readonly after: boolean };
};

/** Added to the positions of a search, which count calls of a window, for positions in the whole sequences. */
export type Shift = { readonly before: number; readonly after: number };

/** `end`: both sides are done. `snake`: a long series of matches. `edge`: an open end. `limit`: too many edits. */
export type SearchOutcome = "end" | "snake" | "edge" | "limit";

/** Matches in a row that end a local search. GNU diff takes 20 lines (SNAKE_LIMIT); calls repeat more than lines. */
const RESYNC_SNAKE = 32;
/** In such a series the call must change this often, or it could be a stretch of one repeated call … */
const RESYNC_CHANGES = 4;
/** … unless the series is as long as this. */
const RESYNC_LONG_SNAKE = 256;

/** Where a level starts among the cells: level d has d + 1 of them. */
const levelStart = (level: number): number => (level * (level + 1)) / 2;

/**
 * Greedy search for the shortest edit script between interned calls (Eugene W. Myers, "An O(ND) difference
 * algorithm and its variations", Algorithmica 1, 1986): forward only, with all levels kept for the way back. Like
 * GNU diff (diffseq.h) it may stop early, at a long series of matches or at a limit, where the path that came furthest
 * is chosen. No clock is involved.
 */
export class ForwardSearch {
  /** Comparisons of all searches so far. */
  comparisons = 0;

  readonly #beforeIds: Int32Array;
  readonly #afterIds: Int32Array;
  /**
   * Furthest before position, from the start of the region, of the paths with `level` edits of which `step` are
   * removals; all of them end on diagonal (before - after) = 2 * step - level. -1 if there is no path.
   */
  #furthest: Int32Array = new Int32Array(levelStart(33));
  #region: Region = { before: 0, beforeEnd: 0, after: 0, afterEnd: 0 };
  /** The chosen path. */
  #level = 0;
  #step = 0;

  constructor(beforeIds: Int32Array, afterIds: Int32Array) {
    this.#beforeIds = beforeIds;
    this.#afterIds = afterIds;
  }

  /** Number of edits of the chosen path. */
  get edits(): number {
    return this.#level;
  }

  search(region: Region, limits: SearchLimits): SearchOutcome {
    const beforeIds = this.#beforeIds;
    const afterIds = this.#afterIds;
    const { before: beforeStart, beforeEnd, after: afterStart, afterEnd } = region;
    const beforeCount = beforeEnd - beforeStart;
    const afterCount = afterEnd - afterStart;
    const { open, resync } = limits;
    this.#region = region;
    let comparisons = 0;
    let furthestSum = -1;

    for (let level = 0; level <= limits.edits; level++) {
      this.#reserve(level);
      const furthest = this.#furthest;
      const cells = levelStart(level);
      const cellsAbove = cells - level;
      let longestSnake = 0;
      for (let step = 0; step <= level; step++) {
        const diagonal = 2 * step - level;
        // The last edit adds a call (before stays) or removes one (before moves); what comes further goes.
        let start = level === 0 ? 0 : -1;
        if (step < level) {
          const from = furthest[cellsAbove + step] as number;
          if (from - diagonal <= afterCount) start = from;
        }
        if (step > 0) {
          const from = furthest[cellsAbove + step - 1] as number;
          if (from >= 0 && from < beforeCount && from >= start) start = from + 1;
        }
        if (start < 0) {
          furthest[cells + step] = -1;
          continue;
        }

        let before = beforeStart + start;
        let after = afterStart + start - diagonal;
        while (before < beforeEnd && after < afterEnd && beforeIds[before] === afterIds[after]) {
          before++;
          after++;
        }
        const end = before - beforeStart;
        const snake = end - start;
        comparisons += snake + 1;
        furthest[cells + step] = end;
        if (before === beforeEnd || after === afterEnd) {
          const isEdge = (before === beforeEnd && open.before) || (after === afterEnd && open.after);
          const isEnd = before === beforeEnd && after === afterEnd;
          if (isEdge || isEnd) {
            this.#choose(level, step);
            return this.#stop(comparisons, isEdge ? "edge" : "end");
          }
        }
        if (
          resync &&
          snake >= RESYNC_SNAKE &&
          snake > longestSnake &&
          this.#isTelling(before - snake, snake)
        ) {
          longestSnake = snake;
          this.#choose(level, step);
        }
        if (longestSnake > 0) continue;
        if (2 * end - diagonal > furthestSum) {
          furthestSum = 2 * end - diagonal;
          this.#choose(level, step);
        }
        if (comparisons > limits.comparisons) return this.#stop(comparisons, "limit");
      }
      if (longestSnake > 0) return this.#stop(comparisons, "snake");
    }
    return this.#stop(comparisons, "limit");
  }

  /** Whether the chosen path has so many matches for its edits that it can't be an accident. */
  isPathTelling(): boolean {
    const steps = this.#stepsOfPath();
    const wanted = 2 * this.#level;
    let changes = 0;
    for (let level = this.#level; level >= 0; level--) {
      const step = steps[level] as number;
      const start = this.#startOf(level, step);
      const snake = (this.#furthest[levelStart(level) + step] as number) - start;
      const before = this.#region.before + start;
      if (level === this.#level && snake >= RESYNC_SNAKE && this.#isTelling(before, snake)) return true;
      changes += this.#changesIn(before, snake);
      if (snake > 0) changes++;
      if (changes >= wanted && changes >= RESYNC_SNAKE) return true;
    }
    return false;
  }

  /**
   * Appends the matches of the chosen path up to its `edits`-th edit, moved by `shift`.
   *
   * @returns what is left of the region after them
   */
  takePath(matches: MatchList, edits: number, shift: Shift, coarse: boolean): Region {
    const { before, after } = this.#region;
    const steps = this.#stepsOfPath();
    let end = 0;
    let diagonal = 0;
    for (let level = 0; level <= edits; level++) {
      const step = steps[level] as number;
      const start = this.#startOf(level, step);
      end = this.#furthest[levelStart(level) + step] as number;
      diagonal = 2 * step - level;
      if (coarse) matches.markCoarse();
      matches.append(shift.before + before + start, shift.after + after + start - diagonal, end - start);
    }
    if (coarse) matches.markCoarse();
    return { ...this.#region, before: before + end, after: after + end - diagonal };
  }

  #choose(level: number, step: number): void {
    this.#level = level;
    this.#step = step;
  }

  #stop(comparisons: number, outcome: SearchOutcome): SearchOutcome {
    this.comparisons += comparisons;
    return outcome;
  }

  /** The step at each level of the chosen path. */
  #stepsOfPath(): Int32Array {
    const steps = new Int32Array(this.#level + 1);
    for (let level = this.#level, step = this.#step; level >= 0; level--) {
      steps[level] = step;
      if (level > 0 && this.#byAddition(level, step) < this.#byRemoval(level, step)) step--;
    }
    return steps;
  }

  #startOf(level: number, step: number): number {
    return level === 0 ? 0 : Math.max(this.#byAddition(level, step), this.#byRemoval(level, step));
  }

  #byAddition(level: number, step: number): number {
    if (step === level) return -1;
    const from = this.#furthest[levelStart(level - 1) + step] as number;
    return from - (2 * step - level) > this.#region.afterEnd - this.#region.after ? -1 : from;
  }

  #byRemoval(level: number, step: number): number {
    if (step === 0) return -1;
    const from = this.#furthest[levelStart(level - 1) + step - 1] as number;
    return from < 0 || from === this.#region.beforeEnd - this.#region.before ? -1 : from + 1;
  }

  #isTelling(before: number, snake: number): boolean {
    return snake >= RESYNC_LONG_SNAKE || this.#changesIn(before, snake) >= RESYNC_CHANGES;
  }

  /** How often a call differs from the one before it. */
  #changesIn(before: number, snake: number): number {
    const ids = this.#beforeIds;
    let changes = 0;
    for (let i = before + 1; i < before + snake; i++) if (ids[i] !== ids[i - 1]) changes++;
    return changes;
  }

  #reserve(level: number): void {
    const needed = levelStart(level + 1);
    if (needed <= this.#furthest.length) return;
    const larger = new Int32Array(needed * 2);
    larger.set(this.#furthest);
    this.#furthest = larger;
  }
}
