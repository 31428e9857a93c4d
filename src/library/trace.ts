import type { CallRecord } from "../result/call-record.ts";
import type { Selection } from "../result/comparison.ts";
import type { LineCounts } from "../trace/line-kind.ts";
import type { Problem } from "../trace/problem.ts";

/** Which calls of a trace to look at; all I/O calls if nothing is given. */
export type CallSelection = Selection & {
  /**
   * Names of calls (`pread64`, also by an older name, `pread`) or kinds (data, hint, sync, size, seek, open, map, meta,
   * async); a leading `!` removes, as in `["data", "!read"]`.
   */
  readonly calls?: readonly string[];
};

/**
 * One recorded log returned by `readTrace`, with the call table that it was read with. It never changes, and can be
 * passed to any number of functions.
 */
export type Trace = {
  /** What it was read from: one name, or those of all files of an `strace -ff` set. */
  readonly sources: readonly string[];
  /** Lines of text in all. */
  readonly lines: number;
  /** How many lines are of each kind; they add up to `lines`. `unread` ones hold a call that could not be read. */
  readonly lineKinds: LineCounts;
  /** What could not be understood, in order of lines: the first thousand. */
  readonly problems: readonly Problem[];
  /**
   * The I/O calls in the order in which they started, each made into a record during iteration: a long trace never
   * becomes an array. It can be iterated again.
   *
   *     for (const { call, file, latency } of trace.calls({ calls: ["fsync"] })) console.log(call, file, latency);
   *
   * @param selection the calls wanted; all I/O calls if left out
   * @throws UserError for invalid names, patterns and ids
   */
  calls(selection?: CallSelection): Iterable<CallRecord>;
};
