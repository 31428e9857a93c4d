import { expect, test } from "vitest";
import { NO_FILE } from "../../src/identity/descriptor-table.ts";
import { identifyFiles } from "../../src/identity/trace-files.ts";
import { UNKNOWN } from "../../src/trace/table.ts";
import { grammar, traceOf } from "../support/trace-of.ts";

/** Per call: its name and the file it is on, a path or `fd N`, and the second file after a plus sign. */
function filesOf(lines: readonly string[]): string[] {
  const trace = traceOf(lines);
  const { files, file, second } = identifyFiles(trace, grammar);
  const name = (index: number): string => {
    const found = files[index];
    return found?.path ?? `${found?.maker ?? "fd"} ${found?.fd}`;
  };
  return Array.from({ length: trace.table.length }, (_, row) => {
    const index = file[row] ?? NO_FILE;
    const other = second.get(row);
    const call = grammar.calls[trace.table.call[row] ?? 0]?.name;
    return `${call} ${index === NO_FILE ? "-" : name(index)}${other === undefined ? "" : ` + ${name(other)}`}`;
  });
}

/** Per call, the file position at which it starts; null where it is not known. */
function positionsOf(lines: readonly string[]): (number | null)[] {
  const trace = traceOf(lines);
  const { positions } = identifyFiles(trace, grammar);
  return Array.from({ length: trace.table.length }, (_, row) => {
    const position = positions?.[row] ?? UNKNOWN;
    return position === UNKNOWN ? null : position;
  });
}

test("a descriptor is the path it was opened with until it is closed", () => {
  expect(
    filesOf([
      '1 openat(AT_FDCWD, "/a", O_RDONLY) = 3',
      '1 pread64(3, "x", 1, 0) = 1',
      "1 close(3) = 0",
      '1 openat(AT_FDCWD, "/b", O_RDONLY) = 3',
      '1 pread64(3, "x", 1, 0) = 1',
      "1 close(3) = 0",
      '1 pread64(3, "x", 1, 0) = 1',
    ]),
  ).toEqual(["openat /a", "pread64 /a", "close /a", "openat /b", "pread64 /b", "close /b", "pread64 fd 3"]);
});

test("a failed open names its path and gives no descriptor", () => {
  expect(
    filesOf([
      '1 openat(AT_FDCWD, "/a", O_RDONLY) = -1 ENOENT (No such file or directory)',
      '1 read(3, "x", 1) = 1',
    ]),
  ).toEqual(["openat /a", "read fd 3"]);
});

test("a decoration is believed before anything else", () => {
  expect(
    filesOf([
      '1 openat(AT_FDCWD, "a", O_RDONLY) = 3</data/a>',
      '1 pread64(3</data/a>, "x", 1, 0) = 1',
      '1 pread64(3</data/b>, "x", 1, 0) = 1',
      '1 openat(AT_FDCWD, "a", O_RDONLY) = -1 EMFILE (Too many open files)',
    ]),
  ).toEqual(["openat /data/a", "pread64 /data/a", "pread64 /data/b", "openat /data/a"]);
});

test("duplicates of a descriptor are the same file and outlive it", () => {
  expect(
    filesOf([
      '1 openat(AT_FDCWD, "/a", O_RDONLY) = 3',
      "1 dup(3) = 4",
      "1 dup2(3, 9) = 9",
      "1 dup3(3, 10, O_CLOEXEC) = 10",
      "1 fcntl(3, F_DUPFD_CLOEXEC, 20) = 20",
      "1 close(3) = 0",
      '1 read(4, "x", 1) = 1',
      '1 read(9, "x", 1) = 1',
      '1 read(10, "x", 1) = 1',
      '1 read(20, "x", 1) = 1',
      '1 read(3, "x", 1) = 1',
    ]).slice(-5),
  ).toEqual(["read /a", "read /a", "read /a", "read /a", "read fd 3"]);
});

test("a close that finds no descriptor closes none, any other error still frees the number", () => {
  const open = '1 openat(AT_FDCWD, "/a", O_RDONLY) = 3';
  const read = '1 read(3, "x", 1) = 1';
  expect(filesOf([open, "1 close(3) = -1 EBADF (Bad file descriptor)", read]).at(-1)).toBe("read /a");
  expect(filesOf([open, "1 close(3) = -1 EIO (Input/output error)", read]).at(-1)).toBe("read fd 3");
});

