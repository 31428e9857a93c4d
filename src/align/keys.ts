/**
 * What a search needs to know of two sequences: how far they are equal from a pair of positions. Positions count
 * from 0; no method looks at or beyond the ends.
 */
export type Keys = {
  readonly beforeLength: number;
  readonly afterLength: number;
  /** Number of equal pairs (before, after), (before + 1, after + 1), …, at most `limit`. */
  equalAhead(before: number, after: number, limit: number): number;
  /** Number of equal pairs (before - 1, after - 1), (before - 2, after - 2), …, at most `limit`. */
  equalBehind(before: number, after: number, limit: number): number;
  /** Number of equal pairs (first, second), (first + 1, second + 1), … within the before side, at most `limit`. */
  repeatsInBefore(first: number, second: number, limit: number): number;
  /** The same within the after side. */
  repeatsInAfter(first: number, second: number, limit: number): number;
};
