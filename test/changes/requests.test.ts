import { describe, expect, test } from "vitest";
import { compare } from "../../src/compare/compare.ts";
import type { Comparison, Ignorable } from "../../src/result/comparison.ts";
import { grammar, parseText } from "../parse/parse-text.ts";

function compared(before: string, after: string, ignore: readonly Ignorable[] = []): Comparison {
  const traces = { before: parseText(`${before}\n`), after: parseText(`${after}\n`) };
  return compare(traces, grammar, { order: "thread", ignore, calls: null, maxUnread: 0 });
}

const NAMES = ["other-names", "ignored-differ", "different-calls"];
const told = ({ warnings }: Comparison): unknown => warnings.filter(({ kind }) => NAMES.includes(kind));

describe("the same request by a newer name is the same", () => {
  test.each([
    ['open("/d/a", O_RDONLY) = 3', 'openat(AT_FDCWD, "/d/a", O_RDONLY) = 3'],
    ['open("/d/a", O_RDWR|O_CREAT, 0644) = 3', 'openat(AT_FDCWD, "/d/a", O_RDWR|O_CREAT, 0644) = 3'],
    ['creat("/d/a", 0600) = 3', 'openat(AT_FDCWD, "/d/a", O_WRONLY|O_CREAT|O_TRUNC, 0600) = 3'],
    ['stat("/d/a", {st_size=1, ...}) = 0', 'newfstatat(AT_FDCWD, "/d/a", {st_size=1, ...}, 0) = 0'],
    ['lstat("/d/a", {st_size=1, ...}) = 0', 'newfstatat(AT_FDCWD, "/d/a", {}, AT_SYMLINK_NOFOLLOW) = 0'],
    ["fstat(3, {st_size=1, ...}) = 0", 'newfstatat(3, "", {st_size=1, ...}, AT_EMPTY_PATH) = 0'],
    ['access("/d/a", R_OK) = 0', 'faccessat2(AT_FDCWD, "/d/a", R_OK, 0) = 0'],
    ['access("/d/a", R_OK) = 0', 'faccessat(AT_FDCWD, "/d/a", R_OK) = 0'],
    ['unlink("/d/a") = 0', 'unlinkat(AT_FDCWD, "/d/a", 0) = 0'],
    ['rmdir("/d/a") = 0', 'unlinkat(AT_FDCWD, "/d/a", AT_REMOVEDIR) = 0'],
    ['rename("/d/a", "/d/b") = 0', 'renameat2(AT_FDCWD, "/d/a", AT_FDCWD, "/d/b", 0) = 0'],
    ['mkdir("/d/a", 0755) = 0', 'mkdirat(AT_FDCWD, "/d/a", 0755) = 0'],
    ['chmod("/d/a", 0755) = 0', 'fchmodat(AT_FDCWD, "/d/a", 0755) = 0'],
    ['chown("/d/a", 1, 2) = 0', 'fchownat(AT_FDCWD, "/d/a", 1, 2, 0) = 0'],
    ['utimes("/d/a", NULL) = 0', 'utimensat(AT_FDCWD, "/d/a", NULL, 0) = 0'],
    ["epoll_create(7) = 3", "epoll_create1(0) = 3"],
    ["pipe([3, 4]) = 0", "pipe2([3, 4], 0) = 0"],
  ])("%s is %s", (before, after) => {
    const comparison = compared(before, after);
    expect(comparison.verdict.exitCode).toBe(0);
    const [name1 = "", name2 = ""] = [before, after].map((line) => line.slice(0, line.indexOf("(")));
    expect(told(comparison)).toEqual([
      { kind: "other-names", side: "before", names: [{ before: name1, after: name2, count: 1 }] },
    ]);
  });

  test.each([
    ['unlink("/d/a") = 0', 'unlinkat(AT_FDCWD, "/d/a", AT_REMOVEDIR) = 0'],
    ['stat("/d/a", {}) = 0', 'newfstatat(AT_FDCWD, "/d/a", {}, AT_SYMLINK_NOFOLLOW) = 0'],
    ['mkdir("/d/a", 0755) = 0', 'mkdirat(AT_FDCWD, "/d/a", 0700) = 0'],
    ['rename("/d/a", "/d/b") = 0', 'renameat2(AT_FDCWD, "/d/a", AT_FDCWD, "/d/b", RENAME_EXCHANGE) = 0'],
  ])("%s is not %s", (before, after) => {
    expect(compared(before, after).verdict.pattern).toBe("different");
  });
});

describe("--ignore result", () => {
  test("accepts another amount", () => {
    expect(compared('read(3, "a", 9) = 1', 'read(3, "ab", 9) = 2', ["result"]).verdict.exitCode).toBe(0);
  });

  test.each([
    ['read(3, "a", 9) = 1', "read(3, 0x1, 9) = -1 EIO (Input/output error)"],
    ["fsync(3) = -1 EIO (Input/output error)", "fsync(3) = 0"],
    ["fsync(3) = -1 EIO (Input/output error)", "fsync(3) = -1 ENOSPC (No space left on device)"],
  ])("accepts no %s in place of %s", (before, after) => {
    expect(compared(before, after, ["result"]).verdict.pattern).toBe("different");
  });
});

test("an ignored argument that may matter is told where it differs, and only there", () => {
  const call = (timeout: string): string => `io_getevents(0x7f0000000000, 1, 2, [], ${timeout}) = 0`;
  expect(told(compared(call("NULL"), call("{tv_sec=1, tv_nsec=0}")))).toEqual([
    { kind: "ignored-differ", side: "before", arguments: [{ call: "io_getevents", argument: "timeout" }] },
  ]);
  expect(told(compared(call("{tv_sec=1, tv_nsec=0}"), call("{tv_sec=1, tv_nsec=0}")))).toEqual([]);
});

describe("calls on mapped files", () => {
  const mapped = (address: string, call: string): string =>
    `openat(AT_FDCWD, "/d/a", O_RDWR) = 3\nmmap(NULL, 65536, PROT_READ, MAP_SHARED, 3, 4096) = ${address}\nclose(3) = 0\n${call}`;

  test("are the same at another address", () => {
    const before = mapped("0x7f3800000000", "msync(0x7f3800001000, 4096, MS_SYNC) = 0");
    const after = mapped("0x7e1100000000", "msync(0x7e1100001000, 4096, MS_SYNC) = 0");
    expect(compared(before, after).verdict.exitCode).toBe(0);
  });

  test.each([
    ["msync(0x7f3800002000, 4096, MS_SYNC) = 0"],
    ["msync(0x7f3800001000, 8192, MS_SYNC) = 0"],
    ["msync(0x7f3800001000, 4096, MS_ASYNC) = 0"],
    ["madvise(0x7f3800001000, 4096, MADV_DONTNEED) = 0"],
  ])("differ at another place, size or with other flags: %s", (other) => {
    const before = mapped("0x7f3800000000", "msync(0x7f3800001000, 4096, MS_SYNC) = 0");
    expect(compared(before, mapped("0x7f3800000000", other)).verdict.pattern).toBe("different");
  });

  test("say which byte of which file they are about", () => {
    // 4096 of the file stand at the start, so 0x1000 further stand 8192
    const trace = parseText(`${mapped("0x7f3800000000", "munmap(0x7f3800001000, 4096) = 0")}\n`);
    expect(trace.table.offset[3]).toBe(8192);
    expect(trace.extras.get(3)?.mapping).toBe(1);
  });
});
