import type { Comparison, LatencyGroup } from "../../src/result/comparison.ts";
import type { GroupKey, StatisticDrift } from "../../src/result/timing.ts";
import { nanoseconds } from "../../src/trace/units.ts";
import { comparisonOf, groupOf, latenciesOf, latencyOf, recordOf, SAME } from "./comparison-fixture.ts";

/** Comparisons that between them show everything a report can say about time; each is a golden file. */

const driftOf = (statistic: StatisticDrift["statistic"], parts: Partial<StatisticDrift>): StatisticDrift => ({
  kind: "within-noise",
  median: { before: 75_000, after: 76_000 },
  spread: 4000,
  distance: -1000,
  p: 0.55,
  statistic,
  runs: { before: [73_000, 75_000, 77_000], after: [74_000, 76_000, 78_000] },
  ...parts,
});
const slower: Partial<StatisticDrift> = {
  kind: "outside-noise",
  median: { before: 4_408_000, after: 6_612_000 },
  spread: 21_500,
  distance: 2_100_000,
};
const runGroup = (name: string, drift: readonly StatisticDrift[]): LatencyGroup => groupOf({ name, drift });

const keyed = (key: GroupKey, parts: Partial<LatencyGroup> = {}): LatencyGroup =>
  groupOf({ by: "call,file,thread,size", name: "one of several", ...parts, key });

