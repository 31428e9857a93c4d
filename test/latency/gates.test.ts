import { describe, expect, test } from "vitest";
import type { Comparison } from "../../src/result/comparison.ts";
import { STATISTICS } from "../../src/result/timing.ts";
import {
  absolute,
  around,
  compareRuns,
  compareTimes,
  read,
  relative,
  sync,
  withLatencies,
} from "./timed-traces.ts";

/** 200 reads of about 50 µs and 20 syncs of about 900, different in every run. */
const run = (number: number): string =>
  Array.from({ length: 200 }, (_, at) => [
    `${read(at * 4096, around(50, at, number))}\n`,
    at % 10 === 0 ? `${sync(around(900, at, number))}\n` : "",
  ])
    .flat()
    .join("");
const times = (text: string, factor: number): string => withLatencies(text, (was) => factor * was);
const runs = (from: number, count: number, factor = 1): string[] =>
  Array.from({ length: count }, (_, at) => times(run(from + at), factor));
const outcome = ({ verdict, latency }: Comparison): unknown => [
  verdict.exitCode,
  verdict.timing,
  ...latency.gates.map(({ outcome: each }) => each),
];

describe("with five runs a side", () => {
  const same = { before: runs(1, 5), after: runs(6, 5) };
  const slower = { before: runs(1, 5), after: runs(6, 5, 1.5) };

  test("a limit is kept where nothing but noise moved, on every statistic", () => {
    expect(outcome(compareRuns(same))).toEqual([0, "steady"]);
    for (const statistic of STATISTICS) {
      const comparison = compareRuns(same, { limits: [relative(0.1, statistic)] });
      const tooFew = statistic === "p99.9" || statistic === "p99.99";
      expect([statistic, ...(outcome(comparison) as unknown[])]).toEqual(
        tooFew ? [statistic, 2, "steady", "undecided"] : [statistic, 0, "steady", "within"],
      );
    }
  });

  test("a limit is exceeded where all calls take half as long again, and that is worded as common", () => {
    const comparison = compareRuns(slower, { limits: [relative(0.1)] });
    expect(outcome(comparison)).toEqual([3, "drifted", "beyond"]);
    expect(comparison.latency.common?.all).toBe(true);
    expect(comparison.latency.common?.factor).toBeCloseTo(1.5, 1);
    expect(comparison.verdict.reasons).toEqual([{ kind: "drift-beyond", limit: "10%@p50", groups: 2 }]);
    expect(comparison.latency.gates[0]?.beyond.map(({ group }) => group)).toEqual(["fdatasync", "pread64"]);
  });

  test("a factor that all groups share within the noise is no common shift", () => {
    // Medians of 46 to 54 µs before and of 57 to 66 after overlap where one run of each side is an odd one.
    const odd = {
      before: [...runs(1, 4), times(run(5), 1.3)],
      after: [...runs(6, 4, 1.2), times(run(10), 1)],
    };
    const comparison = compareRuns(odd);
    expect(outcome(comparison)).toEqual([0, "steady"]);
    expect(comparison.latency.common).toBeNull();
    expect(comparison.latency.groups.every(({ residual }) => residual === null)).toBe(true);
  });

  test("drift is found without a limit, and does not count for the exit code", () => {
    expect(outcome(compareRuns(slower))).toEqual([0, "drifted"]);
  });

  test("a limit beyond the drift is kept", () => {
    expect(outcome(compareRuns(slower, { limits: [relative(0.6)] }))).toEqual([0, "drifted", "within"]);
  });

  test("getting faster is drift, and never beyond a limit", () => {
    const faster = { before: slower.after, after: slower.before };
    expect(outcome(compareRuns(faster, { limits: [relative(0.1)] }))).toEqual([0, "drifted", "within"]);
  });

  test("one limit of several that is exceeded decides", () => {
    const limits = [relative(0.9), relative(0.1, "p90"), relative(0.1, "p99.99")];
    expect(outcome(compareRuns(slower, { limits }))).toEqual([3, "drifted", "within", "beyond", "undecided"]);
  });

  test("an absolute limit is judged by the median of the runs", () => {
    // 20 syncs of about 900 µs and 200 reads of about 50 µs take half as long again: 9 ms and 5 ms more in total.
    const at = (limit: number): unknown =>
      compareRuns(slower, { limits: [absolute(limit, "total")] }).latency.gates[0]?.beyond.map(
        ({ group }) => group,
      );
    expect(at(4e6)).toEqual(["fdatasync", "pread64"]);
    expect(at(7e6)).toEqual(["fdatasync"]);
    expect(at(11e6)).toEqual([]);
  });

  test("a group that lacks calls for a statistic is left out, and counted", () => {
    const [gate] = compareRuns(slower, { limits: [relative(0.1, "p99")] }).latency.gates;
    expect(gate).toMatchObject({ outcome: "beyond", judged: 1, skipped: 1 });
  });

  test("groups are those asked for", () => {
    const [gate] = compareRuns(slower, { limits: [relative(0.1)], by: ["size"] }).latency.gates;
    expect(gate?.beyond.map(({ group }) => group)).toEqual(["no size", "4096-8191"]);
  });
});

