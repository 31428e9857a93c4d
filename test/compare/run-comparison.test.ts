import { describe, expect, test } from "vitest";
import type { Comparison, Order } from "../../src/result/comparison.ts";
import { around, compareRuns, compareTimes, read, relative, shippedText } from "../latency/timed-traces.ts";

const ORDERS: readonly Order[] = ["total", "thread", "file", "stream", "set"];
const held = ({ verdict }: Comparison): Order[] => ORDERS.filter((order) => verdict.holds[order]);

/** Twenty reads of one thread; `edit` may change, drop or add a line. */
const run = (number: number, edit: (lines: string[]) => string[] = (lines) => lines): string[] =>
  edit(Array.from({ length: 20 }, (_, at) => read(at * 4096, around(50, at, number))));
const short =
  (at: number) =>
  (lines: string[]): string[] =>
    lines.toSpliced(at, 1, (lines[at] ?? "").replace("= 4096", "= 100"));
const without =
  (at: number) =>
  (lines: string[]): string[] =>
    lines.toSpliced(at, 1);
const retried =
  (at: number) =>
  (lines: string[]): string[] =>
    lines.toSpliced(at, 0, `7 fsync(3) = -1 EINTR (Interrupted system call) <0.000010>`);

test("one run a side says what two traces say", () => {
  const [before, after] = [shippedText("pairs/base-1.log"), shippedText("pairs/shifted.log")];
  const {
    hunks: _,
    coverage: _c,
    runs,
    latency,
    changes,
    ...comparison
  } = compareRuns({ before: [before], after: [after] });
  const {
    hunks: _h,
    coverage: _d,
    runs: none,
    latency: alone,
    changes: same,
    ...other
  } = compareTimes(before, after);
  expect(none).toBeNull();
  expect(runs).toMatchObject({ before: [{ differences: 0 }], after: [{ differences: 0 }], excused: 0 });
  expect({ ...comparison, before: null, after: null }).toEqual({ ...other, before: null, after: null });
  expect([...changes()]).toEqual([...same()]);
  expect(JSON.stringify(latency)).toBe(JSON.stringify(alone));
});

test("runs that agree are the same at every level, and none is unstable", () => {
  const comparison = compareRuns({ before: [run(1), run(2), run(3)], after: [run(4), run(5)] });
  expect(comparison.verdict).toMatchObject({ pattern: "same", exitCode: 0 });
  expect(held(comparison)).toEqual(ORDERS);
  expect(comparison.runs).toMatchObject({
    before: [
      { sources: ["b1.log"], calls: 20, matches: 20, differences: 0 },
      { sources: ["b2.log"], calls: 20, matches: 20, differences: 0 },
      { sources: ["b3.log"], calls: 20, matches: 20, differences: 0 },
    ],
    after: [{ sources: ["a1.log"] }, { sources: ["a2.log"] }],
    unstable: { counts: { before: 0, after: 0 }, calls: [] },
    excused: 0,
  });
});

