import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ORDERS, type Order } from "../../src/result/comparison.ts";
import { canonicalTrace } from "../../src/snapshot/canonical-trace.ts";
import { isSnapshot, readSnapshot } from "../../src/snapshot/read-snapshot.ts";
import { SnapshotError } from "../../src/snapshot/snapshot-error.ts";
import { writeSnapshot } from "../../src/snapshot/write-snapshot.ts";
import type { Trace } from "../../src/trace/trace.ts";
import { compareTraces, grammar, shippedTrace, traceOf } from "../support/trace-of.ts";

const write = (trace: Trace, order: Order = "thread", calls: readonly string[] | null = null): string =>
  [...writeSnapshot(trace, grammar, { order, calls })].join("");
const read = (text: string): Trace => readSnapshot(text, "io.snap", grammar);

/** Shipped logs: pairs of one program with its two runs, and logs with files of every sort. */
const RUNS = [
  ["pairs/base-1.log", "pairs/base-2.log"],
  ["pairs/decorated-1.log", "pairs/decorated-2.log"],
  ["pairs/preads-1.log", "pairs/preads-2.log"],
  ["rocksdb-5431/before.log", "rocksdb-5431/after.log"],
  ["corpus/a01_base_1.strace", "corpus/a01_base_2.strace"],
  ["corpus/a01_base_1.strace", "corpus/a09_thread_creation_reversed.strace"],
  ["corpus/a01_base_1.strace", "corpus/a16_latency_injected.strace"],
  ["corpus/a12_y_base_1.strace", "corpus/a12_y_base_2.strace"],
  ["corpus/a14_preadonly_1.strace", "corpus/a14_preadonly_2.strace"],
] as const;

