import { expect, test } from "vitest";
import type { Order } from "../../src/result/comparison.ts";
import { compareText, compareTraces, shippedTrace, traceOf } from "../support/trace-of.ts";
import { ALL, base, described, held, read } from "./small-logs.ts";

test("the published RocksDB pair is the same at every level, threads paired by content", () => {
  const comparison = compareTraces(
    shippedTrace("rocksdb-5431/before.log"),
    shippedTrace("rocksdb-5431/after.log"),
  );
  expect(comparison.verdict).toMatchObject({ pattern: "same", exitCode: 0, timing: "unknown" });
  expect(held(comparison)).toEqual(ALL);
  expect(comparison.matches).toBe(60);
  expect(comparison.threads).toEqual([
    { before: 1444170, after: 1501089, calls: { before: 32, after: 32 }, matches: 32 },
    { before: 1444169, after: 1501088, calls: { before: 28, after: 28 }, matches: 28 },
  ]);
  const [group] = comparison.latency.groups;
  expect(group?.before).toMatchObject({ count: 60, total: 4_408_000 });
  expect(group?.after).toMatchObject({ count: 60, total: 5_084_000 });
  expect([group?.before.percentiles.p50, group?.after.percentiles.p50]).toEqual([70_000, 82_000]);
  expect(group?.shift).toMatchObject({ median: 9000, up: 39, down: 21 });
});

test.each(["rocksdb-5431/before.log", "pairs/base-1.log", "pairs/decorated-1.log", "pairs/dropped.log"])(
  "%s compared with itself is the same at every level",
  (path) => {
    const comparison = compareTraces(shippedTrace(path), shippedTrace(path));
    expect(held(comparison)).toEqual(ALL);
    expect(described(comparison)).toEqual([]);
    expect(comparison.effect).toEqual({ calls: 0, bytes: 0, latency: 0 });
  },
);

test.each<{ name: string; before: string[]; after: string[]; holds: Order[] }>([
  {
    name: "another interleaving of the same threads",
    before: [read(1, 0), read(2, 64), read(1, 128)],
    after: [read(2, 64), read(1, 0), read(1, 128)],
    holds: ["thread", "stream", "set"],
  },
  {
    name: "another interleaving of threads with a file each",
    before: [read(1, 0, 9, 3), read(2, 64, 9, 4), read(1, 128, 9, 3)],
    after: [read(2, 64, 9, 4), read(1, 0, 9, 3), read(1, 128, 9, 3)],
    holds: ["thread", "file", "stream", "set"],
  },
  {
    name: "the same file read in the same order by other threads",
    before: [read(1, 0), read(1, 64), read(2, 128), read(1, 192)],
    after: [read(1, 0), read(2, 64), read(1, 128), read(2, 192)],
    holds: ["file", "set"],
  },
  {
    name: "one thread that takes its files in another order",
    before: [read(1, 0, 9, 3), read(1, 7, 9, 4), read(1, 64, 9, 3), read(1, 71, 9, 4)],
    after: [read(1, 0, 9, 3), read(1, 64, 9, 3), read(1, 7, 9, 4), read(1, 71, 9, 4)],
    holds: ["file", "stream", "set"],
  },
  {
    name: "one thread that reads its file in another order",
    before: [read(1, 0), read(1, 64), read(1, 128)],
    after: [read(1, 64), read(1, 0), read(1, 128)],
    holds: ["set"],
  },
  {
    name: "another offset",
    before: [read(1, 0), read(1, 64)],
    after: [read(1, 0), read(1, 128)],
    holds: [],
  },
  {
    name: "the same requests with another result",
    before: [read(1, 0), read(1, 64)],
    after: [read(1, 0), read(1, 64, 4096, 3, 10)],
    holds: [],
  },
])("the levels that hold for $name", ({ before, after, holds }) => {
  expect(held(compareText(before, after))).toEqual(ALL.filter((order) => holds.includes(order)));
  expect(held(compareText(after, before))).toEqual(ALL.filter((order) => holds.includes(order)));
});

test("the demanded level alone decides the exit code", () => {
  const before = [read(1, 0), read(1, 64), read(2, 128), read(1, 192)];
  const after = [read(1, 0), read(2, 64), read(1, 128), read(2, 192)];
  const codes = ALL.map((order) => compareText(before, after, { order }).verdict.exitCode);
  expect(codes).toEqual([1, 1, 0, 1, 0]);
  expect(compareText(before, after).verdict.reasons).toEqual([
    { kind: "order-fails", demanded: "thread", strongest: "file" },
  ]);
});

