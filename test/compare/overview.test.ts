import { describe, expect, test } from "vitest";
import { type Overview, overviewOf } from "../../src/compare/overview.ts";
import { percentilesOf } from "../../src/stats/summary.ts";
import { viewTrace } from "../../src/view/trace-view.ts";
import { grammar, shippedTrace, traceOf } from "../support/trace-of.ts";

function overview(
  lines: readonly string[] | string,
  { calls = null, maxUnread = 0 }: Partial<Overview["options"]> = {},
): Overview {
  return overviewOf(viewTrace(traceOf(lines), grammar, calls), { calls, maxUnread });
}

const LINES = [
  "10 100.000000 clone(child_stack=0x7f00, flags=CLONE_VM|CLONE_FILES|CLONE_THREAD) = 11 <0.000500>",
  '10 100.001000 openat(AT_FDCWD, "/missing", O_RDONLY) = -1 ENOENT (No such file or directory) <0.000010>',
  '10 100.002000 openat(AT_FDCWD, "/a", O_RDONLY) = 3 <0.000020>',
  "10 100.003000 mmap(NULL, 8192, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7f00 <0.000003>",
  '10 100.004000 read(3, "", 4096) = 4096 <0.000040>',
  '11 100.005000 pread64(3, "", 4096, 0) = 4096 <0.000060>',
  '11 100.006000 read(3, "", 4096) = 100 <0.000080>',
  "10 100.007000 getpid() = 10 <0.000001>",
  "10 100.008000 pread64(3, <unfinished ...>) = ?",
  "10 +++ exited with 0 +++",
];

describe("an overview", () => {
  const told = overview(LINES);

  test("counts the calls by name, and of them those that failed or had no result", () => {
    expect(told.calls).toEqual({ openat: 2, read: 2, pread64: 2 });
    expect(told.failed).toEqual({ openat: 1 });
    expect(told.noResult).toEqual({ pread64: 1 });
  });

  test("names what it counts as other calls", () => {
    expect(told.otherCallNames).toEqual({ clone: 1, mmap: 1, getpid: 1 });
    expect(told.otherCalls).toBe(3);
  });

  test("tells what each thread did, and for how long", () => {
    expect(told.byThread).toEqual([
      { thread: 10, calls: 4, latency: 70_000 },
      { thread: 11, calls: 2, latency: 140_000 },
    ]);
  });

  test("tells how the bytes of each file were read", () => {
    expect(told.byFile).toEqual([
      {
        file: "/a",
        calls: 5,
        latency: 200_000,
        read: {
          calls: 4,
          requested: 3 * 4096,
          returned: 4096 + 4096 + 100,
          unique: null,
          repeated: null,
          sequential: null,
          seeks: null,
        },
        write: null,
      },
      { file: "/missing", calls: 1, latency: 10_000, read: null, write: null },
    ]);
  });

  test("sums up the latencies of each call, most time first", () => {
    const groups = told.latency.groups.map(({ name, latency }) => [name, latency.count, latency.total]);
    expect(groups).toEqual([
      ["read", 2, 120_000],
      ["pread64", 1, 60_000],
      ["openat", 2, 30_000],
    ]);
    expect(told.latency.groups[0]?.latency.percentiles).toEqual({
      ...percentilesOf(() => null),
      p50: 40_000, // of 40 and 80 µs; every other percentile needs more calls
    });
  });

  test("of a trace without -T has no latencies and says so", () => {
    const untimed = overview(['openat(AT_FDCWD, "/a", O_RDONLY) = 3', 'read(3, "", 10) = 10']);
    expect(untimed.latency.groups).toEqual([]);
    expect(untimed.byThread).toEqual([{ thread: 0, calls: 2, latency: null }]);
    expect(untimed.byFile[0]?.latency).toBeNull();
    expect(untimed.warnings).toEqual([{ kind: "no-latency" }]);
  });

  test("of chosen calls counts the others as hidden", () => {
    const chosen = overview(LINES, { calls: ["read"] });
    expect(chosen.calls).toEqual({ read: 2 });
    expect(chosen.hiddenCalls).toBe(4);
    expect(chosen.otherCalls).toBe(3);
  });
});

