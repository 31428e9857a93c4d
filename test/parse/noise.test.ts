import { describe, expect, test } from "vitest";
import { parseText, recordsOf } from "./parse-text.ts";

const read = (...lines: string[]) => parseText(`${lines.join("\n")}\n`);

describe("output of the traced program inside its own call", () => {
  test.each([
    ["without line end", ['write(2, "progress 0", 10progress 0)     = 10 <0.000008>'], 10],
    ["with a line end", ['write(1, "line 0\\n", 7line 0', ")        = 7 <0.000008>"], 7],
    ["over several lines", ['write(2, "a\\nb\\nc", 5a', "b", "c)         = 5"], 5],
    ["a line end alone", ['write(2, "\\n", 1', ")              = 1"], 1],
    ["digits that fuse with the size", ['write(1, "600|209700\\n", 11600|209700', ") = 11"], 11],
    ["digits alone", ['write(1, "42", 242)                       = 2'], 2],
    [
      "what looks like a record",
      ['write(2, "pread64(9, \\"f\\", 4, 0) = 4\\n", 26pread64(9, "f", 4, 0) = 4', ") = 26"],
      26,
    ],
    [
      "what looks like an exit",
      ['write(2, "+++ exited with 9 +++\\n", 22+++ exited with 9 +++', ") = 22"],
      22,
    ],
    [
      "cut by -s",
      ['write(1, "1:back\\\\slash sit"..., 3061:back\\slash sit amet', "2:more".padEnd(279, "."), ") = 306"],
      306,
    ],
    ["a short write", ['write(1, "abcdef", 6abc) = 3'], 6],
  ])("%s is cut out", (_name, lines, size) => {
    const trace = read('read(3, "", 1) = 0', ...lines, 'read(4, "", 1) = 0');
    expect(recordsOf(trace)).toMatchObject([{ fd: 3 }, { call: "write", size, line: 2 }, { fd: 4 }]);
    expect(trace.problems).toEqual([]);
    expect(trace.lineKinds.unread).toBe(0);
  });

  test("the lines between are output, the ends are halves", () => {
    const { lineKinds } = read('write(2, "a\\nb\\nc", 5a', "b", "c)         = 5");
    expect(lineKinds).toMatchObject({ half: 2, output: 1, call: 0 });
  });

  test("a write that is split by another thread loses its output too", () => {
    const trace = read(
      '7 write(2, "hi\\n", 3hi',
      " <unfinished ...>",
      '8 read(3, "", 1) = 0',
      "7 <... write resumed>) = 3",
    );
    expect(recordsOf(trace)).toMatchObject([{ tid: 7, size: 3, result: 3 }, { tid: 8 }]);
  });

  test("a short write of data that starts with a digit keeps its size", () => {
    expect(recordsOf(read('write(1, "1234567890", 10) = 1'))).toMatchObject([{ size: 10, result: 1 }]);
  });
});