describe("a call that differs within a side", () => {
  test.each<[string, { before: string[][]; after: string[][] }]>([
    [
      "in its result, in the first run before",
      { before: [run(1, short(5)), run(2)], after: [run(3), run(4)] },
    ],
    [
      "in its result, in a later run before",
      { before: [run(1), run(2, short(5))], after: [run(3, short(5)), run(4, short(5))] },
    ],
    ["in its result, after", { before: [run(1), run(2)], after: [run(3, short(5)), run(4)] }],
    [
      "by not being there in the first run",
      { before: [run(1, without(5)), run(2)], after: [run(3), run(4)] },
    ],
    ["by not being there after", { before: [run(1), run(2)], after: [run(3, without(5)), run(4)] }],
    [
      "by being there beside the others",
      { before: [run(1), run(2, retried(5))], after: [run(3, retried(5)), run(4, retried(5))] },
    ],
    [
      "at the end",
      { before: [run(1), run(2, retried(20))], after: [run(3, retried(20)), run(4, retried(20))] },
    ],
  ])("is unstable and not held against the other side: %s", (_, runs) => {
    for (const order of ORDERS) {
      const comparison = compareRuns(runs, {}, { order });
      expect(comparison.verdict).toMatchObject({ pattern: "same", exitCode: 0, demanded: order });
      expect(held(comparison)).toEqual(ORDERS);
    }
    const comparison = compareRuns(runs);
    expect(comparison.runs).toMatchObject({ excused: 1 });
    expect([...comparison.changes()]).toEqual([]);
    expect([...comparison.hunks(3)]).toEqual([]);
    expect(comparison.changeCounts).toEqual({});
  });

  test("is listed with what stands there in either run", () => {
    const { runs } = compareRuns({ before: [run(1), run(2, short(5)), run(3, without(7))], after: [run(4)] });
    expect(runs?.unstable.counts).toEqual({ before: 2, after: 0 });
    expect(runs?.unstable.calls).toMatchObject([
      { side: "before", run: 1, first: [{ line: 6, result: 4096 }], other: [{ line: 6, result: 100 }] },
      { side: "before", run: 2, first: [{ line: 8, offset: 7 * 4096 }], other: [] },
    ]);
    expect(runs?.before.map(({ matches, differences }) => [matches, differences])).toEqual([
      [20, 0],
      [19, 1],
      [19, 1],
    ]);
  });

  test("hides no difference elsewhere", () => {
    const comparison = compareRuns({
      before: [run(1), run(2, short(5))],
      after: [run(3, short(11)), run(4, short(11))],
    });
    expect(comparison.verdict).toMatchObject({ pattern: "different", exitCode: 1 });
    expect(held(comparison)).toEqual([]);
    expect(comparison.changeCounts).toEqual({ result: 1 });
    expect(comparison.runs?.excused).toBe(0);
  });
});

describe("a thread that only some runs of a side have", () => {
  const helper = [read(0, 50, { thread: 9, size: 77 }), read(77, 50, { thread: 9, size: 77 })];
  const helped = (lines: string[]): string[] => [...lines, ...helper];

  test("is unstable, whichever run has it, and not held against the other side", () => {
    for (const runs of [
      { before: [run(1), run(2, helped)], after: [run(3, helped), run(4, helped)] },
      { before: [run(1, helped), run(2)], after: [run(3), run(4)] },
      { before: [run(1), run(2)], after: [run(3, helped), run(4)] },
    ]) {
      const comparison = compareRuns(runs);
      expect(comparison.verdict).toMatchObject({ pattern: "same", exitCode: 0 });
      expect(comparison.runs).toMatchObject({ excused: 1 });
    }
  });

  test("is a difference where all runs of one side have it and none of the other", () => {
    const comparison = compareRuns({ before: [run(1), run(2)], after: [run(3, helped), run(4, helped)] });
    expect(comparison.verdict).toMatchObject({ pattern: "different", exitCode: 1 });
    expect(comparison.runs).toMatchObject({ excused: 0, unstable: { counts: { before: 0, after: 0 } } });
  });
});

describe("levels of order over runs", () => {
  const pool = (threads: readonly number[]): string[] =>
    threads.map((thread, at) => read(at * 4096, around(50, at, thread), { thread }));
  const one = pool([1, 1, 1, 2, 2, 2, 1, 2, 1, 2, 1, 1, 1, 1, 2, 2]);
  const other = pool([1, 2, 1, 2, 1, 2, 2, 2, 2, 1, 1, 2, 2, 2, 1, 1]);
  const third = pool([2, 2, 2, 2, 1, 1, 1, 1, 1, 2, 1, 2, 1, 2, 2, 1]);

  test("one that holds between all of them holds, whatever else differs within a side", () => {
    const comparison = compareRuns({ before: [one, other], after: [third, one] }, {}, { order: "file" });
    expect(comparison.verdict).toMatchObject({ pattern: "same", exitCode: 0 });
    expect(comparison.verdict.holds).toMatchObject({ file: true, set: true });
  });

  test("a difference in a file is found although threads take its calls in turns", () => {
    const edited = (lines: string[]): string[] =>
      lines.toSpliced(5, 1, read(5 * 4096, 50, { size: 512, thread: 2 }));
    const comparison = compareRuns(
      { before: [one, other], after: [edited(third), edited(one)] },
      {},
      { order: "file" },
    );
    expect(comparison.verdict).toMatchObject({ pattern: "different", exitCode: 1 });
  });

  test("an unstable call is told from a difference in a file whose calls threads take in turns", () => {
    const retry = (lines: string[]): string[] => lines.toSpliced(9, 0, read(9 * 4096, 50, { thread: 1 }));
    const comparison = compareRuns(
      { before: [one, retry(other)], after: [retry(third), one] },
      {},
      { order: "file" },
    );
    expect(comparison.verdict).toMatchObject({ pattern: "same", exitCode: 0 });
    const edited = retry(third).toSpliced(2, 1);
    expect(
      compareRuns({ before: [one, retry(other)], after: [edited, edited] }, {}, { order: "file" }).verdict
        .exitCode,
    ).toBe(1);
  });

  test("total holds only where every run has the same order across threads", () => {
    const apart = [
      read(0, 50, { thread: 1 }),
      read(0, 50, { thread: 2, fd: 4 }),
      read(4096, 50, { thread: 1 }),
    ];
    const swapped = [apart[1] ?? "", apart[0] ?? "", apart[2] ?? ""];
    expect(compareRuns({ before: [apart, apart], after: [apart, apart] }).verdict.holds.total).toBe(true);
    expect(compareRuns({ before: [apart, swapped], after: [apart, apart] }).verdict.holds).toMatchObject({
      total: false,
      thread: true,
    });
  });
});