test("threads share descriptors, forked processes have copies", () => {
  expect(
    filesOf([
      '1 openat(AT_FDCWD, "/a", O_RDONLY) = 3',
      "1 clone(child_stack=0x7f00, flags=CLONE_VM|CLONE_FILES|CLONE_THREAD) = 2",
      "1 clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD) = 5",
      '2 openat(AT_FDCWD, "/b", O_RDONLY) = 4',
      '1 read(4, "x", 1) = 1',
      '5 read(4, "x", 1) = 1',
      '5 read(3, "x", 1) = 1',
      "5 close(3) = 0",
      '1 read(3, "x", 1) = 1',
    ]).slice(-5),
  ).toEqual(["read /b", "read fd 4", "read /a", "close /a", "read /a"]);
});

test("a thread that unshares its descriptors goes its own way", () => {
  expect(
    filesOf([
      '1 openat(AT_FDCWD, "/a", O_RDONLY) = 3',
      "1 clone(child_stack=0x7f00, flags=CLONE_VM|CLONE_FILES|CLONE_THREAD) = 2",
      "2 unshare(CLONE_FILES) = 0",
      "2 close(3) = 0",
      '1 read(3, "x", 1) = 1',
      "2 close_range(0, 4294967295, CLOSE_RANGE_UNSHARE) = 0",
    ])[4],
  ).toBe("read /a");
});

test("execve keeps descriptors but those opened with O_CLOEXEC", () => {
  expect(
    filesOf([
      '1 openat(AT_FDCWD, "/a", O_RDONLY|O_CLOEXEC) = 3',
      '1 openat(AT_FDCWD, "/b", O_RDONLY) = 4',
      '1 openat(AT_FDCWD, "/c", O_RDONLY) = 5',
      "1 fcntl(5, F_SETFD, FD_CLOEXEC) = 0",
      '1 execve("/bin/x", ["x"], 0x7ffd /* 1 var */) = 0',
      '1 read(3, "x", 1) = 1',
      '1 read(4, "x", 1) = 1',
      '1 read(5, "x", 1) = 1',
    ]).slice(-4),
  ).toEqual(["execve /bin/x", "read fd 3", "read /b", "read fd 5"]);
});

test("close_range closes what lies between its ends", () => {
  const opens = [3, 4, 5].map((fd) => `1 openat(AT_FDCWD, "/${fd}", O_RDONLY) = ${fd}`);
  const reads = [3, 4, 5].map((fd) => `1 read(${fd}, "x", 1) = 1`);
  const after = (call: string): string[] => filesOf([...opens, call, ...reads]).slice(-3);
  const allOpen = ["read /3", "read /4", "read /5"];
  const firstOpen = ["read /3", "read fd 4", "read fd 5"];
  expect(after("1 close_range(4, 5, 0) = 0")).toEqual(firstOpen);
  expect(after("1 close_range(3, 4294967295, CLOSE_RANGE_CLOEXEC) = 0")).toEqual(allOpen);
  // by a strace that does not know the call, which prints numbers as they are
  expect(after("1 syscall_0x1b4(0x4, 0xffffffff, 0, 0x7f, 0, 0) = 0")).toEqual(firstOpen);
  expect(after("1 syscall_0x1b4(0x4, 0xffffffff, 0x4, 0x7f, 0, 0) = 0")).toEqual(allOpen);
  expect(after("2 syscall_0x1b4(0x4, 0xffffffff, 0x2, 0x7f, 0, 0) = 0")).toEqual(allOpen);
});

test("both ends of a pipe are one file, the ends of a socket pair are two", () => {
  expect(
    filesOf([
      "1 pipe2([3, 4], O_CLOEXEC) = 0",
      '1 write(4, "x", 1) = 1',
      '1 read(3, "x", 1) = 1',
      "1 socketpair(AF_UNIX, SOCK_STREAM, 0, [5, 6]) = 0",
      '1 write(6, "x", 1) = 1',
      '1 read(5, "x", 1) = 1',
    ]),
  ).toEqual([
    "pipe2 -",
    "write pipe2 3",
    "read pipe2 3",
    "socketpair -",
    "write socketpair 6",
    "read socketpair 5",
  ]);
});

