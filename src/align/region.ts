/** Calls `before` to `beforeEnd` - 1 against calls `after` to `afterEnd` - 1. */
export type Region = {
  readonly before: number;
  readonly beforeEnd: number;
  readonly after: number;
  readonly afterEnd: number;
};

export const hasBothSides = ({ before, beforeEnd, after, afterEnd }: Region): boolean =>
  before < beforeEnd && after < afterEnd;

export const countCalls = ({ before, beforeEnd, after, afterEnd }: Region): number =>
  beforeEnd - before + (afterEnd - after);