test("a side whose runs mostly differ among themselves leaves nothing to conclude", () => {
  const elsewhere = run(2).map((line) => line.replace(/, (\d+)\) =/, ", 9$1) ="));
  const comparison = compareRuns({ before: [run(1), elsewhere], after: [elsewhere, elsewhere] });
  expect(comparison.verdict).toMatchObject({ pattern: "inconclusive", exitCode: 2 });
  expect(comparison.verdict.reasons).toEqual([{ kind: "unstable", side: "before", unstable: 20, calls: 20 }]);
});

test("a run in which nothing can be compared is named", () => {
  const comparison = compareRuns({ before: [run(1), ["7 +++ exited with 0 +++"]], after: [run(2)] });
  expect(comparison.verdict).toMatchObject({ pattern: "inconclusive", exitCode: 2 });
  expect(comparison.verdict.reasons).toContainEqual({ kind: "nothing-compared", side: "before", run: 1 });
});

describe("drift over runs", () => {
  const slow = (number: number, extra: number): string[] =>
    run(number).map((line) =>
      line.replace(/<(.*)>/, (_, was: string) => `<${(Number(was) + extra / 1e6).toFixed(6)}>`),
    );

  test("is told statistic by statistic, each with its runs and the noise within a side", () => {
    const { latency } = compareRuns({
      before: [slow(1, 0), slow(2, 1), slow(3, 2), slow(4, 3), slow(5, 4)],
      after: [slow(1, 40), slow(2, 41), slow(3, 42), slow(4, 43), slow(5, 44)],
    });
    const drift = latency.groups[0]?.drift?.find(({ statistic }) => statistic === "mean");
    expect(drift?.kind).toBe("outside-noise");
    expect(drift?.runs.before.map((mean, at) => Math.round((drift.runs.after[at] ?? 0) - mean))).toEqual(
      Array(5).fill(40_000),
    );
    expect(latency.groups[0]?.drift?.map(({ statistic }) => statistic)).toEqual([
      "p50",
      "p75",
      "p90",
      "p95",
      "mean",
      "total",
    ]);
  });

  test("is told of the time between calls too, where a delay outside of them shows", () => {
    const paced = (number: number, pause: number): string[] => {
      let now = 0;
      return run(number).map((line, at) => {
        now += 100 + (at % 5 === 4 ? pause : 0);
        return line.replace("7 ", `7 1700000000.${String(now).padStart(6, "0")} `);
      });
    };
    const { latency, verdict } = compareRuns({
      before: [paced(1, 0), paced(2, 0), paced(3, 0)],
      after: [paced(4, 500), paced(5, 500), paced(6, 500)],
    });
    const outside = (drift: (typeof latency.groups)[0]["drift"] | undefined): unknown =>
      drift?.filter(({ kind }) => kind === "outside-noise").map(({ statistic }) => statistic);
    expect(outside(latency.groups[0]?.drift)).toEqual([]);
    // Four of the 19 gaps are 500 µs longer: those from the 80th percentile on.
    expect(outside(latency.idle[0]?.drift)).toEqual(["p90", "mean", "total"]);
    expect(verdict.timing).toBe("steady");
  });

  test("is measured over calls that match in both first runs and in the run", () => {
    const { latency } = compareRuns({
      before: [run(1), run(2, without(3)), run(3)],
      after: [run(4, short(9)), run(5, short(9)), run(6, short(9))],
    });
    const totals = latency.groups[0]?.drift?.find(({ statistic }) => statistic === "total");
    const sum = (number: number, left: readonly number[]): number =>
      1000 *
      Array.from({ length: 20 }, (_, at) => (left.includes(at) ? 0 : around(50, at, number))).reduce(
        (x, y) => x + y,
      );
    expect(totals?.runs).toEqual({
      before: [sum(1, [9]), sum(2, [3, 9]), sum(3, [9])],
      after: [sum(4, [9]), sum(5, [9]), sum(6, [9])],
    });
  });
});

