import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Trace } from "../../src/trace/trace.ts";
import { parseText, readShipped, recordsOf } from "./parse-text.ts";

const read = (...lines: string[]): Trace => parseText(`${lines.join("\n")}\n`);
const CALL = 'pwrite64(3, "abcd", 4, 4096) = 4';
/** Lines of a trace around one that is damaged: another thread, then the same one again. */
const among = (line: string): Trace =>
  read(
    `10790 12:35:30 ${CALL}`,
    `10790 12:35:31 ${line}`,
    `10791 12:35:32 ${CALL}`,
    `10790 12:35:33 ${CALL}`,
    "10790 12:35:34 +++ exited with 0 +++",
  );

describe("a call whose line breaks off and whose thread goes on", () => {
  test.each([
    ["no number as result", 'pwrite64(3, "abcd", 4, 4096) = abc', 47],
    ["a result with a point", 'pwrite64(3, "abcd", 4, 4096) = 1.4096', 48],
    ["no parenthesis at the end", 'pwrite64(3, "abcd", 4, 4096 = 4', 47],
    ["no result", 'pwrite64(3, "abcd", 4, 4096)', 44],
    ["no end of its data", 'pwrite64(3, "abc', 32],
    ["no arguments", "pwrite64(", 25],
    ["a call that is not in the grammar", "futex(0x7f, FUTEX_WA", 36],
  ])("%s is unread, up to the column where it breaks off", (_name, line, column) => {
    const trace = among(line);
    expect(trace.lineKinds).toMatchObject({ call: 3, unread: 1, half: 0, output: 0, exit: 1 });
    expect(trace.problemCounts).toMatchObject({ malformed: 1, "in-flight": 0 });
    const text = `10790 12:35:31 ${line}`;
    expect(trace.problems).toEqual([
      { kind: "malformed", line: 2, source: 0, column, expected: "arguments or result", text },
    ]);
    expect(recordsOf(trace).map((record) => record.line)).toEqual([1, 3, 4]);
  });

  test("is unread where the thread exits next, or starts a call that goes on elsewhere", () => {
    for (const next of ["7 +++ exited with 0 +++", "7 read(3,  <unfinished ...>", "7 pread64(5, again"]) {
      const { lineKinds, problems } = read("7 pread64(5, hello", next);
      expect(lineKinds.unread).toBe(1);
      expect(problems[0]).toMatchObject({ kind: "malformed", line: 1 });
    }
  });

  test("is in flight where the trace ends first", () => {
    const trace = read(`8 ${CALL}`, "7 pread64(5, hello", `8 ${CALL}`);
    expect(trace.lineKinds).toMatchObject({ half: 1, unread: 0 });
    expect(trace.problems).toMatchObject([{ kind: "in-flight", thread: 7, line: 2 }]);
  });

  test("is in flight where strace closed the line, right away or after foreign text", () => {
    for (const lines of [
      ["7 pread64(5,  <unfinished ...>"],
      ["7 pread64(5,  <detached ...>"],
      ["7 pread64(5, parent", " <unfinished ...>"],
      ["7 pread64(5, strace: Process 7 detached", " <detached ...>"],
    ]) {
      const trace = read(...lines, `7 ${CALL}`);
      expect(trace.lineKinds).toMatchObject({ unread: 0, call: 1 });
      expect(trace.problems).toMatchObject([{ kind: "in-flight", line: 1 }]);
    }
  });

  test("is read where a later line brings the rest", () => {
    const trace = read("7 pread64(5, hello", '"abcd", 4, 0) = 4', `7 ${CALL}`);
    expect(trace.problems).toEqual([]);
    expect(trace.table.length).toBe(2);
  });
});

describe("a line that starts as those of strace and goes on as none", () => {
  test.each([
    ["a blank before the parenthesis", 'pwrite64 (3, "abcd", 4, 4096) = 4'],
    ["a blank there and no result", 'pwrite64 (3, "abcd", 4'],
    ["a NUL in the name", 'pwr\0te64(3, "abcd", 4, 4096) = 4'],
    ["a tab in the name", 'pwr\tte64(3, "abcd", 4, 4096) = 4'],
    ["only a part of a name", "pwri"],
    ["no name", '(3, "abcd", 4, 4096) = 4'],
    ["a part of a resumed line", "<... pwrite64 resu"],
  ])("%s is unread", (_name, line) => {
    const trace = among(line);
    expect(trace.lineKinds).toMatchObject({ call: 3, unread: 1, output: 0 });
    expect(trace.problems).toMatchObject([{ kind: "malformed", line: 2, column: 16 }]);
  });

  test.each([
    ["only a time", "12:35:30 ", 10],
    ["only a pid", "10790 ", 7],
    ["a pid in brackets", "[pid 10790] ", 13],
  ])("with %s in front, a call of which only the name is damaged is unread", (_name, leader, column) => {
    for (const name of ["pwrite64 ", "pwr\0te64"]) {
      const trace = read(leader + CALL, leader + CALL.replace("pwrite64", name), leader + CALL);
      expect(trace.lineKinds).toMatchObject({ call: 2, unread: 1, output: 0 });
      expect(trace.problems).toMatchObject([{ kind: "malformed", line: 2, column }]);
    }
  });

  test("a damaged line is not taken for the rest of a damaged line before it", () => {
    for (const leader of ["10790 12:35:30 ", "10790 ", "12:35:30 "]) {
      const damaged = [leader + CALL.slice(0, 15), leader + CALL.replace("write", "wr\tte")];
      const trace = read(leader + CALL, ...damaged, leader + CALL);
      expect(trace.lineKinds).toMatchObject({ call: 2, unread: 2 });
      expect(trace.problems).toMatchObject([{ line: 2 }, { line: 3 }]);
    }
  });

  test("a resumed line is not taken for the rest of a damaged line before it", () => {
    const trace = read(
      "7 10:00:01 read(4,  <unfinished ...>",
      "8 10:00:02 futex(0x7f, FUTEX_WAIT <unfinis",
      '7 10:00:03 <... read resumed>"a", 1) = 1',
      "8 10:00:04 sync() = 0",
    );
    expect(recordsOf(trace)).toMatchObject([{ call: "read", result: 1 }, { call: "sync" }]);
    expect(trace.problems).toMatchObject([{ kind: "malformed", line: 2 }]);
  });

  test("text of the program is output, with numbers or a time in front too", () => {
    for (const line of ["hello (world) = 5", "12 apples (3)", "pwrite64 (3)", "100", "99 of 100"]) {
      expect(read(`10790 12:35:30 ${CALL}`, line, `10790 12:35:33 ${CALL}`).lineKinds.output).toBe(1);
    }
    const timed = read(`12:35:30 ${CALL}`, "12:35:31 INFO server (main): started", `12:35:33 ${CALL}`);
    expect(timed.lineKinds.output).toBe(1);
  });

  test("a notice behind a leader is a notice", () => {
    const notice = "10790 12:35:31 [ Process PID=10790 runs in 32 bit mode. ]";
    const trace = read(`10790 12:35:30 ${CALL}`, notice);
    expect(trace.lineKinds).toMatchObject({ call: 1, notice: 1 });
  });
});

