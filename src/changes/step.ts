import type { ChangeKind } from "../result/comparison.ts";
import type { Pair } from "../trace/pair.ts";

export type MatchStep = {
  readonly kind: "match";
  readonly before: number;
  readonly after: number;
  readonly count: number;
};

/** A change between two threads; positions count the compared calls of the thread from 0. */
export type ChangeStep = {
  readonly kind: ChangeKind;
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** For calls that went to another thread, the index of the compared thread that has the `after` calls; else null. */
  readonly afterThread: number | null;
  /** Where the step is on each side, even on a side where it has no call. */
  readonly at: Pair<number>;
  readonly coarse: boolean;
};

export type Step = MatchStep | ChangeStep;

/** Steps in order: an array of them, or a StepList. */
export type Steps = Iterable<Step> & {
  readonly length: number;
  at(index: number): Step | undefined;
};