test("a run without latencies leaves drift unknown, and a limit undecided", () => {
  const bare = run(3).map((line) => line.replace(/ <.*>/, ""));
  const runs = { before: [run(1), run(2), bare], after: [run(4), run(5), run(6)] };
  const { latency, verdict } = compareRuns(runs, { limits: [relative(0.1)] });
  expect(verdict).toMatchObject({ pattern: "same", timing: "unknown", exitCode: 2 });
  expect(latency.caveats).toContainEqual({ kind: "no-latency", side: "before" });
  expect(latency.gates[0]?.undecided).toEqual({ kind: "no-latency" });
});

test("the order of the runs after the first one of a side does not matter", () => {
  const [first = [], ...others] = [run(1), run(2, short(5)), run(3, without(7)), run(4, retried(9)), run(5)];
  const after = [run(6), run(7, short(11)), run(8)];
  const told = (runs: string[][]): unknown => {
    const {
      verdict,
      changeCounts,
      latency,
      runs: several,
    } = compareRuns({ before: [first, ...runs], after });
    const drifts = latency.groups.map(({ drift }) => drift?.map(({ runs: _, ...each }) => each));
    return { verdict, changeCounts, drifts, counts: several?.unstable.counts, excused: several?.excused };
  };
  expect(told(others.toReversed())).toEqual(told(others));
  expect(told([...others.slice(2), ...others.slice(0, 2)])).toEqual(told(others));
});

test("swapping the sides mirrors what is said about latency", () => {
  const before = [1, 2, 3].map((number) => run(number));
  const after = [4, 5, 6].map((number) => run(number).map((line) => line.replace(/<0\.0000/, "<0.0001")));
  const there = compareRuns({ before, after });
  const back = compareRuns({ before: after, after: before });
  const [one, other] = [there, back].map(({ latency }) => latency.groups[0]?.drift ?? []);
  expect(other?.map(({ kind, statistic }) => [statistic, kind])).toEqual(
    one?.map(({ kind, statistic }) => [statistic, kind]),
  );
  expect(other?.map(({ median }) => [median.after, median.before])).toEqual(
    one?.map(({ median }) => [median.before, median.after]),
  );
  expect((there.latency.common?.factor ?? 0) * (back.latency.common?.factor ?? 0)).toBeCloseTo(1, 10);
  expect([there.verdict.timing, back.verdict.timing]).toEqual(["drifted", "drifted"]);
});

test("a selection counts for every run, the further ones too", () => {
  const onTwoFiles = (number: number, other: number): string[] => [
    ...run(number),
    ...Array.from({ length: other }, (_, at) => `7 pread64(5, "x", 1, ${at}) = 1 <0.000010>`),
  ];
  const runs = { before: [onTwoFiles(1, 1), onTwoFiles(2, 2)], after: [onTwoFiles(3, 3), onTwoFiles(4, 4)] };
  const whole = compareRuns(runs);
  expect(whole.runs?.before.map(({ calls }) => calls)).toEqual([21, 22]);
  const comparison = compareRuns(runs, {}, { paths: ["^fd 3$"] });
  expect(comparison.verdict).toMatchObject({ pattern: "same", exitCode: 0 });
  expect(comparison.runs?.before.map(({ calls }) => calls)).toEqual([20, 20]);
  expect(comparison.runs?.after.map(({ calls }) => calls)).toEqual([20, 20]);
});
