import { describe, expect, test } from "vitest";
import type { Comparison } from "../../src/result/comparison.ts";
import { around, compareTimes, read, seconds, shippedText, sync, withLatencies } from "./timed-traces.ts";

const names = ({ latency }: Comparison): string[] => latency.groups.map(({ name }) => name);

/** Two threads on two files, in sizes of both sides of a power of two. */
const MIXED = [
  '7 openat(AT_FDCWD, "a.bin", O_RDONLY) = 3 <0.000010>',
  '7 openat(AT_FDCWD, "b.bin", O_RDONLY) = 4 <0.000010>',
  read(0, 50, { size: 4095 }),
  read(8192, 50, { size: 4096 }),
  read(0, 50, { fd: 4, size: 8191 }),
  read(0, 50, { fd: 4, size: 8192, thread: 8 }),
  sync(900),
];

describe("calls are grouped", () => {
  test("by call", () => {
    const { latency } = compareTimes(MIXED, MIXED);
    expect(latency.by).toBe("call");
    expect(latency.groups.map(({ name, key, before }) => [name, key, before.count])).toEqual([
      ["fdatasync", { call: "fdatasync" }, 1],
      ["pread64", { call: "pread64" }, 4],
      ["openat", { call: "openat" }, 2],
    ]);
  });

  test("by size in powers of two, calls that ask for none apart", () => {
    const comparison = compareTimes(MIXED, MIXED, { by: ["size"] });
    expect(names(comparison)).toEqual(["no size", "4096-8191", "2048-4095", "8192-16383"]);
    expect(comparison.latency.groups.map(({ before }) => before.count)).toEqual([3, 2, 1, 1]);
  });

  test("by size from each power of two up to the next, however large", () => {
    const sizes = [0, 1, 2, 3, 4, 4095, 4096, 2 ** 31, 2 ** 31 - 1, 2 ** 49 - 1, 2 ** 49, 2 ** 53 - 1];
    const lines = sizes.map((size) => read(0, 50, { size }));
    const { latency } = compareTimes(lines, lines, { by: ["size"] });
    for (const { key, before } of latency.groups) {
      const [from, to] = [Number(key.size?.from), Number(key.size?.to)];
      expect(before.count).toBe(sizes.filter((size) => from <= size && size <= to).length);
      expect([0, Math.log2(from) % 1]).toContain(0);
      expect(to).toBe(from === 0 ? 0 : 2 * from - 1);
    }
    expect(latency.groups.reduce((sum, { before }) => sum + before.count, 0)).toBe(sizes.length);
  });

  test("by file, under the names of both sides where they differ", () => {
    const renamed = MIXED.map((line) => line.replace("b.bin", "b.tmp"));
    expect(names(compareTimes(MIXED, MIXED, { by: ["file"] }))).toEqual(["a.bin", "b.bin"]);
    const bare = MIXED.slice(2);
    const moved = bare.map((line) => line.replace("(4,", "(9,"));
    expect(names(compareTimes(bare, moved, { by: ["file"] }))).toEqual(["fd 3", "fd 4 -> fd 9"]);
    expect(compareTimes(MIXED, renamed, { by: ["file"] }).latency.groups).not.toEqual([]);
  });

  test("by thread, paired threads as one", () => {
    const other = MIXED.map((line) => line.replace(/^7 /, "17 ").replace(/^8 /, "18 "));
    const comparison = compareTimes(MIXED, other, { by: ["thread"] });
    expect(names(comparison)).toEqual(["thread 7 -> 17", "thread 8 -> 18"]);
    expect(comparison.latency.groups[0]?.key).toEqual({ thread: { before: 7, after: 17 } });
  });

  test("by several of these together", () => {
    const comparison = compareTimes(MIXED, MIXED, { by: ["call", "file"] });
    expect(comparison.latency.by).toBe("call,file");
    expect(names(comparison)).toEqual([
      "fdatasync a.bin",
      "pread64 a.bin",
      "pread64 b.bin",
      "openat a.bin",
      "openat b.bin",
    ]);
  });

  test("so that every match is in one group, whatever they are grouped by", () => {
    const [before, after] = ["pairs/base-1.log", "pairs/base-2.log"].map(shippedText);
    for (const by of [
      ["call"],
      ["file"],
      ["thread"],
      ["size"],
      ["size", "thread", "call", "file"],
    ] as const) {
      const { latency, matches } = compareTimes(before ?? "", after ?? "", { by });
      expect(latency.groups.reduce((sum, { before: side }) => sum + side.count, 0)).toBe(matches);
      expect(latency.groups.reduce((sum, { shift }) => sum + shift.count, 0)).toBe(matches);
    }
  });
});