const edited = (at: number, ...lines: string[]): string[] => base.toSpliced(at, 1, ...lines);

test.each([
  ["a size", edited(2, read(1, 8192, 8192)), ["resized 3:3"]],
  ["an offset", edited(2, read(1, 9000)), ["shifted 3:3"]],
  ["a result", edited(2, read(1, 8192, 4096, 3, 100)), ["result 3:3"]],
  ["an error", edited(2, read(1, 8192, 4096, 3, "-1 EIO (Input/output error)")), ["result 3:3"]],
  ["a call less", edited(2), ["removed 3:-"]],
  ["a call more", edited(2, read(1, 8192), read(1, 100)), ["added -:4"]],
  ["a call less at the end", edited(4), ["removed 5:-"]],
])("%s that differs is that one change, and mirrored the other way round", (_, after, changes) => {
  const comparison = compareText(base, after);
  expect(described(comparison)).toEqual(changes);
  expect(comparison.verdict).toMatchObject({ pattern: "different", exitCode: 1 });
  const mirrored = changes.map((change) => {
    const [, kind, one, other] = /^(\w+) (.+):(.+)$/.exec(change) ?? [];
    const names: Record<string, string> = { added: "removed", removed: "added" };
    return `${names[kind ?? ""] ?? kind} ${other}:${one}`;
  });
  expect(described(compareText(after, base))).toEqual(mirrored);
});

test("a thread more is one change that says how many calls it has", () => {
  const comparison = compareText(base, [...base, read(2, 77), read(2, 88)]);
  expect(comparison.changeCounts).toEqual({ added: 1 });
  const [change] = comparison.changes();
  expect(change).toMatchObject({ kind: "added", wholeThread: true, effect: { calls: 2, bytes: 8192 } });
  expect(change?.after.map(({ offset }) => offset)).toEqual([77, 88]);
  expect(comparison.threads.at(-1)).toMatchObject({ before: null, after: 2, matches: 0 });
});

test("the place of a change counts the calls of its thread", () => {
  const [change] = compareText(
    [read(9, 5), ...base],
    [read(9, 5), ...edited(2, read(1, 8192, 8192))],
  ).changes();
  expect(change?.place).toEqual({
    before: { thread: 1, index: 3, line: 4 },
    after: { thread: 1, index: 3, line: 4 },
  });
});

test("the effect of changes is their calls, the bytes asked for and the time inside", () => {
  const slow = '1 pread64(3, "x"..., 8192, 8192) = 8192 <0.000030>';
  const comparison = compareText(base, [...edited(2, slow), read(1, 20_000, 100)]);
  expect(comparison.effect).toEqual({ calls: 1, bytes: 4096 + 100, latency: 30_000 });
  const untimed = compareText(base, edited(2, '1 pread64(3, "x"..., 8192, 8192) = 8192'));
  expect(untimed.effect.latency).toBeNull();
});

test.each([
  ["size", edited(2, read(1, 8192, 8192))],
  ["offset", edited(2, read(1, 9000))],
  ["result", edited(2, read(1, 8192, 4096, 3, 100))],
] as const)("--ignore %s makes calls equal that differ in it alone", (ignore, after) => {
  const options = ignore === "size" ? ["size", "result"] : [ignore];
  expect(held(compareText(base, after, { ignore: options as never }))).toEqual(ALL);
});

