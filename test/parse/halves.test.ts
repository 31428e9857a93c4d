import { describe, expect, test } from "vitest";
import { sampled } from "../support/scaled.ts";
import { parseText, readShipped, recordsOf } from "./parse-text.ts";

const RECORD = { tid: 7, call: "pread64", fd: 3, size: 64, offset: 128, result: 64, latency: 84_000 };

describe("a call in two halves is one call", () => {
  test.each([
    ["up to 4.26", "pread64(3,  <unfinished ...>", '<... pread64 resumed> "x", 64, 128) = 64 <0.000084>'],
    ["5.0 to 6.15", "pread64(3,  <unfinished ...>", '<... pread64 resumed>"x", 64, 128) = 64 <0.000084>'],
    ["since 6.16", "pread64(3 <unfinished ...>", '<... pread64 resumed>, "x", 64, 128) = 64 <0.000084>'],
    ["all at entry", 'pread64(3, "x", 64, 128 <unfinished ...>', "<... pread64 resumed>) = 64 <0.000084>"],
    [
      "all at entry, up to 4.26",
      'pread64(3, "x", 64, 128 <unfinished ...>',
      "<... pread64 resumed> ) = 64 <0.000084>",
    ],
    [
      "nothing at entry",
      "pread64( <unfinished ...>",
      '<... pread64 resumed>3, "x", 64, 128) = 64 <0.000084>',
    ],
    ["padded", "pread64(3,  <unfinished ...>", '<... pread64 resumed>"x", 64, 128)         = 64 <0.000084>'],
  ])("%s", (_version, first, second) => {
    const trace = parseText(`7 ${first}\n8 futex(0x7f, FUTEX_WAKE, 1) = 1\n7 ${second}\n`);
    expect(recordsOf(trace)).toEqual([{ ...RECORD, line: 1 }]);
    expect(trace.lineKinds).toMatchObject({ half: 2, call: 1 });
    expect(trace.problems).toEqual([]);
  });

  test("rows stand in the order in which calls start, with the time of their first halves", () => {
    const text = [
      "7 10:00:00.000001 pread64(3,  <unfinished ...>",
      "8 10:00:00.000002 pread64(4,  <unfinished ...>",
      '9 10:00:00.000003 pread64(5, "", 1, 0) = 0',
      '8 10:00:00.000004 <... pread64 resumed>"", 2, 0) = 0',
      '7 10:00:00.000005 <... pread64 resumed>"", 3, 0) = 0',
    ];
    const records = recordsOf(parseText(`${text.join("\n")}\n`));
    expect(records.map(({ line, tid, fd, size, start }) => [line, tid, fd, size, start])).toEqual([
      [1, 7, 3, 3, 0],
      [2, 8, 4, 2, 1000],
      [3, 9, 5, 1, 2000],
    ]);
  });

  test("a call that never ends is in flight and no record; rows behind it move up", () => {
    const trace = parseText(
      "7 read(3,  <unfinished ...>\n8 read(18446744073709551615, 0x7f, 9007199254740993) = 0\n",
    );
    expect(recordsOf(trace)).toMatchObject([{ tid: 8, size: 9_007_199_254_740_993n }]);
    expect(trace.problems).toEqual([
      { kind: "in-flight", thread: 7, call: "read", line: 1, source: 0, text: "read(3, " },
    ]);
  });

  test("a call is in flight too where its thread starts another or exits", () => {
    const start = "7 read(3,  <unfinished ...>\n";
    for (const next of [
      '7 read(3, "", 1) = 0\n',
      "7 read(4,  <unfinished ...>\n",
      "7 +++ killed by SIGKILL +++\n",
    ]) {
      expect(parseText(start + next).problems[0]).toMatchObject({ kind: "in-flight", line: 1 });
    }
  });

  test("an end without a start is an orphan and no record", () => {
    const trace = parseText('7 <... read resumed>"x", 1) = 1\n');
    expect(trace.table.length).toBe(0);
    expect(trace.problems).toMatchObject([{ kind: "orphan", thread: 7, call: "read", line: 1 }]);
  });

  test("halves of different calls are not joined", () => {
    const trace = parseText('7 read(3,  <unfinished ...>\n7 <... pread64 resumed>"x", 1, 0) = 1\n');
    expect(trace.problemCounts).toMatchObject({ orphan: 1, "in-flight": 1 });
  });

  test("a resumed line that lost its pid belongs to the one thread inside that call", () => {
    const lines = [
      "[pid 7] fsync(3 <unfinished ...>",
      '[pid 8] read(4, "", 1) = 0',
      "<... fsync resumed>) = 0",
    ];
    expect(recordsOf(parseText(`${lines.join("\n")}\n`))).toMatchObject([
      { tid: 7, call: "fsync", result: 0 },
      { tid: 8, call: "read" },
    ]);
  });

  test("of which -z prints the second without a leader", () => {
    const lines = [
      "12102 17:11:20.412912 pread64(3,  <unfinished ...>",
      '"vm\\n", 4096, 0)                        = 3 <0.000087>',
      "12103 17:11:20.413000 fsync(4 <unfinished ...>",
      ")                                       = 0 <0.000013>",
      // once more it is the end of a call whose start is missing
      ")                                       = 0 <0.000013>",
      "12102 17:11:20.413100 fsync(5)          = 0 <0.000010>",
    ];
    const trace = parseText(`${lines.join("\n")}\n`);
    expect(recordsOf(trace)).toMatchObject([
      { line: 1, tid: 12102, fd: 3, size: 4096, offset: 0, result: 3, start: 0, latency: 87_000 },
      { line: 3, tid: 12103, call: "fsync", fd: 4, result: 0, start: 88_000, latency: 13_000 },
      { line: 6, tid: 12102, call: "fsync", fd: 5 },
    ]);
    expect(trace.lineKinds).toMatchObject({ half: 4, call: 1, unread: 1 });
    expect(trace.problems).toMatchObject([{ kind: "malformed", line: 5 }]);
  });

  test("of which the second is no other than the next line", () => {
    const trace = parseText('7 read(3,  <unfinished ...>\n8 fsync(4) = 0\n"x", 1) = 1\n');
    expect(trace.lineKinds).toMatchObject({ half: 1, call: 1, unread: 1 });
    expect(trace.problems).toMatchObject([
      { kind: "in-flight", thread: 7, line: 1 },
      { kind: "malformed", line: 3 },
    ]);
  });

  test("a process that dies inside a call leaves it without result", () => {
    for (const text of [
      "7 read(6,  <unfinished ...>) = ?\n",
      "7 read(6,  <unfinished ...>\n7 <... read resumed> <unfinished ...>) = ?\n",
    ]) {
      const [record] = recordsOf(parseText(text));
      expect(record).toMatchObject({ call: "read", fd: 6 });
      expect(record?.result).toBeUndefined();
    }
    const [record] = recordsOf(parseText("7 pipe2( <unfinished ...>) = ?\n"));
    expect(record).toMatchObject({ call: "pipe2", fds: undefined });
    // since 6.16 without a comma
    for (const flags of ["FIONREAD", "{l_type=F_RDLCK}"]) {
      const [control] = recordsOf(parseText(`7 ioctl(3, ${flags} <unfinished ...>) = ?\n`));
      expect(control).toMatchObject({ call: "ioctl", fd: 3, flags });
    }
  });

  test("an execve of a thread ends under the id of its process", () => {
    const execve = [
      '9 execve("/x", ["x"], 0x7ffe /* 6 vars */ <unfinished ...>',
      "7 <... execve resumed>) = 0 <0.000420>",
    ];
    const superseded = "7 +++ superseded by execve in pid 9 +++";
    for (const lines of [[execve[0], superseded, execve[1]], execve]) {
      const trace = parseText(`${lines.join("\n")}\n7 close(3) = 0\n`);
      expect(recordsOf(trace)).toMatchObject([{ call: "execve", path: "/x", line: 1 }, { call: "close" }]);
      expect(trace.problems).toEqual([]);
    }
  });

  test("a call that strace left when it detached is in flight", () => {
    const trace = parseText('7 read(3,  <detached ...>\n8 write(3, "a", 1) = 1 <detached ...>\n');
    expect(recordsOf(trace)).toMatchObject([{ tid: 8, call: "write", result: 1 }]);
    expect(trace.problemCounts["in-flight"]).toBe(1);
  });
});