describe("a shift that is common", () => {
  const base = shippedText("pairs/base-1.log");

  test.each([["call"], ["file"], ["thread"], ["size"]] as const)(
    "to all groups by %s is named, and nothing is left of any",
    (by) => {
      const { latency, verdict } = compareTimes(
        base,
        withLatencies(base, (was) => 6 * was),
        { by: [by] },
      );
      expect(latency.common).toEqual({ factor: 6, all: true });
      expect(latency.groups.map(({ residual }) => residual?.ratio)).toEqual(latency.groups.map(() => 1));
      expect(latency.groups.some(({ residual }) => residual?.standsOut)).toBe(false);
      expect(verdict).toMatchObject({ timing: "unknown", exitCode: 0 });
    },
  );

  test("is not what one call alone does, which stands out of it or has none beside it", () => {
    const lines = Array.from({ length: 40 }, (_, at) => [
      read(at * 4096, around(50, at, 1)),
      sync(around(900, at, 1)),
    ]).flat();
    const third = lines.flatMap((line, at) => [
      line,
      `7 lseek(3, ${at}, SEEK_SET) = ${at} <${seconds(around(20, at, 2))}>`,
    ]);
    const slower = withLatencies(`${third.join("\n")}\n`, (was, line) =>
      line.includes("fdatasync") ? 6 * was : was,
    );
    expect(compareTimes(third, slower).latency.common).toBeNull();
    const allSlower = withLatencies(slower, (was) => 3 * was);
    const { latency } = compareTimes(third, allSlower);
    expect(latency.common).toEqual({ factor: 3, all: false });
    expect(latency.groups.filter(({ residual }) => residual?.standsOut).map(({ name }) => name)).toEqual([
      "fdatasync",
    ]);
    expect(latency.groups.map(({ residual }) => residual?.ratio)).toEqual([6, 1, 1]);
  });

  test("is none where two runs of one program are compared", () => {
    expect(compareTimes(base, shippedText("pairs/base-2.log")).latency.common).toBeNull();
  });
});

describe("calls without partner", () => {
  const reads = Array.from({ length: 20 }, (_, at) => read(at * 4096, around(50, at, 1)));
  const resized = Array.from({ length: 20 }, (_, at) =>
    read(at * 4096, 2 * around(50, at, 2), { size: 8192 }),
  );

  test("are compared as two samples of all calls of their group", () => {
    const { latency } = compareTimes(reads, resized);
    expect(latency.groups).toEqual([]);
    expect(latency.unpaired).toHaveLength(1);
    expect(latency.unpaired[0]).toMatchObject({
      name: "pread64",
      unmatched: { before: 20, after: 20 },
      before: { count: 20 },
      after: { count: 20 },
      // Every latency after is above every one before: u is 20 × 20.
      test: { u: 400, superiority: 1, effectSize: 1, method: "exact" },
    });
  });

  test("on one side only are summed up alone", () => {
    const { latency } = compareTimes(reads, [...reads, sync(900)]);
    expect(latency.unpaired).toMatchObject([
      { name: "fdatasync", before: null, after: { count: 1, total: 900_000 }, test: null },
    ]);
  });

  test("say nothing where they are few among matches, or where there are none", () => {
    const many = Array.from({ length: 200 }, (_, at) => read(at * 4096, around(50, at, 1)));
    expect(compareTimes(many, many).latency.unpaired).toEqual([]);
    expect(compareTimes(many, many.toSpliced(100, 1)).latency.unpaired).toEqual([]);
    expect(compareTimes(many, many.toSpliced(100, 9)).latency.unpaired).toHaveLength(1);
  });
});