describe("a last line that stops before the arguments", () => {
  test.each(["10790 12:35:31 ", "[pid 10790] 12:35:31 ", "12:35:31 ", "10790 ", "10790 1796032184.259884 "])(
    "behind %j is truncated, wherever in the name it stops",
    (leader) => {
      for (let length = 1; length <= "pwrite64".length; length++) {
        const { problems, lineKinds } = parseText(`${leader}${CALL}\n${leader}${CALL.slice(0, length)}`);
        expect(problems).toMatchObject([{ kind: "truncated", line: 2 }]);
        expect(lineKinds).toMatchObject({ call: 1, half: 1 });
      }
    },
  );

  test("is truncated too where it stops inside its time", () => {
    expect(parseText(`10790 12:35:31 ${CALL}\n10790 12:3`).problems).toMatchObject([{ kind: "truncated" }]);
  });

  test("is output where it has no leader like the others, or no name", () => {
    for (const last of ["pwri", "done", "100", "100 %"]) {
      const { problems, lineKinds } = parseText(`10790 12:35:31 ${CALL}\n${last}`);
      expect(problems).toEqual([]);
      expect(lineKinds.output).toBe(1);
    }
  });
});

test("no line with time and a known pid that stops anywhere in the middle of a trace passes as output", () => {
  const text = new TextDecoder("latin1").decode(readShipped("corpus/m09_7digit_pids_o.strace"));
  const lines = text.trimEnd().split("\n");
  const leaderOf = (line = ""): string => /^\d+ +[\d:.]+ /.exec(line)?.[0] ?? "";
  const pidOf = (line = ""): string => line.slice(0, line.indexOf(" "));
  const known = Array.from(lines.keys()).filter((index) =>
    lines.slice(0, index).some((line) => pidOf(line) === pidOf(lines[index])),
  );
  fc.assert(
    fc.property(fc.constantFrom(...known), fc.nat(120), (index, length) => {
      const line = lines[index] ?? "";
      const cut = line.slice(0, leaderOf(line).length + length);
      const trace = read(...lines.slice(0, index), cut, ...lines.slice(index + 1));
      expect(trace.lineKinds.output).toBe(0);
    }),
  );
});

test("a damaged line is read the same, whatever line stands before it", () => {
  // of two that the general scanner reads, the second had what the first left behind
  const last = ["d() = 1 <<>", ">"];
  const { output, half } = read("a() = 1", ...last).lineKinds;
  expect(read("a() = 1", 'f("") = 0<>', ...last).lineKinds).toMatchObject({ output, half });
});

describe("a log that was wrapped at the width of a terminal", () => {
  const line = (offset: number): string =>
    `1017  00:50:31.2994${offset} pread64(3</data/db/file.sst>, "\\0\\1x"..., 4096, ${offset}4096) = 4096 <0.000010>`;
  const lines = Array.from({ length: 8 }, (_, at) => line(10 + at));
  const fold = (width: number): string =>
    lines.map((one) => one.replace(new RegExp(`(.{${width}})(?=.)`, "g"), "$1\n")).join("\n");
  const callsOf = (trace: Trace): unknown =>
    recordsOf(trace).map(({ call, fd, path, offset, size, result }) => ({
      call,
      fd,
      path,
      offset,
      size,
      result,
    }));
  const whole = callsOf(read(...lines));

  test("is read as it was, or its calls are unread, wherever its lines end", () => {
    let readAll = 0;
    for (let width = 20; width < line(10).length; width++) {
      const trace = parseText(`${fold(width)}\n`);
      // half a name is one that no call has, of which the report warns
      if (trace.lineKinds.unread > 0 || Object.keys(trace.otherCalls).length > 0) continue;
      expect(callsOf(trace), `width ${width}`).toEqual(whole);
      readAll++;
    }
    expect(readAll).toBeGreaterThan(20);
  });
});
