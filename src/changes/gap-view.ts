import type { Pair } from "../trace/pair.ts";

/**
 * The calls of one thread on one side as requests, under one numbering of calls, files and flags for both sides.
 * What the comparison ignores must be equal everywhere, as in the columns that were aligned.
 */
export type RequestColumns = {
  /** The rows of the thread in order; positions count them from 0. The other columns are by row. */
  readonly rows: Uint32Array;
  readonly call: Uint16Array;
  readonly file: Int32Array;
  readonly flags: Int32Array;
  /** UNKNOWN if the trace does not say. */
  readonly offset: Float64Array;
  readonly size: Float64Array;
};

/** Two paired threads, as far as the explanation of what differs between them needs to know. */
export type GapView = Pair<RequestColumns>;