describe("the verdict of an overview", () => {
  test("is trouble where nothing was read", () => {
    expect(overview("+++ exited with 0 +++\n").verdict).toEqual({
      exitCode: 2,
      reasons: [{ kind: "nothing-read" }],
    });
  });

  test("is fine where a call was read, if only one that is no I/O", () => {
    expect(overview("getpid() = 5\n").verdict).toEqual({ exitCode: 0, reasons: [] });
  });

  test("is trouble where none of the chosen calls is there", () => {
    expect(overview("getpid() = 5\nclose(3) = 0\n", { calls: ["read"] }).verdict.exitCode).toBe(2);
  });

  test("is trouble where more lines are unread than may be", () => {
    const lines = [...Array.from({ length: 9 }, () => "close(3) = 0"), 'pread64(9, "", x53, 11177) = 53'];
    expect(overview(lines).verdict).toEqual({
      exitCode: 2,
      reasons: [{ kind: "unread", unread: 1, callLike: 10 }],
    });
    expect(overview(lines, { maxUnread: 0.1 }).verdict.exitCode).toBe(0);
    expect(overview(lines, { maxUnread: 0.09 }).verdict.exitCode).toBe(2);
  });
});

describe("warnings", () => {
  test("tell of a trace that stops in the middle of a line", () => {
    expect(overview('close(3) = 0 <0.000001>\npread64(3, "ab').warnings).toContainEqual({
      kind: "truncated",
      line: 2,
    });
  });

  test("tell that calls are printed when they end, as -z does", () => {
    const late = overview([
      '2 10:00:00.000900 pread64(3, "", 10, 0) = 10 <0.000010>',
      '1 10:00:00.000500 pread64(4, "", 10, 0) = 10 <0.000900>',
    ]);
    expect(late.warnings).toEqual([{ kind: "status-filter", line: 2 }]);
  });

  test.each(["b01_stderr_fTt", "b08_ttt", "c20_v48", "d01_noisy_61", "i05_python_mp_Y", "n01_threads_v72_o"])(
    "do not call %s, recorded without -z, printed at the end of calls",
    (name) => {
      const trace = shippedTrace(`corpus/${name}.strace`);
      const { warnings } = overviewOf(viewTrace(trace, grammar, null), { calls: null, maxUnread: 0 });
      expect(warnings.filter(({ kind }) => kind === "status-filter")).toEqual([]);
    },
  );

  test("tell of rings and of mapped files, whatever calls were chosen", () => {
    const lines = [
      "io_uring_enter(7, 1, 0, IORING_ENTER_GETEVENTS, NULL, 0) = 1 <0.000001>",
      "mmap(NULL, 262144, PROT_READ, MAP_SHARED, 8</srv/data.db>, 0) = 0x7f0000000000 <0.000001>",
      "close(8</srv/data.db>) = 0 <0.000001>",
    ];
    for (const calls of [null, ["close"]]) {
      expect(overview(lines, { calls }).warnings).toEqual([
        { kind: "blind-spot", call: "io_uring_enter", count: 1, files: [] },
        { kind: "blind-spot", call: "mmap", count: 1, files: ["/srv/data.db"] },
      ]);
    }
  });

  test("tell of a ring that only the kernel polls", () => {
    const lines = ["io_uring_setup(8, {flags=IORING_SETUP_SQPOLL, ...}) = 7 <0.000001>"];
    expect(overview(lines).warnings).toEqual([
      { kind: "blind-spot", call: "io_uring_setup", count: 1, files: [] },
    ]);
  });

  test("do not tell of what the loader and the C library map at the start, of memory, or of a mapping that failed", () => {
    const lines = [
      "mmap(NULL, 1974096, PROT_READ, MAP_PRIVATE|MAP_DENYWRITE, 3</usr/lib/libc.so.6>, 0) = 0x7f00 <0.000001>",
      "mmap(NULL, 43483, PROT_READ, MAP_PRIVATE, 3</etc/ld.so.cache>, 0) = 0x7f00 <0.000001>",
      "mmap(NULL, 62, PROT_READ, MAP_PRIVATE, 3</usr/lib/locale/C.utf8/LC_NAME>, 0) = 0x7f00 <0.000001>",
      "mmap(NULL, 8192, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7f00 <0.000001>",
      "mmap(NULL, 4096, PROT_READ, MAP_SHARED, 9</x>, 0) = -1 EACCES (Permission denied) <0.000001>",
    ];
    expect(overview(lines).warnings).toEqual([]);
  });
});

test.each([
  "pairs/base-1.log",
  "rocksdb-5431/before.log",
  "corpus/j01_cat.strace",
  "corpus/g01_rocksdb_compact_1.strace",
])("in %s the bytes of files that are only read again are those that coverage counts twice", (path) => {
  const told = overviewOf(viewTrace(shippedTrace(path), grammar, null), { calls: null, maxUnread: 0 });
  const again = new Map(
    told.findings.filter(({ kind }) => kind === "re-read").map(({ file, bytes }) => [file, bytes]),
  );
  const onlyRead = told.byFile.filter(({ read, write }) => read?.unique != null && write === null);
  expect(onlyRead.length).toBeGreaterThan(0);
  for (const { file, read } of onlyRead) expect(again.get(file) ?? 0).toBe(read?.repeated);
});
