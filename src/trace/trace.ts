import type { LineCounts } from "./line-kind.ts";
import type { Problem } from "./problem.ts";
import type { ExactValues, IndexIntoStrings, Row, TraceTable } from "./table.ts";

/** One traced task: what strace calls "pid" is a thread id. */
export type Thread = {
  /** As printed; 0 if lines carry no pid and none could be inferred. */
  readonly tid: number;
  /** Index into `Trace.sources`. */
  readonly source: number;
};

export type RowExtra = {
  /** The decoration of a descriptor in the result: `openat(...) = 3</abs/path>`. */
  readonly resultPath?: IndexIntoStrings;
  /**
   * Descriptors beyond the first, in the order in which they are printed: the new number of dup2, the output of
   * copy_file_range, both ends of pipe2 and socketpair (whose `fd` column is NONE), those passed with SCM_RIGHTS.
   */
  readonly fds?: readonly number[];
  /** Paths beyond the first, the decorations of `fds` or the target of rename; NO_STRING if there is none. */
  readonly paths?: readonly IndexIntoStrings[];
  /** Offset of the second descriptor (copy_file_range, splice); absent if it is NULL. */
  readonly offset?: number | bigint;
  /** For calls on memory, the row of the mmap that mapped a file there. */
  readonly mapping?: Row;
};

/** Calls that started and did not end, as rows of their own: without result and latency. In no order. */
export type CallsInFlight = {
  readonly table: TraceTable;
  readonly exact: ExactValues;
  readonly extras: ReadonlyMap<Row, RowExtra>;
};

/**
 * What arguments say that is not compared but may matter (timeouts): how many calls say something, and the sum of
 * its hashes, which does not depend on their order.
 */
export type ReportedArgument = { readonly count: number; readonly sum: number };

export type KnownFiles = {
  /** A path, or, for what was opened without one, a descriptor number and the call that made it. */
  readonly files: readonly {
    readonly path: string | null;
    readonly fd: number | null;
    readonly maker: string | null;
  }[];
  /** Per row: index into `files`, -1 for calls that are not on a file. */
  readonly file: Int32Array;
  /** The second file of calls that take two, by row. */
  readonly second: ReadonlyMap<Row, number>;
  /** The same as `file` for calls in flight. */
  readonly inFlight?: Int32Array;
};

/** One recorded log as columns, plus the evidence of how much of the text was understood. */
export type Trace = {
  /** The files it was read from: one, or all files of one `strace -ff` set. */
  readonly sources: readonly string[];
  readonly table: TraceTable;
  readonly exact: ExactValues;
  /** In order of first appearance. A thread id that is used again after its exit is a new thread. */
  readonly threads: readonly Thread[];
  /** What the index columns point at; `strings[NO_STRING]` is "". */
  readonly strings: readonly string[];
  /** Errno names; `errors[0]` is "". */
  readonly errors: readonly string[];
  /** Nanoseconds since 1970 (`-ttt`), since midnight (`-t`, `-tt`), or since the trace began (`-r`). */
  readonly origin: bigint;
  /** What few rows have in addition to their columns. */
  readonly extras: ReadonlyMap<Row, RowExtra>;
  /** Of the calls that the grammar describes, except those about processes; absent if none was in flight. */
  readonly inFlight?: CallsInFlight;
  /**
   * `unknown` if the files of one `strace -ff` set have no times finer than a second, so that the order in which
   * their threads took turns is not known. Absent: rows are in the order of starts.
   */
  readonly threadOrder?: "unknown";
  /** By index into `Grammar.calls`; calls that say nothing are left out. */
  readonly reported?: ReadonlyMap<number, ReportedArgument>;
  readonly lines: number;
  readonly lineKinds: LineCounts;
  /** Completed calls that the grammar does not know, by name: counted, not compared. */
  readonly otherCalls: Readonly<Record<string, number>>;
  /** Calls of the grammar that strace delayed or whose outcome it changed (`-e inject=`, `-e fault=`). */
  readonly injected: number;
  /** Attempts that ended in `= ? ERESTART…`, by name: they are not completed calls. */
  readonly restarts: Readonly<Record<string, number>>;
  /** At most `problemLimit` of them, in order of lines; `problemCounts` is complete. */
  readonly problems: readonly Problem[];
  readonly problemCounts: Readonly<Record<Problem["kind"], number>>;
  /** Which file each call is on, if the source says so itself, as a snapshot does; worked out if absent. */
  readonly knownFiles?: KnownFiles;
  /** What a snapshot keeps of the trace it was made from; absent for a log. */
  readonly snapshot?: {
    /** The strongest level of order that can be compared with it. */
    readonly order: "total" | "thread" | "file" | "stream" | "set";
    /** The only calls that it covers, by canonical name; null for all. */
    readonly calls: readonly string[] | null;
  };
};
