import type { Caveat } from "../stats/caveat.ts";
import type { Histogram } from "../stats/histogram.ts";
import type { PairedShift } from "../stats/paired-shift.ts";
import type { LatencySummary } from "../stats/summary.ts";
import type { LineCounts } from "../trace/line-kind.ts";
import type { Pair, Side } from "../trace/pair.ts";
import type { Problem } from "../trace/problem.ts";
import type { WholeNumber } from "../trace/whole-number.ts";
import type { CallRecord } from "./call-record.ts";
import type {
  CommonDrift,
  GateOutcome,
  GroupKey,
  GroupResidual,
  LatencyCaveat,
  Outlier,
  Runs,
  StatisticDrift,
  Undecided,
  UnpairedGroup,
} from "./timing.ts";

/** From strongest to weakest; design of the levels: `total` ⇒ `thread`, `file`; `thread` ⇒ `stream` ⇒ `set`. */
export const ORDERS = ["total", "thread", "file", "stream", "set"] as const;
export type Order = (typeof ORDERS)[number];

/** What two calls may differ in and still count as the same. */
export const IGNORABLE = ["result", "offset", "size", "flags", "fd", "path"] as const;
export type Ignorable = (typeof IGNORABLE)[number];

/** Which calls to look at, besides `calls`; calls left out are counted in `hiddenCalls`. */
export type Selection = {
  /**
   * Regular expressions, one of which must match the path of a call's file, or `fd 9` for files known only by their
   * descriptor. Absent for all.
   */
  readonly paths?: readonly string[];
  /** Ids of the threads to look at, of either side. Absent for all. */
  readonly threads?: readonly number[];
};

/** Matches of the regular expression `from` in paths are replaced with `to`. */
export type PathMapping = { readonly from: string; readonly to: string };

export type CompareOptions = Selection & {
  /** Applied in turn to the paths of both sides before files are paired. */
  readonly mapPath?: readonly PathMapping[];
  /** Whether files with a path pair by that path alone, never by role. */
  readonly exactPaths?: boolean;
  /** The level that must hold for exit code 0. */
  readonly order: Order;
  readonly ignore: readonly Ignorable[];
  /** Canonical call names to compare; null for all that the grammar compares. */
  readonly calls: readonly string[] | null;
  /** The command line options that `calls` comes from; absent if it is --calls alone. */
  readonly callsBy?: readonly ("--calls" | "--kind")[];
  /** Share of call-like lines, 0 to 1, that may be unreadable before the comparison is inconclusive. */
  readonly maxUnread: number;
};

export type TraceSummary = {
  readonly sources: readonly string[];
  readonly lines: number;
  readonly lineKinds: LineCounts;
  /** Compared calls by canonical name. */
  readonly calls: Readonly<Record<string, number>>;
  /** Completed calls that are not compared: not in the grammar, or only used to follow descriptors. */
  readonly otherCalls: number;
  /** Calls left out by what the options select. */
  readonly hiddenCalls: number;
  /** Threads with at least one compared call. */
  readonly threads: number;
  readonly files: number;
  readonly unread: number;
  readonly inFlight: number;
  readonly orphans: number;
  readonly restarts: number;
  readonly problems: readonly Problem[];
};

/** `run`: index of the run, if a side has several; absent for the first. */
export type Reason =
  /** There is nothing to compare: neither side has a call, or a run has none but another run of its side has some. */
  | { readonly kind: "nothing-compared"; readonly side: Side; readonly run?: number }
  /** No call on this side, in any run, and this many on the other: a difference, since both traces were read. */
  | { readonly kind: "none-on-side"; readonly side: Side; readonly otherCalls: number }
  /** More call-like lines than --max-unread allows could not be read. */
  | {
      readonly kind: "unread";
      readonly side: Side;
      readonly run?: number;
      readonly unread: number;
      readonly callLike: number;
    }
  /** Most calls of a side differ between its runs, so that nothing is left to compare the other side with. */
  | { readonly kind: "unstable"; readonly side: Side; readonly unstable: number; readonly calls: number }
  /** This many requests were in flight on one side only: they started there and did not end. */
  | { readonly kind: "in-flight"; readonly before: number; readonly after: number }
  | { readonly kind: "order-fails"; readonly demanded: Order; readonly strongest: Order | null }
  /** Latency rose beyond a limit in this many groups. */
  | { readonly kind: "drift-beyond"; readonly limit: string; readonly groups: number }
  | { readonly kind: "drift-undecided"; readonly limit: string; readonly why: Undecided };

