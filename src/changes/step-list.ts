import { CHANGE_KINDS, type ChangeKind } from "../result/comparison.ts";
import type { Side } from "../trace/pair.ts";
import type { ChangeStep, Step, Steps } from "./step.ts";

// Casts in this file: indexes are below the length, kinds are those that were added.

/** Kind 0 is a match, 1 up are CHANGE_KINDS. */
const MATCH = 0;
const COARSE = 0x80;
/** The sides on which a change has the call at its position. */
const BEFORE = 1;
const AFTER = 2;
const FIRST_CAPACITY = 16;

export type ChangedPositions = {
  readonly before: Uint32Array;
  /** On the after side of the same thread. */
  readonly after: Uint32Array;
  /** On the after side of other threads. */
  readonly moved: readonly { readonly thread: number; readonly position: number }[];
};

/**
 * Steps as columns: two entirely different traces have a million changes, most of them of one call, and as objects with
 * their own lists they would take longer to walk than to find. A step is an object only while it is visited.
 */
export class StepList implements Steps {
  #length = 0;
  /** Kind, plus COARSE if the step is coarse. */
  #kind = new Uint8Array(FIRST_CAPACITY);
  /** Where the step is. */
  #atBefore = new Uint32Array(FIRST_CAPACITY);
  #atAfter = new Uint32Array(FIRST_CAPACITY);
  /** Length of a match; for a change BEFORE, AFTER or the sum of both, 0 if it is listed. */
  #count = new Uint32Array(FIRST_CAPACITY);
  /** Changes of calls other than those at their position, by index. */
  readonly #listed = new Map<number, ChangeStep>();

  get length(): number {
    return this.#length;
  }

  push(step: Step): void {
    if (step.kind === "match") {
      this.pushMatch(step.before, step.after, step.count);
      return;
    }
    const shape = shapeOf(step);
    if (shape === 0) this.#listed.set(this.#length, step);
    this.#put(kindNumber(step.kind, step.coarse), step.at.before, step.at.after, shape);
  }

  pushMatch(before: number, after: number, count: number): void {
    this.#put(MATCH, before, after, count);
  }

  /** A change of one call on one side or on both, at these positions. */
  pushChange(kind: ChangeKind, before: number, after: number, coarse: boolean): void {
    const shape = kind === "removed" ? BEFORE : kind === "added" ? AFTER : BEFORE + AFTER;
    this.#put(kindNumber(kind, coarse), before, after, shape);
  }