export const TIMING_REPORTS: Readonly<Record<string, Comparison>> = {
  "timing-runs": comparisonOf({
    verdict: {
      ...SAME,
      timing: "drifted",
      exitCode: 3,
      reasons: [
        { kind: "drift-beyond", limit: "10%@total", groups: 1 },
        { kind: "drift-undecided", limit: "5%@p99.99", why: { kind: "few-calls" } },
      ],
    },
    latency: latencyOf({
      groups: [
        runGroup("pread64", [driftOf("p50", {}), driftOf("p90", {}), driftOf("total", slower)]),
        runGroup("fsync", [
          driftOf("p50", { kind: "too-few-runs" }),
          driftOf("total", { kind: "too-few-runs" }),
        ]),
      ],
      gates: [
        {
          limit: "10%@total",
          outcome: "beyond",
          undecided: null,
          beyond: [{ group: "pread64", key: { call: "pread64" }, before: 4_408_000, after: 6_612_000 }],
          judged: 2,
          skipped: 1,
        },
        { limit: "30%", outcome: "within", undecided: null, beyond: [], judged: 2, skipped: 0 },
        {
          limit: "5%@p99.99",
          outcome: "undecided",
          undecided: { kind: "few-calls" },
          beyond: [],
          judged: 0,
          skipped: 2,
        },
      ],
    }),
    runs: {
      before: [1, 2, 3].map((run) => ({ sources: [`b${run}.log`], calls: 60, matches: 60, differences: 0 })),
      after: [1, 2, 3].map((run) => ({ sources: [`a${run}.log`], calls: 60, matches: 60, differences: 0 })),
      unstable: {
        counts: { before: 1, after: 8 },
        calls: [
          { side: "before", run: 1, first: [recordOf()], other: [recordOf({ line: 44, result: 100 })] },
          { side: "after", run: 2, first: [], other: [recordOf({ line: 12 }), recordOf({ line: 13 })] },
        ],
      },
      excused: 2,
    },
  }),
  "timing-steady": comparisonOf({
    verdict: { ...SAME, timing: "steady" },
    latency: latencyOf({
      groups: [runGroup("pread64", [driftOf("p50", {}), driftOf("total", {})])],
      idle: [runGroup("pread64", [driftOf("p50", {}), driftOf("total", slower)])],
    }),
    runs: {
      before: [1, 2, 3].map((run) => ({ sources: [`b${run}.log`], calls: 60, matches: 60, differences: 0 })),
      after: [1, 2, 3].map((run) => ({ sources: [`a${run}.log`], calls: 60, matches: 60, differences: 0 })),
      unstable: { counts: { before: 0, after: 0 }, calls: [] },
      excused: 0,
    },
  }),
  "timing-undecided": comparisonOf({
    verdict: {
      ...SAME,
      exitCode: 2,
      reasons: [
        {
          kind: "drift-undecided",
          limit: "10%",
          why: { kind: "few-runs", runs: { before: 1, after: 1 }, needed: 3 },
        },
      ],
    },
    latency: latencyOf({
      groups: [groupOf()],
      gates: [
        {
          limit: "10%",
          outcome: "undecided",
          undecided: { kind: "few-runs", runs: { before: 1, after: 1 }, needed: 3 },
          beyond: [],
          judged: 0,
          skipped: 1,
        },
      ],
      caveats: [{ kind: "one-run-a-side" }],
    }),
  }),
  "timing-common": comparisonOf({
    latency: latencyOf({
      groups: [
        groupOf({ residual: { ratio: 1.003, low: 0.97, high: 1.04, standsOut: false } }),
        groupOf({ name: "fsync", residual: { ratio: 2.5, low: 1.9, high: null, standsOut: true } }),
      ],
      common: { factor: 6.1, all: false },
      caveats: [
        { kind: "one-run-a-side" },
        { kind: "different-recording", option: "-T", before: "us", after: "ns" },
        { kind: "different-recording", option: "-y", before: "no", after: "yes" },
        { kind: "injected", side: "after", count: 12 },
      ],
    }),
  }),
  "timing-groups": comparisonOf({
    latency: latencyOf({
      by: "call,file,thread,size",
      groups: [
        keyed({
          call: "pread64",
          file: {
            before: "/srv/storage/volumes/primary/database/000012/partition-7/data.sst",
            after: "/tmp/x\u001b[2J",
          },
          thread: { before: 1444170, after: 1501089 },
          size: { from: 4096, to: 8191 },
        }),
        keyed({ call: "fsync", file: { before: 5, after: 5 }, thread: { before: 7, after: 7 }, size: null }),
        keyed({ call: "lseek", file: null, thread: { before: 7, after: 7 }, size: { from: 0, to: 0 } }),
        ...Array.from({ length: 20 }, (_, at) =>
          keyed(
            { call: "read", file: { before: at, after: at + 1 } },
            { caveats: [{ kind: "few-samples", count: at, needed: 6 }] },
          ),
        ),
      ],
      unpaired: [
        {
          by: "call",
          key: { call: "pread64", file: { before: "a.sst", after: null } },
          name: "pread64 a.sst",
          before: latenciesOf(),
          after: latenciesOf({ count: 20, total: nanoseconds(2_000_000) }),
          unmatched: { before: 60, after: 20 },
          test: { u: 1044, superiority: 0.87, effectSize: 0.74, p: 0.0000012, method: "normal" },
        },
        {
          by: "call",
          key: { call: "readv" },
          name: "readv",
          before: null,
          after: latenciesOf({ count: 1 }),
          unmatched: { before: 0, after: 1 },
          test: null,
        },
        {
          by: "call",
          key: { call: "lseek" },
          name: "lseek",
          before: latenciesOf({ count: 1 }),
          after: null,
          unmatched: { before: 1, after: 0 },
          test: null,
        },
      ],
      idle: [groupOf(), groupOf({ name: "fsync" })],
      outliers: [
        {
          before: recordOf({ latency: 50_000 }),
          after: recordOf({ line: 1044, latency: 1_259_000 }),
          move: 1_209_000,
        },
        {
          before: recordOf({
            line: 3,
            call: "fsync",
            file: null,
            offset: null,
            size: null,
            latency: 900_000,
          }),
          after: recordOf({ line: 4, call: "fsync", file: null, offset: null, size: null, latency: 100_000 }),
          move: -800_000,
        },
      ],
    }),
  }),
};