describe("with too few runs", () => {
  test.each([
    [1, 1],
    [2, 2],
    [5, 2],
    [1, 5],
  ])("%i before and %i after, a limit cannot be judged, and the exit code says so", (before, after) => {
    const comparison = compareRuns(
      { before: runs(1, before), after: runs(6, after, 3) },
      { limits: [relative(0.1)] },
    );
    expect(outcome(comparison)).toEqual([2, "unknown", "undecided"]);
    expect(comparison.verdict.reasons).toEqual([
      {
        kind: "drift-undecided",
        limit: "10%@p50",
        why: { kind: "few-runs", runs: { before, after }, needed: 3 },
      },
    ]);
  });

  test("nothing is said without a limit", () => {
    expect(outcome(compareTimes(run(1), times(run(2), 3)))).toEqual([0, "unknown"]);
  });
});

describe("with one run a side that is accepted", () => {
  const judge = (after: string, ...limits: ReturnType<typeof relative>[]): unknown =>
    outcome(compareTimes(run(1), after, { limits, acceptSingleRun: true }));

  test("a limit is exceeded where the whole interval lies beyond it", () => {
    expect(judge(times(run(2), 1.5), relative(0.1))).toEqual([3, "drifted", "beyond"]);
    expect(judge(times(run(2), 1.5), relative(0.6))).toEqual([0, "steady", "within"]);
    expect(judge(run(2), relative(0.1))).toEqual([0, "steady", "within"]);
    for (const statistic of ["p75", "mean", "total"] as const) {
      expect(judge(times(run(2), 1.5), relative(0.1, statistic))).toEqual([3, "drifted", "beyond"]);
      expect(judge(run(2), relative(0.1, statistic))).toEqual([0, "steady", "within"]);
    }
  });

  test("absolute limits are judged by the interval too", () => {
    expect(judge(times(run(2), 1.5), absolute(15_000, "p50"))).toEqual([3, "drifted", "beyond"]);
    // The 20 syncs take about 450 µs more: too few calls for a mean, enough for a median.
    expect(judge(times(run(2), 1.5), absolute(300_000, "p50"))).toEqual([3, "drifted", "beyond"]);
    expect(judge(times(run(2), 1.5), absolute(40_000, "mean"))).toEqual([0, "steady", "within"]);
  });

  test("one call that takes very long is no evidence for a total", () => {
    const stalled = run(1).replace(/<0\.0000\d\d>/, "<1.000000>");
    expect(judge(stalled, relative(0.1, "total"))).toEqual([0, "steady", "within"]);
  });

  test("a limit on what the calls are too few for cannot be judged", () => {
    expect(judge(times(run(2), 1.5), relative(0.1, "p99.9"))).toEqual([2, "unknown", "undecided"]);
  });
});

test("a limit cannot be judged without latencies", () => {
  const bare = run(1).replace(/ <.*>/g, "");
  const comparison = compareTimes(bare, run(1), { limits: [relative(0.1)], acceptSingleRun: true });
  expect(outcome(comparison)).toEqual([2, "unknown", "undecided"]);
  expect(comparison.latency.gates[0]?.undecided).toEqual({ kind: "no-latency" });
});

test("a pattern that differs decides before any limit", () => {
  const other = run(6).replace("4096, 8192)", "4096, 8193)");
  const comparison = compareTimes(run(1), times(other, 3), {
    limits: [relative(0.1)],
    acceptSingleRun: true,
  });
  expect(comparison.verdict).toMatchObject({ pattern: "different", exitCode: 1, timing: "drifted" });
});