describe("foreign text inside a call", () => {
  const rest = '"\\0\\200"..., 4096, 950272) = 4096 <0.000042>';

  test.each([
    ["/usr/bin/strace: Process 13521 attached"],
    ["strace: Process 13521 attached"],
    ["Process 13521 attached"],
    ["child says hi"],
  ])("%s, in the middle of the line", (text) => {
    const trace = read(`[pid 5] 10:00:00 pread64(5, ${text}`, rest);
    expect(recordsOf(trace)).toMatchObject([{ fd: 5, size: 4096, offset: 950_272, latency: 42_000 }]);
    expect(trace.problems).toEqual([]);
  });

  test("a notice behind flags", () => {
    const trace = read(
      "clone(child_stack=NULL, flags=CLONE_VM|SIGCHLD/usr/bin/strace: Process 511 attached",
      ", child_tidptr=0x7f88) = 511 <0.000140>",
      '[pid 511] read(3, "", 1) = 0',
      '[pid 510] read(3, "", 1) = 0',
    );
    expect(recordsOf(trace)).toMatchObject([
      { tid: 510, call: "clone", flags: "CLONE_VM|SIGCHLD", result: 511 },
      { tid: 511 },
      { tid: 510 },
    ]);
  });

  test.each([
    ["writev", '4, [{iov_base="abc", iov_len=3}, {iov_base="d"..., iov_len=7}], 2', { fd: 4, size: 10 }],
    ["writev", "4, [], 0", { fd: 4, size: 0 }],
    ["sendto", '4, "abc"..., 10, 0, NULL, 0', { fd: 4, size: 10 }],
    [
      "io_submit",
      "0x7f, 1, [{aio_data=0, aio_lio_opcode=IOCB_CMD_PREAD, aio_fildes=4, aio_buf=0x1, aio_nbytes=10, aio_offset=0}]",
      { fd: 4, size: 10, offset: 0 },
    ],
  ])("a notice glued to the last argument of %s", (name, args, fields) => {
    for (const notice of ["strace: Process 12 attached", "/usr/bin/strace: Process 12 attached"]) {
      const trace = read(
        "[pid 11] fsync(4) = 0",
        `[pid 11] ${name}(${args}${notice}`,
        " <unfinished ...>",
        "[pid 12] fsync(5) = 0",
        `[pid 11] <... ${name} resumed>) = 10`,
      );
      expect(trace.problems).toEqual([]);
      expect(recordsOf(trace)).toMatchObject([
        { call: "fsync" },
        { call: name, tid: 11, ...fields },
        { tid: 12 },
      ]);
    }
  });

  test("a notice in a call that prints nothing at entry", () => {
    const lines = [
      "vfork(/usr/bin/strace: Process 12 attached",
      " <unfinished ...>",
      "[pid 11] <... vfork resumed>) = 12",
    ];
    expect(recordsOf(read(...lines))).toMatchObject([{ call: "vfork", result: 12 }]);
  });

  test("output of another process, once and again", () => {
    const trace = read("wait4(742, child says hi", "child says hi", "child says hi", "NULL, 0, NULL) = 742");
    expect(trace.otherCalls).toEqual({ wait4: 1 });
    expect(trace.lineKinds).toMatchObject({ output: 3, half: 1 });
  });

  test("output before a line that is written whole", () => {
    const trace = read(
      '09:52:21.100000 read(3, "", 1) = 0 <0.000001>',
      'progress 009:52:21.139431 write(2, "progress 0", 10) = 10 <0.000008>',
    );
    expect(recordsOf(trace)).toMatchObject([
      { call: "read" },
      { call: "write", size: 10, start: 39_431_000 },
    ]);
  });

  test("a call that is cut and whose thread goes on with another one cannot be read", () => {
    const trace = read("7 pread64(5, hello", '7 pread64(6, "x", 1, 0) = 1');
    expect(recordsOf(trace)).toMatchObject([{ fd: 6 }]);
    expect(trace.problems).toMatchObject([{ kind: "malformed", line: 1, column: 14 }]);
    expect(trace.lineKinds).toMatchObject({ unread: 1, half: 0, call: 1 });
  });
});

