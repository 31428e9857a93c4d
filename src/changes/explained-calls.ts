// Casts in this file: positions are positions of the thread.

/**
 * Changes that join calls of several gaps. `reordered`: the same request, elsewhere in the thread. `migrated`: the
 * same request, in another thread. `split`, `merged`: more, or fewer, calls transfer the same bytes. `rewritten`:
 * other calls transfer the same bytes.
 */
export type ExplanationKind = "reordered" | "migrated" | "split" | "merged" | "rewritten";

/** Positions count the calls of the threads from 0. */
export type Explanation = {
  readonly kind: ExplanationKind;
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** The pair of threads whose after side has the `after` calls; null if it is that of the `before` calls. */
  readonly afterThread: number | null;
};

/** What `#target` holds besides after positions, which it counts from 1. */
const FREE = 0;
const TAKEN = -1;
const GROUP = -2;

/** The calls of one pair of threads explained by changes across gaps, each reported at its first before call. */
export class ExplainedCalls {
  /** By before position: the after position of a moved call, or FREE, TAKEN, GROUP. */
  readonly #target: Int32Array;
  /** By before position: the pair of threads a migrated call went to; -1 for others. Made when one migrates. */
  #targetThread: Int32Array | null = null;
  readonly #afterTaken: Uint8Array;
  readonly #groups = new Map<number, Explanation>();

  constructor(beforeCount: number, afterCount: number) {
    this.#target = new Int32Array(beforeCount);
    this.#afterTaken = new Uint8Array(afterCount);
  }

  isFree(side: "before" | "after", position: number): boolean {
    return side === "before" ? this.#target[position] === FREE : this.#afterTaken[position] === 0;
  }

  /** A call that is elsewhere in the same thread. */
  addReordered(before: number, after: number): void {
    this.#target[before] = after + 1;
    this.#afterTaken[after] = 1;
  }

  /** A call that went to another pair of threads, which learns of it by `addArrival`. */
  addMigrated(before: number, afterThread: number, after: number): void {
    this.#targetThread ??= new Int32Array(this.#target.length).fill(-1);
    this.#target[before] = after + 1;
    this.#targetThread[before] = afterThread;
  }

  addArrival(after: number): void {
    this.#afterTaken[after] = 1;
  }

  /** Positions in order; both sides have some. */
  addGroup(kind: ExplanationKind, before: readonly number[], after: readonly number[]): void {
    for (const position of before) this.#target[position] = TAKEN;
    for (const position of after) this.#afterTaken[position] = 1;
    const [first] = before;
    if (first === undefined) throw new RangeError("an explanation needs a call before");
    this.#target[first] = GROUP;
    this.#groups.set(first, { kind, before, after, afterThread: null });
  }

  /** The explanation reported at this call; null if there is none, or if it is reported at an earlier one. */
  at(before: number): Explanation | null {
    const target = this.#target[before] as number;
    if (target === GROUP) return this.#groups.get(before) ?? null;
    if (target <= FREE) return null;
    const thread = this.#targetThread?.[before] ?? -1;
    return {
      kind: thread < 0 ? "reordered" : "migrated",
      before: [before],
      after: [target - 1],
      afterThread: thread < 0 ? null : thread,
    };
  }
}