/** Where the arguments of a call may be divided: behind its parenthesis and behind each value outside brackets. */
function placesBetweenArguments(line: string): number[] {
  const places: number[] = [];
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? "";
    if (character === "\\") at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if ("([{".includes(character)) depth++;
    else if (character === "," && depth === 1) places.push(at);
    else if (")]}".includes(character) && --depth === 0) return [...places, at];
    if (character === "(" && depth === 1) places.push(at + 1);
  }
  return [];
}

describe("a whole line and the same line in two halves", () => {
  test.each([
    ['"x"...', "18446744073709551615", 18_446_744_073_709_551_615n],
    ['"abc"', "35", 35],
  ])("are the same record where the size does not fit the data: %s, %s", (data, text, size) => {
    const first = `7 write(3, ${data}, ${text}`;
    const expected = { tid: 7, line: 1, call: "write", fd: 3, size, result: -1, error: "EFAULT" };
    for (const between of ["", " <unfinished ...>\n7 <... write resumed>"]) {
      const trace = parseText(`${first}${between}) = -1 EFAULT (Bad address)\n`);
      expect(recordsOf(trace)).toEqual([expected]);
      expect(trace.problems).toEqual([]);
    }
  });

  for (const name of ["c01_61", "c20_v48", "c29_v72_N"]) {
    test(`are the same record, wherever strace cuts the lines of ${name}`, () => {
      const text = new TextDecoder("latin1").decode(readShipped(`corpus/${name}.strace`));
      const calls = text.split("\n").filter((line) => /^\d+ +\w+\(.* = -?\d/.test(line));
      expect(calls.length).toBeGreaterThan(200);
      for (const line of sampled(calls)) {
        const [, pid = "", body = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
        const whole = parseText(`${pid} ${body}\n`);
        for (const place of placesBetweenArguments(body)) {
          const isEntry = body[place - 1] === "(";
          const rest = body.slice(place).replace(/^, /, "");
          const name = body.slice(0, body.indexOf("("));
          const comma = body[place] === "," ? ", " : "";
          const first = body.slice(0, place);
          const dialects = [
            [`${first}${comma} <unfinished ...>`, `<... ${name} resumed>${rest}`],
            [`${first}${comma} <unfinished ...>`, `<... ${name} resumed> ${rest}`],
            [`${first} <unfinished ...>`, `<... ${name} resumed>${isEntry ? "" : comma}${rest}`],
          ];
          for (const [entry, end] of dialects) {
            const halves = parseText(`${pid} ${entry}\n${pid} ${end}\n`);
            expect(recordsOf(halves)).toEqual(recordsOf(whole));
            expect(halves.otherCalls).toEqual(whole.otherCalls);
          }
        }
      }
    });
  }
});

describe("a trace that was cut", () => {
  test("a call that stops in the middle of the last line is a problem and no record", () => {
    const whole = '7 read(3, "x", 1) = 1 <0.000010>\n';
    const line = '7 pread64(3, "xyz", 100, 4096) = 100 <0.000010>';
    for (let length = 3; length < line.length; length++) {
      const trace = parseText(whole + line.slice(0, length));
      expect(trace.table.length).toBe(1);
      if (length > "7 pread64(".length)
        expect(trace.problems).toMatchObject([{ kind: "truncated", line: 2 }]);
    }
  });

  test.each([
    ["[pid 7] fsync(3 <unfinished ...>", "[pid 7] <... fsync resumed>", 2],
    ["[pid 7] fsync(3 <unfinished ...>", "<... fsync resumed>", 2],
    ["7 fsync(3 <unfinished ...>", "7 <... fsync resumed>", 4],
    ["7 10:00:00 fsync(3 <unfinished ...>", "7 10:00:00 <... fsync resumed>", 11],
    // of a thread that is new
    ["[pid 7] fsync(3 <unfinished ...>", "[pid 1234567<a b>] ", 2],
  ])("stops in a leader or a resumed line too: %s, %s", (first, line, from) => {
    const before = `${first.replace(/fsync.*/, "fsync(4) = 0")}\n${first}\n`;
    for (let length = from; length <= line.length; length++) {
      const { problems, table } = parseText(before + line.slice(0, length));
      expect(table.length).toBe(1);
      expect(problems).toContainEqual({ kind: "truncated", line: 3, source: 0, text: line.slice(0, length) });
    }
  });

  test("output without a line end is output where no other line shows that strace was about to write it", () => {
    for (const [before, line] of [
      ["7 fsync(3) = 0", "[pid 1"],
      ["[pid 7] fsync(3) = 0", "<... fsync res"],
      ["[pid 7] fsync(3 <unfinished ...>", "<... read res"],
      ["[pid 7] fsync(3 <unfinished ...>", "["],
      ["[pid 7] 10:00:00 fsync(3 <unfinished ...>", "<... fsync res"],
      ["[pid 7] fsync(3) = 0", "[pid 1] is mine"],
    ]) {
      const trace = parseText(`${before}\n${line}`);
      expect(trace.problemCounts.truncated).toBe(0);
      expect(trace.lineKinds.output).toBe(1);
    }
  });

  test("a last line that lost only its line end is read", () => {
    expect(parseText('7 read(3, "x", 1) = 1 <0.000010>').table.length).toBe(1);
    expect(parseText('7 read(3, "x", 1) = 1').table.length).toBe(1);
  });

  test("a line over the limit is a problem and counts as unread", () => {
    const trace = parseText(`7 read(3, "${"x".repeat(200)}", 200) = 200\n7 read(3, "", 1) = 0\n`, {
      lineLimit: 100,
    });
    expect(trace.problems).toMatchObject([{ kind: "too-long", limit: 100, line: 1 }]);
    expect(trace.lineKinds).toMatchObject({ unread: 1, call: 1 });
  });

  test("problems are counted beyond the number that is kept", () => {
    const trace = parseText('7 <... read resumed>"x", 1) = 1\n'.repeat(50), { problemLimit: 3 });
    expect(trace.problems).toHaveLength(3);
    expect(trace.problemCounts.orphan).toBe(50);
  });
});