test("the picture of a group has all its calls, on both sides over the same bins", () => {
  const reads = Array.from({ length: 40 }, (_, at) => read(at * 4096, around(50, at, 1)));
  const [group] = compareTimes(
    reads,
    withLatencies(`${reads.join("\n")}\n`, (was) => 2 * was),
  ).latency.groups;
  const { edges, counts } = group?.histogram(12) ?? { edges: [], counts: { before: [], after: [] } };
  expect([edges[0], edges.at(-1)]).toEqual([group?.before.min, group?.after.max]);
  for (const side of [counts.before, counts.after]) {
    expect(side).toHaveLength(edges.length - 1);
    expect(side.reduce((sum, count) => sum + count, 0)).toBe(40);
  }
});

describe("outliers", () => {
  const reads = Array.from({ length: 30 }, (_, at) => read(at * 4096, 50));
  const moved = reads.map((line, at) => (at % 10 === 3 ? read(at * 4096, 1000 + at) : line));

  test("are the calls that moved most, with their lines in both files", () => {
    const { latency } = compareTimes(["7 +++ exited with 0 +++", ...reads], moved, { outliers: 3 });
    expect(latency.outliers.map(({ before, after, move }) => [before.line, after.line, move])).toEqual([
      [25, 24, 973_000],
      [15, 14, 963_000],
      [5, 4, 953_000],
    ]);
  });

  test("are as many as asked for, none by default, and never calls that did not move", () => {
    expect(compareTimes(reads, moved).latency.outliers).toEqual([]);
    expect(compareTimes(reads, moved, { outliers: 2 }).latency.outliers).toHaveLength(2);
    expect(compareTimes(reads, moved, { outliers: 100 }).latency.outliers).toHaveLength(3);
  });
});

describe("time between calls", () => {
  /** A read every `every` microseconds that takes 50. */
  const paced = (every: (at: number) => number): string[] => {
    let now = 1000;
    return Array.from({ length: 20 }, (_, at) => {
      now += every(at);
      return `7 12:00:00.${String(now).padStart(6, "0")} pread64(3, "x"..., 4096, ${at * 4096}) = 4096 <0.000050>`;
    });
  };

  test("is told beside the time in calls, so that a delay outside them shows", () => {
    const { latency } = compareTimes(
      paced(() => 70),
      paced((at) => (at % 10 === 5 ? 270 : 70)),
    );
    expect(latency.groups[0]?.shift).toMatchObject({ up: 0, down: 0, equal: 20 });
    const [idle] = latency.idle;
    expect(idle?.name).toBe("pread64");
    expect(idle?.before).toMatchObject({ count: 19, min: 20_000, max: 20_000 });
    expect(idle?.after).toMatchObject({
      count: 19,
      min: 20_000,
      max: 220_000,
      total: 19 * 20_000 + 2 * 200_000,
    });
    expect(idle?.shift).toMatchObject({ up: 2, equal: 17 });
  });

  test("is taken over calls that follow one another on both sides", () => {
    const before = paced(() => 70);
    const { latency } = compareTimes(before, before.toSpliced(10, 1));
    // The first call has no idle time before it; of 19 matches, the one after the hole has another call before it.
    expect(latency.idle[0]?.before.count).toBe(17);
  });

  test("is not known from times in whole seconds, from none, or without latencies", () => {
    const whole = paced(() => 70).map((line) => line.replace(/\.\d{6} /, " "));
    const none = whole.map((line) => line.replace("12:00:00 ", ""));
    const bare = paced(() => 70).map((line) => line.replace(/ <.*>/, ""));
    for (const lines of [whole, none, bare]) expect(compareTimes(lines, lines).latency.idle).toEqual([]);
  });
});