test("descriptors that are numbered differently are paired by what is done with them", () => {
  const swap = (line: string): string =>
    line.replace(/\((\d+),/, (_, fd) => `(${{ 3: 7, 4: 3, 5: 4 }[fd as "3"]},`);
  const before = [3, 4, 5].flatMap((fd) =>
    [0, 1, 2, 3].map((at) => read(1, fd * 1000 + at * at, 10 + fd, fd)),
  );
  const comparison = compareText(before, before.map(swap));
  expect(held(comparison)).toEqual(ALL);
  expect(comparison.files).toEqual([
    { before: 3, after: 7, by: "descriptor", calls: { before: 4, after: 4 } },
    { before: 4, after: 3, by: "descriptor", calls: { before: 4, after: 4 } },
    { before: 5, after: 4, by: "descriptor", calls: { before: 4, after: 4 } },
  ]);
});

test("a trace with -y and one without are on the same files", () => {
  const before = [
    '1 openat(AT_FDCWD, "d/x", O_RDONLY) = 3',
    "1 pipe2([4, 5], 0) = 0",
    '1 write(5, "x", 1) = 1',
  ];
  const after = [
    '1 openat(AT_FDCWD, "d/x", O_RDONLY) = 3</w/d/x>',
    "1 pipe2([4<pipe:[77]>, 5<pipe:[77]>], 0) = 0",
    '1 write(5<pipe:[77]>, "x", 1) = 1',
  ];
  expect(held(compareText(before, after))).toEqual(ALL);
  expect(held(compareText(after, before))).toEqual(ALL);
});

test("numbers beyond 2^53 are told apart though no double can", () => {
  const large = (offset: string): string[] => [`1 pread64(3, "", 1, ${offset}) = 0`];
  expect(held(compareText(large("9007199254740993"), large("9007199254740993")))).toEqual(ALL);
  const comparison = compareText(large("9007199254740993"), large("9007199254740992"));
  expect(held(comparison)).toEqual([]);
  const records = [...comparison.changes()].flatMap(({ before, after }) => [...before, ...after]);
  expect(records.map(({ offset }) => offset)).toEqual(["9007199254740993", "9007199254740992"]);
});

test("descriptors, addresses and ids that a call returns are names, not results", () => {
  const before = [
    '1 openat(AT_FDCWD, "/a", O_RDONLY) = 3',
    "1 mmap(NULL, 4096, PROT_READ, MAP_SHARED, 3, 0) = 0x7f01",
  ];
  const after = [
    '1 openat(AT_FDCWD, "/a", O_RDONLY) = 9',
    "1 mmap(NULL, 4096, PROT_READ, MAP_SHARED, 9, 0) = 0x7f99",
  ];
  expect(held(compareText(before, after))).toEqual(ALL);
  const copy = (fd: number): string[] => [`1 fcntl(3, F_DUPFD_CLOEXEC, 3) = ${fd}`, read(1, 0, 9, fd)];
  expect(held(compareText(copy(5), copy(6)))).toEqual(ALL);
});

test("a comparison of nothing is inconclusive", () => {
  const nothing = compareText([], []);
  expect(nothing.verdict).toMatchObject({ pattern: "inconclusive", exitCode: 2 });
  expect(nothing.verdict.reasons).toEqual([
    { kind: "nothing-compared", side: "before" },
    { kind: "nothing-compared", side: "after" },
  ]);
});

test("calls on one side and none on the other are a difference, whatever leaves none", () => {
  const none = { pattern: "different", exitCode: 1 };
  const reason = (side: "before" | "after", otherCalls: number): unknown =>
    expect.objectContaining({
      ...none,
      reasons: [
        { kind: "order-fails", demanded: "thread", strongest: null },
        { kind: "none-on-side", side, otherCalls },
      ],
    });
  expect(compareText(base, ["1 getpid() = 1"]).verdict).toEqual(reason("after", base.length));
  expect(compareText(["1 getpid() = 1"], base).verdict).toEqual(reason("before", base.length));
  const synced = ["1 fsync(3) = 0", "1 fsync(3) = 0"];
  const chosen = compareText(base, [...base, ...synced], { calls: ["fsync"] });
  expect(chosen.verdict).toEqual(reason("before", 2));
  expect(chosen.changeCounts).toEqual({ added: 1 });
  // Not so where lines are unread, or where neither side has any.
  const unread = compareText([...base, '1 pread64(3, "x", zz, 0) = 1'], synced, { calls: ["fsync"] });
  expect(unread.verdict).toMatchObject({ pattern: "inconclusive", exitCode: 2 });
  expect(compareText(base, base, { calls: ["fsync"] }).verdict).toMatchObject({ exitCode: 2 });
});

test("lines that look like calls and were not read make it inconclusive, up to what is allowed", () => {
  const broken = [...base, '1 pread64(3, "x", zz, 0) = 1'];
  const comparison = compareText(base, broken);
  expect(comparison.verdict).toMatchObject({ pattern: "inconclusive", exitCode: 2 });
  expect(comparison.verdict.reasons).toEqual([{ kind: "unread", side: "after", unread: 1, callLike: 6 }]);
  expect(compareText(base, broken, { maxUnread: 0.2 }).verdict.exitCode).toBe(0);
});

test("what makes captures hard to compare is warned of", () => {
  const untimed = base.map((line) => line.replace(/ <.*>$/, ""));
  expect(compareText(base, untimed).warnings).toEqual([{ kind: "no-latency", side: "after" }]);
  expect(compareText(base, [...base, "1 fsync(3) = 0"]).warnings).toEqual([
    { kind: "different-calls", side: "after", calls: ["fsync"] },
  ]);
  const ring = "1 io_uring_enter(3, 1, 1, IORING_ENTER_GETEVENTS, NULL, 8) = 1";
  const blind = { kind: "blind-spot", call: "io_uring_enter", count: 1, files: [] };
  for (const calls of [null, ["pread64"]]) {
    expect(compareText([...base, ring], [...base, ring], { calls }).warnings).toEqual([
      { ...blind, side: "before" },
      { ...blind, side: "after" },
    ]);
  }
  const cut = traceOf(`${base.join("\n")}\n1 pread64(3, "x`);
  expect(compareTraces(traceOf(base), cut).warnings).toEqual([{ kind: "truncated", side: "after", line: 6 }]);
});

test("hunks show the calls around changes and join when they touch", () => {
  const many = Array.from({ length: 20 }, (_, at) => read(1, at * 4096));
  const lines = (after: string[], context: number): string[] =>
    Array.from(compareText(many, after).hunks(context), (hunk) =>
      hunk.lines
        .map((line) =>
          line.kind === "match" ? line.before.line : `${line.change.kind} ${line.change.place.before?.line}`,
        )
        .join(" "),
    );
  const change = (at: number, size: number): string => read(1, at * 4096, size);
  const two = many.with(5, change(5, 1)).with(15, change(15, 1));
  expect(lines(two, 2)).toEqual(["4 5 resized 6 7 8", "14 15 resized 16 17 18"]);
  expect(lines(two, 0)).toEqual(["resized 6", "resized 16"]);
  expect(lines(many.with(5, change(5, 1)).with(9, change(9, 1)), 2)).toEqual([
    "4 5 resized 6 7 8 9 resized 10 11 12",
  ]);
  expect(lines(many.with(0, change(0, 1)).with(19, change(19, 1)), 1)).toEqual([
    "resized 1 2",
    "19 resized 20",
  ]);
  expect(lines(many, 3)).toEqual([]);
});

test("a descriptor that stands for several files in turn is cut where its partner changes", () => {
  const loader = [read(1, 64, 800, 3), read(1, 64, 800, 3)];
  const worker = (thread: number, one: number, other: number): string[] =>
    [0, 1, 2, 3].flatMap((at) => [read(thread, at * 7, 10, one), read(thread, at * 11, 20, other)]);
  const comparison = compareText([...loader, ...worker(2, 3, 5)], [...loader, ...worker(2, 5, 3)]);
  expect(held(comparison)).toEqual(ALL);
  expect(comparison.files.map(({ before, after }) => [before, after])).toEqual([
    [3, 3],
    [5, 3],
    [3, 5],
  ]);
});

test("threads that do the same on files of their own are told apart by the interleaving", () => {
  const before = [read(1, 0, 9, 3), read(2, 0, 9, 4), read(2, 5, 9, 4), read(1, 5, 9, 3)];
  const after = before.map((line) => line.replace(/\((\d),/, (_, fd) => `(${fd === "3" ? 4 : 3},`));
  expect(held(compareText(before, after))).toEqual(ALL);
});

test("a descriptor that another process may or may not have changed is warned of", () => {
  const fork = [
    '1 openat(AT_FDCWD, "/a", O_RDONLY) = 3',
    "2 close(3) = 0",
    '2 openat(AT_FDCWD, "/b", O_RDONLY) = 3',
    read(2, 0, 9, 3),
    read(1, 0, 9, 3),
  ];
  const disputed = (lines: string[]): unknown[] =>
    compareText(lines, lines).warnings.filter(({ kind }) => kind === "disputed-descriptors");
  expect(disputed(fork)).toEqual([
    { kind: "disputed-descriptors", side: "before", calls: 1, line: 5 },
    { kind: "disputed-descriptors", side: "after", calls: 1, line: 5 },
  ]);
  const clone = "1 clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD) = 2";
  expect(disputed(fork.toSpliced(1, 0, clone))).toEqual([]);
  // What was opened before a thread began is its own under either reading.
  expect(disputed([fork[0] ?? "", read(2, 0, 9, 3), read(1, 0, 9, 3)])).toEqual([]);
});
