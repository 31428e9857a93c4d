import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CompareOptions, Comparison } from "../../src/result/comparison.ts";
import { readSnapshot } from "../../src/snapshot/read-snapshot.ts";
import { writeSnapshot } from "../../src/snapshot/write-snapshot.ts";
import { compareRuns } from "../latency/timed-traces.ts";
import { compareText, compareTraces, grammar, traceOf } from "../support/trace-of.ts";

const before = [
  '[pid 11] write(3, "a", 1) = 1',
  "[pid 12] fsync(3 <unfinished ...>",
  "[pid 11] close(3) = 0",
];
const after = ['[pid 11] write(3, "a", 1) = 1', "[pid 11] close(3) = 0"];

const verdictOf = ({ verdict }: Comparison): unknown => [verdict.pattern, verdict.exitCode];
const DIFFERENT = ["different", 1];
const SAME = ["same", 0];
const onlyIn = ({ inFlight }: Comparison): unknown => ({
  before: inFlight.before.map(({ call, line }) => `${call}:${line}`),
  after: inFlight.after.map(({ call, line }) => `${call}:${line}`),
});

/** A log that ends inside these calls, one of a thread each. */
const endingIn = (...calls: readonly string[]): string[] => [
  '7 openat(AT_FDCWD, "/d/a", O_RDWR) = 3',
  '7 openat(AT_FDCWD, "/d/b", O_RDWR) = 4',
  '7 pread64(3, "x", 1, 0) = 1',
  '7 pread64(4, "x", 1, 0) = 1',
  ...calls.map((call, at) => `${70 + at} ${call} <unfinished ...>`),
];
const compareEnds = (
  one: readonly string[],
  other: readonly string[],
  options: Partial<CompareOptions> = {},
): Comparison => compareText(endingIn(...one), endingIn(...other), options);