  at(index: number): Step | undefined {
    if (index < 0 || index >= this.#length) return undefined;
    const before = this.#atBefore[index] as number;
    const after = this.#atAfter[index] as number;
    const count = this.#count[index] as number;
    const kind = this.#kind[index] as number;
    if (kind === MATCH) return { kind: "match", before, after, count };
    if (count === 0) return this.#listed.get(index);
    return {
      kind: CHANGE_KINDS[(kind & ~COARSE) - 1] as ChangeStep["kind"],
      before: (count & BEFORE) !== 0 ? [before] : [],
      after: (count & AFTER) !== 0 ? [after] : [],
      afterThread: null,
      at: { before, after },
      coarse: (kind & COARSE) !== 0,
    };
  }

  *[Symbol.iterator](): Iterator<Step> {
    for (let index = 0; index < this.#length; index++) yield this.at(index) as Step;
  }

  /** Positions of all calls in changes, in order of steps; builds no steps on the way. */
  changed(): ChangedPositions {
    const counts = { before: 0, after: 0 };
    for (let index = 0; index < this.#length; index++) {
      if (this.#kind[index] === MATCH) continue;
      const shape = this.#count[index] as number;
      const listed = shape === 0 ? this.#listed.get(index) : undefined;
      counts.before += listed?.before.length ?? shape & BEFORE;
      counts.after += listed?.after.length ?? (shape & AFTER) / AFTER;
    }
    const before = new Uint32Array(counts.before);
    const after = new Uint32Array(counts.after);
    const moved: { thread: number; position: number }[] = [];
    let beforeEnd = 0;
    let afterEnd = 0;
    for (let index = 0; index < this.#length; index++) {
      if (this.#kind[index] === MATCH) continue;
      const shape = this.#count[index] as number;
      if (shape === 0) {
        const step = this.#listed.get(index) as ChangeStep;
        for (const position of step.before) before[beforeEnd++] = position;
        for (const position of step.after) {
          if (step.afterThread === null) after[afterEnd++] = position;
          else moved.push({ thread: step.afterThread, position });
        }
        continue;
      }
      if ((shape & BEFORE) !== 0) before[beforeEnd++] = this.#atBefore[index] as number;
      if ((shape & AFTER) !== 0) after[afterEnd++] = this.#atAfter[index] as number;
    }
    return { before, after: after.subarray(0, afterEnd), moved };
  }

  /** Calls `each` with every stretch of matches; builds no steps on the way. */
  forEachMatch(each: (before: number, after: number, count: number) => void): void {
    for (let index = 0; index < this.#length; index++) {
      if (this.#kind[index] !== MATCH) continue;
      each(this.#atBefore[index] as number, this.#atAfter[index] as number, this.#count[index] as number);
    }
  }

  /** Whether the step is one removed or one added call. */
  isSingleCall(index: number): boolean {
    const shape = this.#count[index];
    return this.#kind[index] !== MATCH && (shape === BEFORE || shape === AFTER);
  }

  /** Where the call of a single-call step is. */
  singleCallPosition(index: number): number {
    return (this.#count[index] === BEFORE ? this.#atBefore[index] : this.#atAfter[index]) as number;
  }

  /** The side that has the call of a single-call step. */
  singleCallSide(index: number): Side {
    return this.#count[index] === BEFORE ? "before" : "after";
  }

  isCoarse(index: number): boolean {
    return ((this.#kind[index] as number) & COARSE) !== 0;
  }

  isMatch(index: number): boolean {
    return this.#kind[index] === MATCH;
  }

  /** Number of changes by index into CHANGE_KINDS. */
  countChanges(): Uint32Array {
    const counts = new Uint32Array(CHANGE_KINDS.length);
    for (let index = 0; index < this.#length; index++) {
      const kind = (this.#kind[index] as number) & ~COARSE;
      if (kind !== MATCH) counts[kind - 1] = (counts[kind - 1] as number) + 1;
    }
    return counts;
  }

  #put(kind: number, before: number, after: number, count: number): void {
    if (this.#length === this.#kind.length) this.#grow();
    const index = this.#length++;
    this.#kind[index] = kind;
    this.#atBefore[index] = before;
    this.#atAfter[index] = after;
    this.#count[index] = count;
  }

  #grow(): void {
    const capacity = this.#kind.length * 2;
    const kind = new Uint8Array(capacity);
    kind.set(this.#kind);
    this.#kind = kind;
    const larger = (column: Uint32Array): Uint32Array<ArrayBuffer> => {
      const grown = new Uint32Array(capacity);
      grown.set(column);
      return grown;
    };
    this.#atBefore = larger(this.#atBefore);
    this.#atAfter = larger(this.#atAfter);
    this.#count = larger(this.#count);
  }
}

function kindNumber(kind: ChangeKind, coarse: boolean): number {
  return CHANGE_KINDS.indexOf(kind) + 1 + (coarse ? COARSE : 0);
}

/** 1, 2 or 3 for the calls at the change's position; 0 for all others. */
function shapeOf({ before, after, at, afterThread }: ChangeStep): number {
  if (afterThread !== null || before.length > 1 || after.length > 1) return 0;
  if (before.length === 1 && before[0] !== at.before) return 0;
  if (after.length === 1 && after[0] !== at.after) return 0;
  return before.length * BEFORE + after.length * AFTER;
}
