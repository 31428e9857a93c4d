/** Stretches cover both sequences in order, without gap or overlap. Positions count calls of the sequence, from 0. */
export type Stretch =
  | { readonly kind: "match"; readonly before: number; readonly after: number; readonly count: number }
  /**
   * `beforeCount` calls are replaced by `afterCount` others; one of the two may be 0. `coarse` is set if
   * the edit limit was hit: the block is a true difference, but a smaller one may exist inside it.
   */
  | {
      readonly kind: "gap";
      readonly before: number;
      readonly beforeCount: number;
      readonly after: number;
      readonly afterCount: number;
      readonly coarse: boolean;
    };
