/**
 * What a number column holds where the trace does not say. No number in a trace equals it, and unlike NaN it
 * is equal to itself, so that columns compare with `===`.
 */
export const UNKNOWN: number = Number.NEGATIVE_INFINITY;

/** What `fd` holds if there is none. No descriptor has this number. */
export const NONE = -2_147_483_648;

/**
 * What `path` and `flags` hold if there is none: the first entry of `Trace.strings`, which means nothing. In
 * most traces these columns hold little else, and memory that only ever stores zeros is never touched.
 */
export const NO_STRING = 0;

export type IndexIntoStrings = number;
export type Row = number;

/**
 * One trace as columns: row `i` of every column is the same call. Rows are in the order in which the calls
 * started, which is the order in which strace printed their first halves.
 *
 * Columns are views on SharedArrayBuffers, so a worker hands a table over without a copy. Long arrays of
 * numbers also give the garbage collector nothing to walk: 2 million objects would cost it seconds.
 */
export type TraceTable = {
  readonly length: number;
  /** 1-based number of the line on which the call starts, in the source of its thread. */
  readonly line: Uint32Array;
  /** Index into `Trace.threads`. */
  readonly thread: Uint32Array;
  /** Nanoseconds since `Trace.origin`; UNKNOWN if lines carry no time. Does not jump back at midnight. */
  readonly start: Float64Array;
  /** Index into `Grammar.calls`; aliases count as the call they stand for. */
  readonly call: Uint16Array;
  /** The descriptor as printed (`AT_FDCWD` is -100); NONE if the call takes none. */
  readonly fd: Int32Array;
  /**
   * What the line itself says about the file, as an index into `Trace.strings`: the decoration of the
   * descriptor (`3</data/x.sst>`), or the path argument of calls that take a path. NO_STRING if it says nothing.
   */
  readonly path: Int32Array;
  /** Bytes from the start of the file as given in the call; UNKNOWN if the call gives none. */
  readonly offset: Float64Array;
  /** Bytes asked for (for iovecs their sum); UNKNOWN if the call or an abbreviated array does not say. */
  readonly size: Float64Array;
  /** Flags, advice, whence or mode exactly as printed, as an index into `Trace.strings`; NO_STRING if none. */
  readonly flags: Int32Array;
  /** The number after `=`; UNKNOWN for `= ?`. */
  readonly result: Float64Array;
  /** Index into `Trace.errors`; 0, whose text is "", if the call did not fail. */
  readonly error: Uint16Array;
  /** Nanoseconds inside the call (`-T`); -1 if strace printed none. */
  readonly latency: Float64Array;
};

/**
 * Values that a Float64 cannot hold exactly (beyond 2^53), by row. The column holds the nearest double; code that
 * prints or compares such a row looks here first.
 */
export type ExactValues = {
  readonly offset: ReadonlyMap<Row, bigint>;
  readonly size: ReadonlyMap<Row, bigint>;
  readonly result: ReadonlyMap<Row, bigint>;
};
