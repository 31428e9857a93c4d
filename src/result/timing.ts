import type { Caveat } from "../stats/caveat.ts";
import type { MannWhitney } from "../stats/mann-whitney.ts";
import type { RunDrift } from "../stats/run-drift.ts";
import type { LatencySummary } from "../stats/summary.ts";
import type { Pair, Side } from "../trace/pair.ts";
import type { WholeNumber } from "../trace/whole-number.ts";
import type { CallRecord } from "./call-record.ts";

/** What calls can be grouped by, also by several of these together. Sizes fall into powers of two. */
export const GROUPINGS = ["call", "file", "thread", "size"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** What a limit can be set on, and what is followed over several runs. */
export const STATISTICS = ["p50", "p75", "p90", "p95", "p99", "p99.9", "p99.99", "mean", "total"] as const;
export type Statistic = (typeof STATISTICS)[number];

/** How far a statistic may rise from before to after; getting faster is never beyond a limit. */
export type DriftLimit = {
  /** As the user wrote it: `10%@p99`. */
  readonly text: string;
  readonly statistic: Statistic;
} & (
  | { readonly kind: "relative"; readonly share: number }
  | { readonly kind: "absolute"; readonly nanoseconds: number }
);

export type TimingOptions = {
  readonly by: readonly Grouping[];
  readonly limits: readonly DriftLimit[];
  /** Limits may be judged with one run a side, by the intervals over its pairs. */
  readonly acceptSingleRun: boolean;
  /** How many of the calls whose latency changed most to list. */
  readonly outliers: number;
};

export const DEFAULT_TIMING: TimingOptions = {
  by: ["call"],
  limits: [],
  acceptSingleRun: false,
  outliers: 0,
};

/** What the calls of a group have in common; only what they are grouped by is there. */
export type GroupKey = {
  readonly call?: string;
  /** By path or, as a number, by descriptor; null on a side that does not have the file. Null for calls on no file. */
  readonly file?: Pair<string | number | null> | null;
  readonly thread?: Pair<number | null>;
  /** Bytes asked for, both ends included; null for calls that ask for none, or for all that there is. */
  readonly size?: { readonly from: WholeNumber; readonly to: WholeNumber } | null;
};

/** Calls of a group on both sides as two samples, if too many lack a partner for the pairs to be representative. */
export type UnpairedGroup = {
  readonly by: string;
  readonly key: GroupKey;
  readonly name: string;
  /** Null where a side has no such call with a latency. */
  readonly before: LatencySummary | null;
  readonly after: LatencySummary | null;
  /** Calls without a partner. */
  readonly unmatched: Pair<number>;
  /** Null where a side has no such call. */
  readonly test: MannWhitney | null;
};

/** One statistic of a group in every run, and whether the sides are apart. Nanoseconds. */
export type StatisticDrift = RunDrift & {
  readonly statistic: Statistic;
  /** Run by run, in the order given. */
  readonly runs: Pair<readonly number[]>;
};

/** The factor by which most groups moved alike: due to the machine, the tracer, or all of the code. */
export type CommonDrift = {
  /** After / before. */
  readonly factor: number;
  /** No group moved in any way beyond this factor. */
  readonly all: boolean;
};

/** The factor by which a group moved once the common factor is divided out, with a 95 % interval. */
export type GroupResidual = {
  readonly ratio: number;
  readonly low: number;
  /** Null where there is no upper bound. */
  readonly high: number | null;
  readonly standsOut: boolean;
};

/** Two matched calls whose latencies differ a lot. */
export type Outlier = {
  readonly before: CallRecord;
  readonly after: CallRecord;
  /** After - before, nanoseconds. */
  readonly move: number;
};

/** Why a limit could not be judged. */
export type Undecided =
  | { readonly kind: "no-latency" }
  /** Fewer runs than needed on a side; with one a side, `--accept-single-run` judges by its pairs. */
  | { readonly kind: "few-runs"; readonly runs: Pair<number>; readonly needed: number }
  /** No group has enough calls for the statistic. */
  | { readonly kind: "few-calls" };

/** A limit that a group exceeds, with evidence. */
export type Excess = {
  /** Name of the group. */
  readonly group: string;
  readonly key: GroupKey;
  /** The statistic on both sides, medians over the runs; nanoseconds. */
  readonly before: number;
  readonly after: number;
};

export type GateOutcome = {
  /** As the user wrote it. */
  readonly limit: string;
  readonly outcome: "within" | "beyond" | "undecided";
  readonly undecided: Undecided | null;
  readonly beyond: readonly Excess[];
  /** Groups that could be judged, and those that have too few calls for the statistic. */
  readonly judged: number;
  readonly skipped: number;
};

/** One of several traces recorded of a side. */
export type RunSummary = {
  readonly sources: readonly string[];
  /** Compared calls. */
  readonly calls: number;
  /** Calls that match the first run of the side. */
  readonly matches: number;
  /** Places at which it differs from the first run of the side. */
  readonly differences: number;
};

/** A place at which the runs of one side differ from each other. */
export type UnstableCall = {
  readonly side: Side;
  /** Index of the run that differs from the first one. */
  readonly run: number;
  /** Calls of the first run there, and those of this run in their place; the first ten of each. */
  readonly first: readonly CallRecord[];
  readonly other: readonly CallRecord[];
};

/** Several runs a side. */
export type Runs = {
  readonly before: readonly RunSummary[];
  readonly after: readonly RunSummary[];
  /** Places at which runs of a side differ from each other; the list may be truncated, the counts are complete. */
  readonly unstable: { readonly counts: Pair<number>; readonly calls: readonly UnstableCall[] };
  /** Changes between the first runs that were not counted, because they touch only unstable calls. */
  readonly excused: number;
};

/** A sign that the two sides were not recorded alike, so that strace's overhead differs. */
export type RecordingCaveat = {
  readonly kind: "different-recording";
  /** The strace option that only one side seems to have used, or each with a different value. */
  readonly option: "-T" | "-y" | "-k" | "-e read/write";
  /** For -T its unit, for the others `yes` or `no`. */
  readonly before: string;
  readonly after: string;
};

/** strace was asked to delay calls or to change what they return. */
export type InjectionCaveat = { readonly kind: "injected"; readonly side: Side; readonly count: number };

export type LatencyCaveat = Caveat | RecordingCaveat | InjectionCaveat;