test("a descriptor that came through a socket is a new file", () => {
  expect(
    filesOf([
      '1 openat(AT_FDCWD, "/a", O_RDONLY) = 7',
      "1 close(7) = 0",
      '1 recvmsg(5, {msg_name=NULL, msg_iov=[{iov_base="x", iov_len=1}], msg_iovlen=1, msg_control=[{cmsg_len=20, cmsg_level=SOL_SOCKET, cmsg_type=SCM_RIGHTS, cmsg_data=[7]}], msg_controllen=24, msg_flags=0}, 0) = 1',
      '1 read(7, "x", 1) = 1',
    ]).at(-1),
  ).toBe("read recvmsg 7");
});

test("copies are on two files, renames on two names", () => {
  expect(
    filesOf([
      '1 openat(AT_FDCWD, "/a", O_RDONLY) = 3',
      '1 openat(AT_FDCWD, "/b", O_WRONLY) = 4',
      "1 copy_file_range(3, NULL, 4, NULL, 100, 0) = 100",
      "1 sendfile(4, 3, NULL, 100) = 0",
      '1 rename("/a", "/c") = 0',
    ]).slice(-3),
  ).toEqual(["copy_file_range /a + /b", "sendfile /a + /b", "rename /a + /c"]);
});

test("a path relative to an open directory is found under it", () => {
  expect(
    filesOf([
      '1 openat(AT_FDCWD, "/data", O_RDONLY|O_DIRECTORY) = 3',
      '1 openat(3, "x.sst", O_RDONLY) = 4',
      '1 openat(3, "/abs", O_RDONLY) = 5',
    ]),
  ).toEqual(["openat /data", "openat /data/x.sst", "openat /abs"]);
});

test("an empty path is the descriptor beside it", () => {
  expect(
    filesOf([
      '1 openat(AT_FDCWD, "/a", O_RDONLY) = 3',
      '1 newfstatat(3, "", {st_mode=S_IFREG|0644, ...}, AT_EMPTY_PATH) = 0',
      '1 newfstatat(0, "", {st_mode=S_IFREG|0644, ...}, AT_EMPTY_PATH) = 0',
      '1 newfstatat(AT_FDCWD, "", 0x7ffd, 0) = -1 ENOENT (No such file or directory)',
    ]),
  ).toEqual(["openat /a", "newfstatat /a", "newfstatat fd 0", "newfstatat "]);
});

test("a file without a name is not the directory it was made in", () => {
  expect(
    filesOf(['1 openat(AT_FDCWD, "/tmp", O_RDWR|O_TMPFILE, 0600) = 3', '1 write(3, "x", 1) = 1']),
  ).toEqual(["openat O_TMPFILE 3", "write O_TMPFILE 3"]);
});

test("an eventfd is one file whatever its counter stands at", () => {
  const read = (count: number): string =>
    `1 read(3<{eventfd-count=0x${count}, eventfd-id=5, eventfd-semaphore=0}>, "x", 8) = 8`;
  expect(filesOf([read(1), read(2)])).toEqual(["read eventfd:[5]", "read eventfd:[5]"]);
});

test("an id that is used again is another process with its own descriptors", () => {
  expect(
    filesOf([
      '1 openat(AT_FDCWD, "/a", O_RDONLY) = 3',
      "1 clone(child_stack=NULL, flags=SIGCHLD) = 2",
      '2 openat(AT_FDCWD, "/b", O_RDONLY) = 4',
      "2 +++ exited with 0 +++",
      "1 clone(child_stack=NULL, flags=SIGCHLD) = 2",
      '2 read(4, "x", 1) = 1',
      '2 read(3, "x", 1) = 1',
    ]).slice(-2),
  ).toEqual(["read fd 4", "read /a"]);
});

test("the position of a file is known from its open on, through reads, writes and seeks", () => {
  expect(
    positionsOf([
      '1 openat(AT_FDCWD, "/a", O_RDWR) = 3',
      '1 read(3, "x"..., 100) = 60',
      '1 write(3, "x"..., 40) = 40',
      "1 lseek(3, -10, SEEK_CUR) = 90",
      '1 pread64(3, "x"..., 100, 5000) = 100',
      '1 readv(3, [{iov_base="x", iov_len=1}], 1) = 1',
      "1 read(3, 0x7ffd, 1) = -1 EIO (Input/output error)",
      '1 read(3, "", 1) = 0',
    ]),
  ).toEqual([null, 0, 60, null, null, 90, 91, 91]);
});

