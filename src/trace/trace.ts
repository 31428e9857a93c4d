import type { LineCounts } from "./line-kind.ts";
import type { Problem } from "./problem.ts";
import type { ExactValues, IndexIntoStrings, Row, TraceTable } from "./table.ts";

/** One traced task: what strace calls "pid" is a thread id. */
export type Thread = {
  /** As printed; 0 where lines carry no pid and none could be inferred. */
  readonly tid: number;
  /** Index into `Trace.sources`. */
  readonly source: number;
};

/** One recorded log as columns, plus the evidence of how much of the text was understood. */
export type Trace = {
  /** The files it was read from: one, or all files of one `strace -ff` set. */
  readonly sources: readonly string[];
  readonly table: TraceTable;
  readonly exact: ExactValues;
  /** In order of first appearance. A thread id that is used again after its exit is a new thread. */
  readonly threads: readonly Thread[];
  readonly strings: readonly string[];
  /** Errno names; `errors[0]` is "". */
  readonly errors: readonly string[];
  /** Nanoseconds since 1970 (`-ttt`), since midnight (`-t`, `-tt`), or since the trace began (`-r`). */
  readonly origin: bigint;
  /**
   * For open calls whose result is decorated (`= 3</abs/path>`): row to the decoration, an index into
   * `strings`. Kept apart because few rows have one.
   */
  readonly resultPaths: ReadonlyMap<Row, IndexIntoStrings>;
  readonly lines: number;
  readonly lineKinds: LineCounts;
  /** Completed calls that the grammar does not know, by name: counted, not compared. */
  readonly otherCalls: Readonly<Record<string, number>>;
  /** Attempts that ended in `= ? ERESTART…`: not completed calls, by name. */
  readonly restarts: Readonly<Record<string, number>>;
  /** At most `problemLimit` of them, in order of lines; `problemCounts` is complete. */
  readonly problems: readonly Problem[];
  readonly problemCounts: Readonly<Record<Problem["kind"], number>>;
};