describe("a snapshot", () => {
  test("reads as threads, files and calls, loops folded", () => {
    const trace = traceOf([
      '812 openat(AT_FDCWD, "/db/data.bin", O_RDWR) = 3',
      '812 openat(AT_FDCWD, "/tmp/etilqs_Xy01ab", O_RDWR|O_CREAT|O_EXCL, 0600) = 4',
      ...Array.from(
        { length: 2000 },
        (_, i) => `812 pread64(3, "x"..., 4096, ${i * 4096}) = 4096 <0.000012>`,
      ),
      "812 pipe2([5, 6], O_CLOEXEC) = 0",
      '812 write(6, "x", 1) = 1',
      ...Array.from({ length: 30 }, (_, i) => [
        `813 pwrite64(3, "x"..., 512, ${i * 65_536}) = 512 <0.000012>`,
        "813 fdatasync(3) = 0 <0.001>",
      ]).flat(),
      '813 openat(AT_FDCWD, "/none", O_RDONLY) = -1 ENOENT (No such file or directory)',
      "812 copy_file_range(3, [0], 4, [512], 4096, 0) = 4096",
    ]);
    expect(write(trace)).toBe(`tracediff snapshot 1
order thread

thread 1
  openat /db/data.bin (O_RDWR) = ok
  openat /tmp/etilqs_* (O_RDWR|O_CREAT|O_EXCL, 0600) = ok
  pread64 /db/data.bin @0 4096 = 4096 ×2000 +4096
  pipe2 (O_CLOEXEC) = 0
  write #pipe2 1 = 1
  copy_file_range /db/data.bin @0 -> /tmp/etilqs_* ->@512 4096 (0) = 4096

thread 2
  ×30
    pwrite64 /db/data.bin @0 512 = 512 +65536
    fdatasync /db/data.bin = 0
  openat /none (O_RDONLY) = ENOENT
`);
  });

  test.each(RUNS)("of %s is that of %s where the runs have the same pattern, byte by byte", (one, other) => {
    const traces = { before: shippedTrace(one), after: shippedTrace(other) };
    const { holds } = compareTraces(traces.before, traces.after).verdict;
    expect(holds.thread).toBe(true);
    for (const order of ORDERS) {
      if (holds[order]) expect(write(traces.before, order), order).toBe(write(traces.after, order));
    }
  });

  const logs = [
    "pairs/base-1.log",
    "pairs/dropped.log",
    "rocksdb-5431/before.log",
    "corpus/a12_y_base_1.strace",
    "corpus/a14_preadonly_1.strace",
    "corpus/a07_fds_other_order.strace",
  ];

  test.each(logs)("of %s, read and written again, is the same text", (log) => {
    for (const order of ORDERS) {
      const text = write(shippedTrace(log), order);
      expect(write(read(text), order), order).toBe(text);
    }
  });

  test.each(logs)("of %s stands for it in comparisons: same verdict, same changes", (log) => {
    const before = shippedTrace(log);
    for (const other of ["pairs/resized.log", log]) {
      const after = shippedTrace(other);
      for (const order of ORDERS) {
        const direct = compareTraces(before, after, { order });
        const snapshot = read(write(before, order));
        const viaSnapshot = compareTraces(snapshot, canonicalTrace(after, grammar, { order, calls: null }), {
          order,
        });
        expect(viaSnapshot.verdict.pattern, `${other} ${order}`).toBe(direct.verdict.pattern);
        if (order === "thread" && log.startsWith("pairs") && other.startsWith("pairs")) {
          expect(viaSnapshot.changeCounts).toEqual(direct.changeCounts);
        }
      }
    }
  });

  test("names neither thread ids nor inode numbers nor the descriptors of the run", () => {
    const run = (tid: number, fd: number, inode: number): string[] => [
      `${tid} socket(AF_UNIX, SOCK_STREAM, 0) = ${fd}<socket:[${inode}]>`,
      `${tid} sendto(${fd}<socket:[${inode}]>, "x", 1, 0, NULL, 0) = 1`,
      `${tid} openat(AT_FDCWD</w>, "/proc/${tid}/stat", O_RDONLY) = ${fd + 1}</proc/${tid}/stat>`,
      `${tid} openat(AT_FDCWD</w>, "/tmp/out.${tid}.tmp", O_RDWR) = ${fd + 2}</tmp/out.${tid}.tmp>`,
      `${tid} write(${fd + 2}</tmp/out.${tid}.tmp>, "x", 1) = 1`,
    ];
    const text = write(traceOf(run(18_350, 3, 51_231)));
    expect(text).toBe(write(traceOf(run(20_007, 7, 99_999))));
    expect(text).toContain("sendto socket:[N] 1 (0) = 1");
    expect(text).toContain("write /tmp/out.N.tmp 1 = 1");
  });

  test.each([
    ["/tmp/etilqs_Xy01ab", "/tmp/etilqs_*"],
    ["/tmp/tmp.k3Jd9qXw21/test.db", "/tmp/tmp.*/test.db"],
    ["/tmp/tmpab3x_9zq/data", "/tmp/tmp*/data"],
    ["/var/app.sqlite3", "/var/app.sqlite3"],
    ["/db/MANIFEST-000004", "/db/MANIFEST-000004"],
    ["/usr/lib/x86_64-linux-gnu/libsqlite3.so.0.8.6", "/usr/lib/x86_64-linux-gnu/libsqlite3.so.0.8.6"],
    ["/src/build-Release/x", "/src/build-Release/x"],
    ["/logs/2026-11-30.log", "/logs/2026-11-30.log"],
  ])("calls %s %s", (path, name) => {
    expect(write(traceOf([`7 openat(AT_FDCWD, "${path}", O_RDONLY) = 3`]))).toContain(
      `  openat ${name} (O_RDONLY)`,
    );
  });

  test("tells files of one name apart by number, alike in every run", () => {
    const run = (first: string, second: string): string[] => [
      `7 openat(AT_FDCWD, "/tmp/${first}", O_RDWR) = 3`,
      `7 openat(AT_FDCWD, "/tmp/${second}", O_RDWR) = 4`,
      '7 write(4, "x", 9) = 9',
      '7 write(3, "x", 1) = 1',
    ];
    const text = write(traceOf(run("sort_Ab12Cd", "sort_Zz99Zz")));
    expect(text).toContain("  write /tmp/sort_*~2 9 = 9\n  write /tmp/sort_* 1 = 1\n");
    expect(text).toBe(write(traceOf(run("sort_Zz99Zz", "sort_Ab12Cd"))));
  });

  test("does not depend on which thread came first, nor on how equal threads use files of their own", () => {
    const call = (tid: number, size: number): string =>
      `${tid} pread64(${tid}, "x"..., ${size}, 0) = ${size}`;
    const one = [call(11, 1), call(12, 2), call(11, 3), call(12, 4)];
    const other = [call(21, 2), call(22, 1), call(21, 4), call(22, 3)];
    for (const order of ["thread", "file", "stream", "set"] as const) {
      expect(write(traceOf(one), order), order).toBe(write(traceOf(other), order));
    }
  });

  test("keeps numbers beyond 2^53", () => {
    const text = write(
      traceOf([
        "7 ftruncate(3, 18446744073709551615) = 0",
        "7 lseek(3, 9223372036854775807, SEEK_SET) = -1 EINVAL (Invalid argument)",
      ]),
    );
    expect(text).toContain("ftruncate #fd 18446744073709551615 = 0");
    expect(text).toContain("lseek #fd @9223372036854775807 (SEEK_SET) = EINVAL");
    expect(write(read(text))).toBe(text);
  });

  test("of two million reads in a loop is a few lines, and stands for all of them", () => {
    const snapshot = `tracediff snapshot 1
order thread

thread 1
  openat /db/data.bin (O_RDONLY) = ok
  pread64 /db/data.bin @0 4096 = 4096 ×2000000 +4096
`;
    const trace = read(snapshot);
    expect(trace.table.length).toBe(2_000_001);
    expect(trace.table.offset[2_000_000]).toBe(1_999_999 * 4096);
    expect(write(trace)).toBe(snapshot);
  });

  test("keeps any name and any flags, whatever characters they have", () => {
    const characters = fc.constantFrom(...'ab/ "\\~#()=@×\n\t\u0001é日\u202e.-0', "->", "📁");
    const name = fc.string({ unit: characters, minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(name, name, (path, flags) => {
        const base = traceOf(['7 openat(AT_FDCWD, "PATH", FLAGS) = 3', '7 read(3, "x", 1) = 1']);
        const strings = base.strings.map((text) =>
          text === "PATH" ? path : text === "FLAGS" ? flags : text,
        );
        const text = write({ ...base, strings });
        expect(text).not.toMatch(/[^\P{C}\n]/u);
        const back = read(text);
        expect(write(back)).toBe(text);
        expect(compareTraces(back, { ...base, strings }).verdict.pattern).toBe("same");
      }),
    );
  });
});

describe("reading a snapshot", () => {
  const HEAD = "tracediff snapshot 1\norder thread\n\nthread 1\n";

  test("is told by the first line", () => {
    expect(isSnapshot("tracediff snapshot 1\n")).toBe(true);
    expect(isSnapshot("tracediff snapshot 99\n")).toBe(true);
    expect(isSnapshot("7 read(3, ")).toBe(false);
  });

  test.each([
    ["tracediff snapshot 2\n", 1, "version 2"],
    ["tracediff snapshot 1\norder up\n", 2, "order must be one of total, thread, file, stream, set"],
    ["tracediff snapshot 1\ncalls pread65\n", 2, "no call is named pread65"],
    [`${HEAD}<<<<<<< HEAD\n`, 5, "expected thread, file, order, calls, in flight, or an indented call"],
    [`${HEAD}  pread65 /x = 1\n`, 5, "no I/O call is named pread65"],
    [`${HEAD}  clone = 1\n`, 5, "no I/O call is named clone"],
    [`${HEAD}  pread64 /x @0 1\n`, 5, '" = " and a result at column 14'],
    [`${HEAD}  pread64 /x @0 1 = 1 once\n`, 5, "the end of the line at column 20"],
    [`${HEAD}  pread64 "/x @0 1 = 1\n`, 5, '" = " and a result at column 8'],
    [`${HEAD}  pread64 /x @0 1 = 1 ×0\n`, 5, "the end of the line"],
    [`${HEAD}  ×3\n`, 5, "nothing is repeated"],
    [`${HEAD}  ×99999999\n    fsync /x = 0\n`, 5, "more than 50000000 calls"],
  ])("refuses %j, with the line", (text, line, message) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ line, message: expect.stringContaining(message) }),
    );
  });

  test("refuses or reads whatever damage there is, and never fails otherwise", () => {
    const text = write(shippedTrace("pairs/base-1.log"));
    const damage = fc.constantFrom(
      "×",
      "@",
      "=",
      '"',
      "~",
      "->",
      " ",
      "\n",
      "9999999999",
      "(",
      ")",
      "\u0000",
      "thread",
      "+",
    );
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(20), damage, (at, cut, piece) => {
        const damaged = text.slice(0, at) + piece + text.slice(at + cut);
        try {
          expect(read(damaged).table.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(SnapshotError);
        }
      }),
    );
  });

  test("takes a line of a megabyte in no time", () => {
    const long = `${HEAD}  fsync ${"/a".repeat(500_000)} = 0\n  fsync "${"\\\\".repeat(500_000)}" = 0\n`;
    expect(read(long).table.length).toBe(2);
    expect(() => read(`${HEAD}  fsync "${"x".repeat(1_000_000)}\n`)).toThrow(SnapshotError);
  });

  test("takes CRLF line ends and comments as people leave them", () => {
    const text = `${HEAD}# the header\n  fsync /x = 0\n`;
    expect(read(text.replaceAll("\n", "\r\n")).table.length).toBe(1);
  });
});