describe("text between the lines", () => {
  test.each([
    ["strace: Process 5 attached", "notice"],
    ["/usr/bin/strace: Process 5 attached with 2 threads", "notice"],
    ["Process 5 resumed (parent 4 ready)", "notice"],
    ["[ Process PID=10 runs in 32 bit mode. ]", "notice"],
    ["[pid 32661] [ Process PID=32661 runs in 32 bit mode. ]", "notice"],
    ["10    [ Process PID=10 runs in x32 mode. ]", "notice"],
    ["[pid 7<a b>] 10:00:00 [  17] [ Process PID=7 runs in 64 bit mode. ]", "notice"],
    ["--- SIGINT (Interrupt) @ 0 (0) ---", "signal"],
    ["7 --- SIGALRM {si_signo=SIGALRM, si_code=SI_KERNEL} ---", "signal"],
    ["--- stopped by SIGSTOP ---", "signal"],
    ["7 +++ exited with 0 +++", "exit"],
    ["+++ killed by SIGSEGV (core dumped) +++", "exit"],
    [" > /lib/libc.so.6(__read+0x14) [0x10e354] read.c:26", "stack"],
    [" > unexpected_backtracing_error [0x3000]", "stack"],
    [" | 00000  68 65 6c 6c 6f                                    hello            |", "dump"],
    [" | <Cannot fetch 65536 bytes from pid 10 @0x7f00>", "dump"],
    [" * 5 bytes in buffer 0", "dump"],
    ["% time     seconds  usecs/call     calls    errors syscall", "table"],
    ["------ ----------- ----------- --------- --------- ----------------", "table"],
    [" 47.80    0.000283          15        18           pread64", "table"],
    ["100.00    0.000592          17        33         1 total", "table"],
    ["System call usage summary for 32 bit mode:", "table"],
    ["", "blank"],
    [" \t ", "blank"],
    ["[...]", "elision"],
    ["> [...]", "elision"],
    ["<...>", "elision"],
    ["...", "elision"],
    ["[snip]", "elision"],
    ["--- 20 lines omitted ---", "elision"],
    ["\u2026 20 more lines", "elision"],
    ["child says hi", "output"],
    ["loading....", "output"],
    ["3 lines read", "output"],
    ["main(argc, argv)", "output"],
    ["hello (world) = 5", "output"],
  ] as const)("%j is counted as %s", (line, kind) => {
    const { lineKinds, lines, table } = read(line);
    expect(lineKinds[kind]).toBe(1);
    expect(lines).toBe(1);
    expect(table.length).toBe(0);
  });

  test("a known call that cannot be read is a problem with its column", () => {
    const trace = read('7 pread64(3, "x", many, 0) = 1');
    expect(trace.lineKinds.unread).toBe(1);
    expect(trace.problems).toMatchObject([{ kind: "malformed", line: 1, column: 19 }]);
  });

  test("in a trace with times, what looks like a call and has none is not strace's", () => {
    const trace = read(
      '10:00:00 read(3, "", 1) = 0',
      'read(9, "", 1) = 0',
      "+++ exited with 9 +++",
      "sum(1, 2) = 3",
    );
    expect(trace.table.length).toBe(1);
    expect(trace.lineKinds).toMatchObject({ call: 1, unread: 1, output: 2, exit: 0 });
  });
});

describe("a file in disguise", () => {
  const lines = '7 read(3, "x", 1) = 1\n7 +++ exited with 0 +++\n';

  test.each([
    ["with a byte order mark", `\ufeff${lines}`],
    ["with NULs in front, as copytruncate leaves them", `${"\0".repeat(5000)}${lines}`],
    ["with CR LF", lines.replaceAll("\n", "\r\n")],
    ["quoted in a mail", lines.replace(/^/gm, "> ").replace(/> $/, "")],
    ["in colors", lines.replace("read", "\u001b[33mread\u001b[0m").replace('"x"', '\u001b[35m"x"\u001b[0m')],
  ])("%s is read as without", (_name, text) => {
    const trace = parseText(text);
    expect(recordsOf(trace)).toMatchObject([{ tid: 7, fd: 3, size: 1, result: 1 }]);
    expect(trace.lineKinds).toMatchObject({ call: 1, exit: 1 });
  });

  test("colors of the program leave a trace without colors alone", () => {
    const trace = read('7 read(3, "\\33[31mx", 6) = 6', "\u001b[31mwarning\u001b[0m", '7 read(4, "", 1) = 0');
    expect(trace.lineKinds).toMatchObject({ call: 2, output: 1 });
  });

  test("a C source has no calls", () => {
    const source = [
      "#include <stdio.h>",
      "int main(void) {",
      '  printf("%d", read(3, b, 1));',
      "  return 0;",
      "}",
    ];
    expect(read(...source).table.length).toBe(0);
  });
});
