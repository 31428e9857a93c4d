import type { Comparison, HunkLine } from "../../src/result/comparison.ts";
import { percentilesOf } from "../../src/stats/summary.ts";
import { nanoseconds } from "../../src/trace/units.ts";
import {
  changeOf,
  comparisonOf,
  DIFFERENT,
  differingBy,
  groupOf,
  hunkOf,
  latenciesOf,
  latencyOf,
  lineKinds,
  recordOf,
  SAME,
  summaryOf,
} from "./comparison-fixture.ts";
import { TIMING_REPORTS } from "./timing-reports.ts";

const match = (offset: number, latency: number): HunkLine => ({
  kind: "match",
  before: recordOf({ offset, latency: 45_000 }),
  after: recordOf({ offset, latency }),
});

const resized = changeOf({
  kind: "resized",
  before: [recordOf({ line: 42, offset: 909312, latency: 38_000 })],
  after: [recordOf({ line: 45, offset: 909312, size: 8192, result: 8192, latency: 52_000 })],
  effect: { calls: 0, bytes: 4096, latency: 14_000 },
});

const longPath = "/srv/storage/volumes/primary/database/000012/partition-7/segments/data.sst";

/** Comparisons that between them show everything a report can say; each is a golden file. */
export const REPORTS: Readonly<Record<string, Comparison>> = {
  same: comparisonOf({
    latency: latencyOf({ groups: [groupOf()], caveats: [{ kind: "one-run-a-side" }] }),
  }),
  resized: differingBy(
    [hunkOf([match(905216, 41_000), { kind: "change", change: resized }, match(913408, 44_000)])],
    {
      effect: resized.effect,
      touched: [{ file: "data0.bin", direction: "read", onlyBefore: 0, onlyAfter: 4096, exact: true }],
    },
  ),
  "all-kinds": differingBy(
    [
      hunkOf([
        match(0, 41_000),
        { kind: "change", change: resized },
        {
          kind: "change",
          change: changeOf({
            kind: "shifted",
            before: [recordOf({ offset: 8192 })],
            after: [recordOf({ offset: 4096 })],
          }),
        },
        {
          kind: "change",
          change: changeOf({
            kind: "result",
            before: [recordOf({ offset: 12288 })],
            after: [recordOf({ offset: 12288, result: 100 })],
          }),
        },
        {
          kind: "change",
          change: changeOf({
            kind: "result",
            before: [
              recordOf({
                call: "openat",
                file: "/etc/app.conf",
                offset: null,
                size: null,
                flags: "O_RDONLY|O_CLOEXEC",
                result: 3,
              }),
            ],
            after: [
              recordOf({
                call: "openat",
                file: "/etc/app.conf",
                offset: null,
                size: null,
                flags: "O_RDONLY|O_CLOEXEC",
                result: -1,
                error: "ENOENT",
              }),
            ],
          }),
        },
        {
          kind: "change",
          change: changeOf({
            kind: "removed",
            before: [recordOf({ call: "fsync", offset: null, size: null, result: 0 })],
          }),
        },
        match(16384, 47_000),
      ]),
      hunkOf(
        [
          {
            kind: "change",
            change: changeOf({
              kind: "added",
              count: 5,
              after: [recordOf({ call: "sync_file_range", size: 1_048_576, result: 0, latency: null })],
            }),
          },
        ],
        {
          place: { before: null, after: { thread: 7413, index: 12, line: 301 } },
          thread: { before: 7288, after: 7413 },
        },
      ),
    ],
    {
      effect: { calls: 4, bytes: 5_242_880, latency: null },
      touched: [
        { file: longPath, direction: "read", onlyBefore: 8192, onlyAfter: 4096, exact: true },
        { file: 5, direction: "write", onlyBefore: 0, onlyAfter: 5_242_880, exact: true },
        { file: "pipe:[4711]", direction: "write", onlyBefore: 0, onlyAfter: 0, exact: false },
        ...Array.from({ length: 12 }, (_, at) => ({
          file: at + 20,
          direction: "read" as const,
          onlyBefore: 1,
          onlyAfter: 0,
          exact: true,
        })),
      ],
    },
  ),
  "added-thread": differingBy(
    [
      hunkOf(
        [
          {
            kind: "change",
            change: changeOf({
              kind: "added",
              wholeThread: true,
              after: Array.from({ length: 25 }, (_, at) => recordOf({ line: at + 100, offset: at * 4096 })),
              effect: { calls: 25, bytes: 102_400, latency: 1_125_000 },
            }),
          },
        ],
        {
          thread: { before: null, after: 7414 },
          place: { before: null, after: { thread: 7414, index: 1, line: 100 } },
        },
      ),
    ],
    {
      threads: [
        { before: 7287, after: 7412, calls: { before: 60, after: 60 }, matches: 60 },
        { before: null, after: 7414, calls: { before: 0, after: 25 }, matches: 0 },
      ],
      matches: 60,
      touched: [{ file: "data0.bin", direction: "read", onlyBefore: 0, onlyAfter: 0, exact: true }],
      effect: { calls: 25, bytes: 102_400, latency: 1_125_000 },
    },
  ),
  "other-order": comparisonOf({
    verdict: {
      ...DIFFERENT,
      holds: { total: false, thread: false, file: true, stream: false, set: true },
      reasons: [{ kind: "order-fails", demanded: "thread", strongest: "file" }],
    },
    matches: 57,
    changeCounts: { added: 3, removed: 3 },
  }),
  "accepted-order": comparisonOf({
    verdict: {
      ...SAME,
      demanded: "file",
      holds: { total: false, thread: false, file: true, stream: false, set: true },
    },
    matches: 57,
    changeCounts: { added: 3, removed: 3 },
    options: { order: "file", ignore: ["result", "flags"], calls: ["pread64", "pwrite64"], maxUnread: 0.01 },
  }),
  inconclusive: comparisonOf({
    options: { order: "thread", ignore: [], calls: null, paths: ["data"], maxUnread: 0 },
    before: summaryOf({
      lines: 63,
      lineKinds: lineKinds({ call: 60, unread: 3 }),
      unread: 3,
      otherCalls: 14,
      hiddenCalls: 2,
      inFlight: 1,
      orphans: 2,
      restarts: 1,
      problems: [
        {
          line: 7,
          source: 0,
          text: 'pread64(9, "\x1b[31m"..., 53, 11177 = 53',
          kind: "malformed",
          column: 35,
          expected: '")"',
        },
        { line: 9, source: 0, text: "<... read resumed>", kind: "orphan", thread: 7287, call: "read" },
        {
          line: 11,
          source: 0,
          text: "fsync(3 <unfinished ...>",
          kind: "in-flight",
          thread: 7288,
          call: "fsync",
        },
        { line: 12, source: 0, text: "x".repeat(120), kind: "too-long", limit: 67_108_864 },
        { line: 63, source: 0, text: "pread64(9, ", kind: "truncated" },
      ],
    }),
    after: summaryOf({
      sources: ["after.log"],
      calls: {},
      lines: 2,
      lineKinds: lineKinds({ exit: 2 }),
      threads: 0,
      files: 0,
    }),
    verdict: {
      ...DIFFERENT,
      pattern: "inconclusive",
      exitCode: 2,
      reasons: [
        { kind: "unread", side: "before", unread: 3, callLike: 63 },
        { kind: "nothing-compared", side: "after" },
      ],
    },
    matches: 0,
    threads: [],
    files: [],
    latency: latencyOf({ caveats: [{ kind: "no-latency", side: "after" }] }),
    warnings: [
      { kind: "different-calls", side: "before", calls: ["pread64"] },
      { kind: "no-latency", side: "after" },
      { kind: "truncated", side: "before", line: 63 },
      { kind: "blind-spot", side: "before", call: "io_uring_enter", count: 12, files: [] },
      { kind: "blind-spot", side: "after", call: "mmap", count: 5, files: ["a.db", "b.db", "c.db", "d.db"] },
      { kind: "status-filter", side: "after", line: 7 },
    ],
  }),
  "in-flight": comparisonOf({
    verdict: {
      ...DIFFERENT,
      reasons: [
        { kind: "order-fails", demanded: "thread", strongest: null },
        { kind: "in-flight", before: 7, after: 1 },
      ],
    },
    inFlight: {
      matched: 2,
      before: Array.from({ length: 7 }, (_, at) =>
        recordOf({
          line: 90 + at,
          call: "pwrite64",
          file: longPath,
          offset: at * 4096,
          result: null,
          latency: null,
        }),
      ),
      after: [
        recordOf({
          call: "fsync",
          file: null,
          offset: null,
          size: null,
          result: null,
          latency: null,
          thread: 0,
        }),
      ],
    },
    otherCalls: [{ call: "epoll_wait", counts: { before: [2], after: [1] } }],
  }),
  "long-names": differingBy(
    [
      hunkOf([
        { kind: "match", before: recordOf({ file: longPath }), after: recordOf({ file: longPath }) },
        {
          kind: "change",
          change: changeOf({
            kind: "shifted",
            before: [recordOf({ file: longPath, offset: "18446744073709551615", size: 1_048_576 })],
            after: [recordOf({ file: longPath, offset: "9223372036854775807", size: 1_048_576 })],
          }),
        },
      ]),
    ],
    {
      before: summaryOf({ sources: [`${longPath}.before.log`] }),
      after: summaryOf({ sources: [`${longPath}.after.log`] }),
      files: [
        { before: longPath, after: longPath, by: "path", calls: { before: 50, after: 50 } },
        { before: "/db/000012.sst", after: "/db/000014.sst", by: "role", calls: { before: 5, after: 5 } },
        { before: 3, after: 4, by: "descriptor", calls: { before: 5, after: 5 } },
        { before: "evil\x1b[2J\u202e.txt", after: null, by: "path", calls: { before: 1, after: 0 } },
        { before: null, after: 9, by: "descriptor", calls: { before: 0, after: 2 } },
      ],
      threads: Array.from({ length: 40 }, (_, at) => ({
        before: 7000 + at,
        after: 8000 + at,
        calls: { before: 10, after: 10 },
        matches: at === 0 ? 9 : 10,
      })),
    },
  ),
  latencies: comparisonOf({
    threads: [{ before: 0, after: 0, calls: { before: 60, after: 60 }, matches: 60 }],
    latency: latencyOf({
      groups: [
        groupOf({ caveats: [{ kind: "clock-resolution", resolution: 1000 }] }),
        groupOf({
          name: "fsync",
          before: latenciesOf({
            count: 3,
            total: nanoseconds(61_234_000),
            percentiles: percentilesOf((p) => (p === 50 ? nanoseconds(20_100_000) : null)),
            max: nanoseconds(30_000_000),
          }),
          after: latenciesOf({
            count: 3,
            total: nanoseconds(60_000_000),
            percentiles: percentilesOf((p) => (p === 50 ? nanoseconds(19_000_000) : null)),
            max: nanoseconds(29_000_000),
          }),
          shift: {
            count: 3,
            up: 1,
            down: 2,
            equal: 0,
            median: -500_000,
            interval: null,
            p: 0.75,
            effectSize: -0.3,
            ratio: 0.98,
          },
          caveats: [
            { kind: "few-samples", count: 3, needed: 6 },
            { kind: "heavy-ties", share: 0.33 },
          ],
        }),
      ],
      caveats: [{ kind: "one-run-a-side" }],
    }),
  }),
  ...TIMING_REPORTS,
};