test("a shell's many pipes are in a snapshot what they are in its log", () => {
  const { trace, snapshot } = pipesOfAShell();
  const prepared = canonicalTrace(trace, grammar, { order: "thread", calls: null });
  expect(compareTraces(snapshot, prepared).verdict).toMatchObject({ pattern: "same", exitCode: 0 });
});

/** `x=$(echo $i | cat)` in a loop: the shell reads one pipe while its children use another, on equal descriptors. */
function pipesOfAShell(): { readonly trace: Trace; readonly snapshot: Trace } {
  const clone = "clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD)";
  const lines = [0, 1, 2].flatMap((turn) => {
    const [outer, echo, cat] = [100 + turn * 10, 101 + turn * 10, 102 + turn * 10];
    return [
      "1 pipe2([3, 4], 0) = 0",
      `1 ${clone} = ${outer}`,
      `${outer} pipe2([5, 6], 0) = 0`,
      `${outer} ${clone} = ${echo}`,
      `${outer} ${clone} = ${cat}`,
      `${echo} write(6, "x", 1) = 1`,
      "1 close(4) = 0",
      `${cat} read(5, "x", 4096) = 1`,
      `${cat} write(4, "x", 1) = 1`,
      '1 read(3, "x", 4096) = 1',
      '1 read(3, "", 4096) = 0',
      "1 close(3) = 0",
    ];
  });
  const trace = traceOf(lines);
  const text = [...writeSnapshot(trace, grammar, { order: "thread", calls: null })].join("");
  return { trace, snapshot: readSnapshot(text, "io.snap", grammar) };
}