describe("a call that never ended", () => {
  test("on one side only is a difference, with its call, file, thread and line", () => {
    const comparison = compareText(before, after);
    expect(verdictOf(comparison)).toEqual(DIFFERENT);
    expect(comparison.verdict.reasons).toEqual([
      { kind: "order-fails", demanded: "thread", strongest: null },
      { kind: "in-flight", before: 1, after: 0 },
    ]);
    expect(comparison.inFlight).toMatchObject({
      matched: 0,
      before: [{ call: "fsync", fd: 3, file: null, thread: 12, line: 2, result: null }],
      after: [],
    });
    expect(verdictOf(compareText(after, before))).toEqual(DIFFERENT);
  });

  test("on both sides is the same, whatever the ids and whoever started first", () => {
    const calls = ['pwrite64(3, "a", 4096, 8192', "fsync(4", "read(0", 'openat(AT_FDCWD, "/d/c", O_RDONLY'];
    const comparison = compareEnds(calls, calls.toReversed());
    expect(verdictOf(comparison)).toEqual(SAME);
    expect(comparison.inFlight).toEqual({ matched: 4, before: [], after: [] });
    const renumbered = endingIn(...calls).map((line) =>
      line.replace(/\(3|= 3$/, (at) => at.replace("3", "9")).replace(/^7/, "5"),
    );
    expect(verdictOf(compareText(endingIn(...calls), renumbered))).toEqual(SAME);
  });

  test.each([
    ["another call", "fsync(3", "fdatasync(3"],
    ["another file", "fsync(3", "fsync(4"],
    ["another size", 'pwrite64(3, "a", 4096, 0', 'pwrite64(3, "a", 8192, 0'],
    ["another offset", 'pwrite64(3, "a", 4096, 0', 'pwrite64(3, "a", 4096, 4096'],
    ["other flags", 'openat(AT_FDCWD, "/d/c", O_RDONLY', 'openat(AT_FDCWD, "/d/c", O_RDWR'],
    ["another path", 'unlink("/d/c"', 'unlink("/e/x"'],
  ])("with %s is a difference on both sides", (_, one, other) => {
    const comparison = compareEnds([one], [other]);
    expect(verdictOf(comparison)).toEqual(DIFFERENT);
    const call = (text: string): string => `${text.slice(0, text.indexOf("("))}:5`;
    expect(onlyIn(comparison)).toEqual({ before: [call(one)], after: [call(other)] });
  });

  test("counts as often as it was made", () => {
    expect(onlyIn(compareEnds(["fsync(3", "fsync(3"], ["fsync(3"]))).toEqual({
      before: ["fsync:6"],
      after: [],
    });
  });

  test("is the same where one side had not printed yet what the other had", () => {
    expect(verdictOf(compareEnds(['pread64(3, "a", 4096, 0'], ["pread64(3"]))).toEqual(SAME);
    expect(verdictOf(compareEnds(["read("], ["read(3"]))).toEqual(SAME);
  });

  test("does not count where it is no I/O", () => {
    const others = ["futex(0x7f00, FUTEX_WAIT, 1, NULL", "wait4(-1", "epoll_wait(5", "exit_group(0"];
    expect(verdictOf(compareEnds(others, []))).toEqual(SAME);
  });

  test("is looked at under the options by which calls are", () => {
    const differ = (options: Partial<CompareOptions>): unknown =>
      verdictOf(compareEnds(['pwrite64(3, "a", 4096, 0'], [], options));
    expect(differ({})).toEqual(DIFFERENT);
    expect(differ({ paths: ["/d/a"] })).toEqual(DIFFERENT);
    expect(differ({ calls: ["openat", "pwrite64"] })).toEqual(DIFFERENT);
    expect(differ({ paths: ["/d/b"] })).toEqual(SAME);
    expect(differ({ calls: ["openat"] })).toEqual(SAME);
    expect(differ({ threads: [7] })).toEqual(SAME);
    const resized = (ignore: CompareOptions["ignore"]): unknown =>
      verdictOf(compareEnds(['pwrite64(3, "a", 4096, 0'], ['pwrite64(4, "a", 512, 0'], { ignore }));
    expect(resized(["size"])).toEqual(DIFFERENT);
    expect(resized(["size", "path"])).toEqual(SAME);
  });

  test("in the middle of a log counts, and a line that was cut does not", () => {
    const lost = ["7 fsync(3 <unfinished ...>", '7 pread64(3, "x", 1, 0) = 1'];
    expect(onlyIn(compareText(lost, lost.slice(1)))).toEqual({ before: ["fsync:1"], after: [] });
    const whole = "7 fsync(3) = 0\n7 fsync(3) = 0\n";
    const cut = compareTraces(traceOf(whole), traceOf(`${whole}7 fsync(3`));
    expect(verdictOf(cut)).toEqual(SAME);
    expect(cut.warnings.map(({ kind }) => kind)).toEqual(["truncated"]);
  });

  test("is no answer where nothing else was recorded, unless it differs", () => {
    const hang = (call: string): string[] => [`7 ${call} <unfinished ...>`];
    expect(verdictOf(compareText(hang("read(0"), hang("read(0")))).toEqual(["inconclusive", 2]);
    expect(verdictOf(compareText(hang("read(0"), hang("fsync(3")))).toEqual(DIFFERENT);
  });

  test("is kept in a snapshot", () => {
    const ends = ['pwrite64(3, "a", 4096, 8192', "fsync(4", "fsync(4", "read(0", 'unlink("/d/c"'];
    const log = traceOf(endingIn(...ends));
    for (const order of ["thread", "set", "file"] as const) {
      const text = [...writeSnapshot(log, grammar, { order, calls: null })].join("");
      expect(text).toContain(
        "\nin flight\n  fsync /d/b = ? ×2\n  pwrite64 /d/a @8192 4096 = ?\n  read #0 = ?\n  unlink /d/c = ?\n",
      );
      const snapshot = readSnapshot(text, "io.snap", grammar);
      expect([...writeSnapshot(snapshot, grammar, { order, calls: null })].join("")).toBe(text);
      const others = traceOf(endingIn(...ends.slice(1)));
      expect(compareTraces(snapshot, snapshot).inFlight).toMatchObject({ matched: 5, before: [], after: [] });
      if (order !== "thread") continue;
      expect(compareTraces(snapshot, log).verdict.pattern).toBe("same");
      expect(onlyIn(compareTraces(snapshot, others))).toMatchObject({ after: [] });
      expect(compareTraces(snapshot, others).inFlight.before).toMatchObject([
        { call: "pwrite64", file: "/d/a", size: 4096, offset: 8192 },
      ]);
    }
  });

  test("counts over several runs where no run of the other side has it too", () => {
    const ends = (...calls: string[]): string[] => endingIn(...calls);
    const always = compareRuns({ before: [ends("fsync(3"), ends("fsync(3")], after: [ends(), ends()] });
    expect(verdictOf(always)).toEqual(DIFFERENT);
    const atTimes = compareRuns({ before: [ends("fsync(3"), ends()], after: [ends(), ends()] });
    expect(verdictOf(atTimes)).toEqual(SAME);
    const onBoth = compareRuns({
      before: [ends("fsync(3"), ends("fsync(3")],
      after: [ends(), ends("fsync(3")],
    });
    expect(verdictOf(onBoth)).toEqual(SAME);
  });
});

const ENDS = [
  "fsync(3",
  "fsync(4",
  "fdatasync(4",
  'pwrite64(3, "a", 1, 0',
  'pwrite64(3, "a", 1, 9',
  "read(3",
];

test("ends differ exactly where they are other multisets of requests, by as many as the sets do", () => {
  const ends = fc.array(fc.constantFrom(...ENDS), { maxLength: 6 });
  fc.assert(
    fc.property(ends, ends, (one, other) => {
      const { inFlight, verdict } = compareEnds(one, other);
      const count = (list: readonly string[], call: string): number =>
        list.filter((each) => each === call).length;
      const more = (list: readonly string[], than: readonly string[]): number =>
        ENDS.reduce((sum, call) => sum + Math.max(0, count(list, call) - count(than, call)), 0);
      expect(inFlight.before).toHaveLength(more(one, other));
      expect(inFlight.after).toHaveLength(more(other, one));
      expect(inFlight.matched).toBe(one.length - more(one, other));
      expect(verdict.pattern).toBe(one.toSorted().join() === other.toSorted().join() ? "same" : "different");
    }),
  );
});

test("many calls in flight on one descriptor take no longer than their number", () => {
  const threads = Array.from({ length: 20_000 }, (_, at) => `${at + 10} fsync(3 <unfinished ...>`);
  const calls = Array.from({ length: 20_000 }, (_, at) => `7 pread64(3, "x", 1, ${at}) = 1`);
  const start = performance.now();
  const comparison = compareText([...calls, ...threads], calls);
  expect(comparison.inFlight.before).toHaveLength(20_000);
  expect(performance.now() - start).toBeLessThan(5000);
});