describe("caveats", () => {
  const reads = Array.from({ length: 30 }, (_, at) => read(at * 4096, around(50, at, 1)));
  const kinds = ({ latency }: Comparison): unknown[] =>
    latency.caveats.flatMap((caveat) =>
      caveat.kind === "different-recording" ? [[caveat.option, caveat.before, caveat.after]] : [],
    );

  test("tell that one side has a finer clock", () => {
    const fine = reads.map((line, at) => line.replace(/<.*>/, `<0.0000${50 + (at % 9)}${100 + at}>`));
    expect(kinds(compareTimes(reads, fine))).toEqual([["-T", "us", "ns"]]);
    expect(kinds(compareTimes(fine, fine))).toEqual([]);
  });

  test("tell that one side names the files of descriptors", () => {
    const decorated = reads.map((line) => line.replace("(3,", "(3</data/x.sst>,"));
    expect(kinds(compareTimes(decorated, reads))).toEqual([["-y", "yes", "no"]]);
    expect(kinds(compareTimes(decorated, decorated))).toEqual([]);
  });

  test("tell that one side printed stacks or data", () => {
    const stacks = reads.flatMap((line) => [line, " > /usr/lib/libc.so.6(pread64+0x10) [0x10]"]);
    const dumps = reads.flatMap((line) => [
      line,
      " | 00000  78 78 78 78 78 78 78 78  78 78 78 78 78 78 78 78  xxxxxxxxxxxxxxxx |",
    ]);
    expect(kinds(compareTimes(reads, stacks))).toEqual([["-k", "no", "yes"]]);
    expect(kinds(compareTimes(dumps, reads))).toEqual([["-e read/write", "yes", "no"]]);
  });

  test("tell how many calls strace delayed or answered itself, on whole lines and on cut ones", () => {
    const injected = reads.toSpliced(
      3,
      2,
      '7 pread64(3, "x"..., 4096, 12288) = 4096 (DELAYED) <0.000250>',
      "7 pread64(3,  <unfinished ...>",
      "8 fsync(4) = -1 EIO (Input/output error) (INJECTED: args, retval) <0.000010>",
      '7 <... pread64 resumed>"x"..., 4096, 16384) = 100 (INJECTED) (DELAYED) <0.000250>',
      "8 getpid() = 7 (INJECTED) <0.000010>",
    );
    const told = { kind: "injected", side: "after", count: 3 };
    expect(compareTimes(reads, injected).latency.caveats).toContainEqual(told);
    expect(compareTimes(injected, reads).latency.caveats).toContainEqual({ ...told, side: "before" });
    expect(compareTimes(reads, reads).latency.caveats.map(({ kind }) => kind)).toEqual(["one-run-a-side"]);
  });

  test("tell which side has no latencies, and then nothing else is said about time", () => {
    const bare = reads.map((line) => line.replace(/ <.*>/, ""));
    const { latency } = compareTimes(reads, bare, { outliers: 5 });
    expect(latency).toMatchObject({ groups: [], unpaired: [], idle: [], outliers: [], common: null });
    expect(latency.caveats).toContainEqual({ kind: "no-latency", side: "after" });
  });
});

test("a common shift that two runs of one program may have is not named", () => {
  const base = shippedText("pairs/base-1.log");
  const named = (factor: number): boolean =>
    compareTimes(
      base,
      withLatencies(base, (was) => factor * was),
    ).latency.common !== null;
  expect([0.5, 0.7, 0.9, 1, 1.1, 1.2, 1.4, 2].filter(named)).toEqual([0.5, 0.7, 1.4, 2]);
});