export type Verdict = {
  readonly pattern: "same" | "different" | "inconclusive";
  readonly holds: Readonly<Record<Order, boolean>>;
  readonly demanded: Order;
  readonly timing: "unknown" | "steady" | "drifted";
  readonly exitCode: 0 | 1 | 2 | 3;
  readonly reasons: readonly Reason[];
};

/** A thread of one side and its partner; null if it has none. */
export type ThreadPair = {
  readonly before: number | null;
  readonly after: number | null;
  readonly calls: Pair<number>;
  readonly matches: number;
};

/** A file of one side and its partner, by path or, as a number, by descriptor; null if it has none. */
export type FilePair = {
  readonly before: string | number | null;
  readonly after: string | number | null;
  readonly by: "path" | "role" | "descriptor";
  readonly calls: Pair<number>;
};

/**
 * What happened to calls without a match, most specific first. `resized`, `shifted`, `retargeted`: the same call with
 * only another size, offset or file. `result`: the same request with another result. `reordered`, `migrated`: the
 * same request elsewhere in its thread, or in another thread. `split`, `merged`: more, or fewer, calls transfer the
 * same bytes. `rewritten`: other calls transfer the same bytes.
 */
export const CHANGE_KINDS = [
  "resized",
  "shifted",
  "retargeted",
  "result",
  "reordered",
  "migrated",
  "split",
  "merged",
  "rewritten",
  "added",
  "removed",
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Where a change is on one side: `index` counts the compared calls of the thread from 1. */
export type Place = { readonly thread: number; readonly index: number; readonly line: number };

/**
 * How the results of one request differ: `error`, a different errno, or an error on one side only; `retry`, an error
 * after which a program tries again (EINTR, EAGAIN); `end`, one side got no bytes, as at the end of a file; `shorter`,
 * `longer`, a different number of bytes was transferred; `other`, results that do not count bytes.
 */
export type ResultDifference = "error" | "retry" | "end" | "shorter" | "longer" | "other";

export type Change = {
  readonly kind: ChangeKind;
  /** How many equal changes this one represents: of one kind, with calls of the same name, flags and size. */
  readonly count: number;
  /** For `result`; null for other kinds. */
  readonly difference: ResultDifference | null;
  /** For added calls, `before` is the place they would precede; null at the end or without a partner thread. */
  readonly place: Pair<Place | null>;
  /** Places of the other `count` - 1 changes. */
  readonly repeats: readonly Pair<Place | null>[];
  /** Files that the calls are on, each once: a path, or a descriptor if only that is known. */
  readonly files: readonly (string | number)[];
  /** The calls; for a grouped change, those of the first one. */
  readonly before: readonly CallRecord[];
  readonly after: readonly CallRecord[];
  /** after - before: calls, bytes requested, nanoseconds (null without latencies); for a grouped change, the sum. */
  readonly effect: Effect;
  /** The added or removed call found nothing left to read, as at the end of a file. */
  readonly atEnd: boolean;
  /** For added and removed threads, which are one change: how many calls; `before`/`after` then hold all of them. */
  readonly wholeThread: boolean;
  /** The edit limit was hit: the change is correct, but a smaller one may exist inside it. */
  readonly coarse: boolean;
};

/** Bytes of one file that only one side transferred, counting matched and changed calls together. */
export type TouchedBytes = {
  /** As in FilePair, on the side that has the file. */
  readonly file: string | number;
  readonly direction: "read" | "write";
  readonly onlyBefore: number;
  readonly onlyAfter: number;
  /** False if the offset of some changed transfer is not known; the numbers then leave that transfer out. */
  readonly exact: boolean;
};

/** How the reads or writes of one side cover a file. */
export type FileCoverage = {
  readonly calls: number;
  /** Bytes asked for, leaving out calls that ask for all there is, and bytes transferred. */
  readonly requested: WholeNumber;
  readonly returned: WholeNumber;
  /** Bytes of the file touched at least once; null if the offset of some transfer is not known. */
  readonly unique: number | null;
  /** returned - unique: bytes transferred more than once. */
  readonly repeated: WholeNumber | null;
  /** Share of the calls, 0 to 1, that continue where their thread's last one on this file ended; null if unknown. */
  readonly sequential: number | null;
  /** Calls that do not continue where the previous one on this file ended, in any thread; null if unknown. */
  readonly seeks: number | null;
};

export type CoveragePair = {
  readonly before: string | number | null;
  readonly after: string | number | null;
  readonly direction: "read" | "write";
  /** Null on a side that has no such calls. */
  readonly coverage: Pair<FileCoverage | null>;
};

export type Effect = {
  readonly calls: number;
  readonly bytes: WholeNumber;
  readonly latency: WholeNumber | null;
};

/** One group of matched calls. */
export type LatencyGroup = {
  /** What the calls are grouped by: `call`, or several joined by commas. */
  readonly by: string;
  readonly key: GroupKey;
  /** The key as one line: the canonical name for groups by call. */
  readonly name: string;
  /** Over the matches whose latency is known on both sides; with several runs a side, over the first ones. */
  readonly before: LatencySummary;
  readonly after: LatencySummary;
  readonly shift: PairedShift;
  /** What is left once the factor by which most groups moved is divided out; null if there is none. */
  readonly residual: GroupResidual | null;
  /** Over several runs a side; null with one. */
  readonly drift: readonly StatisticDrift[] | null;
  readonly caveats: readonly Caveat[];
  /** Both sides over the same bins, of equal ratio. Not in JSON. */
  readonly histogram: (bins: number) => Histogram;
};

/** Everything about time; of matched calls unless noted otherwise. */
export type LatencyReport = {
  readonly by: string;
  readonly groups: readonly LatencyGroup[];
  readonly common: CommonDrift | null;
  /** Groups in which calls have no partner, as two samples. */
  readonly unpaired: readonly UnpairedGroup[];
  /** Time between a call and the previous one of its thread; empty if the traces do not show it. */
  readonly idle: readonly LatencyGroup[];
  readonly outliers: readonly Outlier[];
  readonly gates: readonly GateOutcome[];
  readonly caveats: readonly LatencyCaveat[];
};

/** Reads and writes that strace cannot see happened too, after this many calls of this name. */
export type BlindSpot = {
  readonly call: string;
  readonly count: number;
  /** Files that were mapped, each once, in order; none for io_uring, whose rings do not show them. */
  readonly files: readonly (string | number)[];
};

export type Warning =
  /** A side has calls of these names and the other has none: the traces may come from different `-e trace=` filters. */
  | { readonly kind: "different-calls"; readonly side: Side; readonly calls: readonly string[] }
  /** Calls match that make the same request under an older and a newer name, such as open and openat. */
  | { readonly kind: "other-names"; readonly side: Side; readonly names: readonly OtherName[] }
  /** Arguments that are not compared, such as timeouts, differ between the sides, which may matter. */
  | { readonly kind: "ignored-differ"; readonly side: Side; readonly arguments: readonly IgnoredArgument[] }
  | { readonly kind: "no-latency"; readonly side: Side }
  | { readonly kind: "truncated"; readonly side: Side; readonly line: number }
  /** This many lines say that others were left out: `[...]`, `<snip>`. */
  | { readonly kind: "left-out"; readonly side: Side; readonly lines: number }
  /** Calls whose names are not in the call table: new ones, or damaged lines. */
  | { readonly kind: "unknown-calls"; readonly side: Side; readonly calls: readonly string[] }
  /** Calls are printed when they end, as with -z, -Z and -e status, which filter calls by how they ended. */
  | { readonly kind: "status-filter"; readonly side: Side; readonly line: number }
  /**
   * `calls` calls, the first on this line, are on descriptors that another thread had opened or closed meanwhile, and
   * neither clone or fork nor decorations (`-y`) show whether the threads share them: file names may be wrong.
   */
  | {
      readonly kind: "disputed-descriptors";
      readonly side: Side;
      readonly calls: number;
      readonly line: number;
    }
  /** A set of files of `-ff` without times finer than a second: how threads interleaved is not known. */
  | { readonly kind: "thread-order"; readonly side: Side }
  | ({ readonly kind: "blind-spot"; readonly side: Side } & BlindSpot)
  /** A side is a snapshot that keeps `order`, which leaves the levels `unknown` undecided; `holds` has them false. */
  | {
      readonly kind: "snapshot";
      readonly side: Side;
      readonly order: Order;
      readonly unknown: readonly Order[];
    };

/** Calls that started and never ended, compared as requests. */
export type InFlight = {
  /** How many requests were in flight on both sides. */
  readonly matched: number;
  /** Those of one side only, without result and latency. */
  readonly before: readonly CallRecord[];
  readonly after: readonly CallRecord[];
};

/**
 * Calls of one name that are not compared and whose numbers differ between the sides: a count for each run of a side,
 * none of which also occurs on the other side.
 */
export type OtherCallDifference = { readonly call: string; readonly counts: Pair<readonly number[]> };

/** This many calls named `before` match one named `after` on the other side. */
export type OtherName = { readonly before: string; readonly after: string; readonly count: number };

/** An argument by its name in the call table. */
export type IgnoredArgument = { readonly call: string; readonly argument: string };

/** A line of a hunk. */
export type HunkLine =
  | { readonly kind: "match"; readonly before: CallRecord; readonly after: CallRecord }
  | { readonly kind: "change"; readonly change: Change };

/** Where the two sides first diverge. */
export type Divergence = {
  readonly change: Change;
  /** The last matched calls of the same thread before it. */
  readonly lastOfThread: readonly HunkLine[];
  /** The last calls on the same file before it, whichever thread made them. */
  readonly lastOnFile: Pair<readonly CallRecord[]>;
};

/** A stretch of one thread around changes, as `git diff` shows them. */
export type Hunk = {
  readonly thread: Pair<number | null>;
  readonly place: Pair<Place | null>;
  readonly lines: readonly HunkLine[];
};

/**
 * The result of a comparison. `--format json` prints all of it but `hunks`, under the same names. Members that are long
 * or costly are functions, computed when called: `changes` and `hunks` build their records during iteration, since a
 * million of them would not fit in memory at once.
 */
export type Comparison = {
  readonly schema: "tracediff.comparison/1";
  readonly before: TraceSummary;
  readonly after: TraceSummary;
  readonly options: CompareOptions;
  readonly verdict: Verdict;
  /** Calls that match, results included. */
  readonly matches: number;
  readonly threads: readonly ThreadPair[];
  readonly files: readonly FilePair[];
  readonly changeCounts: Readonly<Partial<Record<ChangeKind, number>>>;
  /** Equal changes grouped, largest effect first. */
  readonly changes: () => Iterable<Change>;
  /** Null where the pattern of every thread is the same. */
  readonly divergence: Divergence | null;
  /** Sum of the effects of all changes. */
  readonly effect: Effect;
  /** Files that changed calls read or wrote, one entry a direction: what only one side touched. */
  readonly touched: readonly TouchedBytes[];
  /** Every file with reads or writes, one entry a direction. */
  readonly coverage: () => readonly CoveragePair[];
  readonly latency: LatencyReport;
  /** Several runs a side; null with one. */
  readonly runs: Runs | null;
  readonly warnings: readonly Warning[];
  readonly inFlight: InFlight;
  /** Largest difference first. Empty if options select calls, and against a snapshot. */
  readonly otherCalls: readonly OtherCallDifference[];
  /** @param context matched calls to show around changes */
  readonly hunks: (context: number) => Iterable<Hunk>;
};