test("duplicates share a position, another open of the file has its own", () => {
  expect(
    positionsOf([
      '1 openat(AT_FDCWD, "/a", O_RDONLY) = 3',
      "1 dup(3) = 4",
      '1 openat(AT_FDCWD, "/a", O_RDONLY) = 5',
      '1 read(3, "x"..., 10) = 10',
      '1 read(4, "x"..., 10) = 10',
      '1 read(5, "x"..., 10) = 10',
    ]).slice(-3),
  ).toEqual([0, 10, 0]);
});

test.each([
  ["an open that was not seen", ['1 read(3, "x", 1) = 1']],
  ["a pipe", ["1 pipe([3, 4]) = 0", '1 read(3, "x", 1) = 1']],
  ["a terminal", ['1 openat(AT_FDCWD, "/dev/tty", O_RDWR) = 3', '1 read(3, "x", 1) = 1']],
  ["an append", ['1 openat(AT_FDCWD, "/a", O_WRONLY|O_APPEND) = 3', '1 write(3, "x", 1) = 1']],
  [
    "a read while another thread may still be reading",
    [
      '1 10:00:00 openat(AT_FDCWD, "/a", O_RDONLY) = 3 <0.000010>',
      '1 10:00:01 read(3, "x", 1) = 1 <0.000010>',
      '2 10:00:01 read(3, "x", 1) = 1 <0.000010>',
    ],
  ],
])("the position after %s is unknown", (_, lines) => {
  expect(positionsOf(lines).at(-1)).toBeNull();
});

test("another thread's read that was over in time moves the position", () => {
  expect(
    positionsOf([
      '1 10:00:00.000000 openat(AT_FDCWD, "/a", O_RDONLY) = 3 <0.000010>',
      '1 10:00:01.000000 read(3, "x", 1) = 1 <0.000010>',
      '2 10:00:01.000011 read(3, "x", 1) = 1 <0.000010>',
    ]),
  ).toEqual([null, 0, 1]);
});

test("a seek makes an unknown position known", () => {
  expect(positionsOf(["1 lseek(3, 4096, SEEK_SET) = 4096", '1 read(3, "x", 1) = 1'])).toEqual([null, 4096]);
});

test("relative paths are found from the directory that a process has changed to", () => {
  expect(
    filesOf([
      '1 openat(AT_FDCWD, "f", O_RDONLY) = 3',
      '1 chdir("/x") = 0',
      '1 openat(AT_FDCWD, "f", O_RDONLY) = 4',
      '1 rename("f", "g") = 0',
      "1 clone(child_stack=NULL, flags=SIGCHLD) = 2",
      '1 openat(AT_FDCWD, "/y", O_RDONLY|O_DIRECTORY) = 5',
      "1 fchdir(5) = 0",
      '1 unlink("f") = 0',
      '2 unlink("f") = 0',
    ]),
  ).toEqual([
    "openat f",
    "chdir /x",
    "openat /x/f",
    "rename /x/f + /x/g",
    "clone -",
    "openat /y",
    "fchdir /y",
    "unlink /y/f",
    "unlink /x/f",
  ]);
});

test("a position that a double does not hold to the byte is not known", () => {
  const at = (position: string): number | null =>
    positionsOf([`1 lseek(3, 0, SEEK_END) = ${position}`, '1 read(3, "x", 1) = 1'])[1] ?? null;
  expect(at("9007199254740991")).toBe(9_007_199_254_740_991);
  for (const beyond of ["9007199254740993", "0x4000000000000002"]) expect(at(beyond)).toBeNull();
});

test("a path in a directory that the log does not name is no path of the working directory", () => {
  expect(
    filesOf([
      '1 unlinkat(AT_FDCWD, "b", 0) = 0',
      '1 unlinkat(3, "b", 0) = 0',
      '1 unlinkat(5, "/d/b", 0) = 0',
      '1 openat(AT_FDCWD, "/d", O_RDONLY|O_DIRECTORY) = 3',
      '1 unlinkat(3, "b", 0) = 0',
    ]),
  ).toEqual(["unlinkat b", "unlinkat ?/b", "unlinkat /d/b", "openat /d", "unlinkat /d/b"]);
});
