import { describe, expect, test } from "vitest";
import { TraceParser } from "../../src/parse/trace-parser.ts";
import type { Trace } from "../../src/trace/trace.ts";
import { grammar, readShipped, recordsOf } from "./parse-text.ts";

type Source = { readonly name: string; readonly tid: number | null; readonly text: string | Uint8Array };

function parseSet(sources: readonly Source[]): Trace {
  const parser = new TraceParser(grammar, { source: "set" });
  for (const { name, tid, text } of sources) {
    parser.startSource(name, tid);
    parser.feed(typeof text === "string" ? new TextEncoder().encode(text) : text);
  }
  return parser.finish();
}

describe("the files of one `strace -ff` set", () => {
  test("are one trace in order of times, each line of the thread of its file", () => {
    const trace = parseSet([
      { name: "t.11", tid: 11, text: '10:00:01 read(3, "", 1) = 0\n10:00:03 read(3, "", 2) = 0\n' },
      { name: "t.12", tid: 12, text: '10:00:02 read(3, "", 3) = 0\n10:00:03 read(3, "", 4) = 0\n' },
    ]);
    expect(trace.sources).toEqual(["t.11", "t.12"]);
    expect(recordsOf(trace).map(({ tid, line, size, start }) => [tid, line, size, start])).toEqual([
      [11, 1, 1, 0],
      [12, 1, 3, 1e9],
      [11, 2, 2, 2e9],
      [12, 2, 4, 2e9],
    ]);
    expect(trace.threads).toEqual([
      { tid: 11, source: 0 },
      { tid: 12, source: 1 },
    ]);
    expect(trace.lines).toBe(4);
  });

  test("without times, stay as they are, one after the other", () => {
    const trace = parseSet([
      { name: "t.11", tid: 11, text: 'read(3, "", 1) = 0\n' },
      { name: "t.12", tid: 12, text: 'read(3, "", 2) = 0\n' },
    ]);
    expect(recordsOf(trace).map(({ tid, size }) => [tid, size])).toEqual([
      [11, 1],
      [12, 2],
    ]);
  });

  describe("know the order between their threads", () => {
    const call = (size: number): string => `read(3, "", ${size}) = 0\n`;
    const orderOf = (...texts: readonly string[]): Trace["threadOrder"] =>
      parseSet(texts.map((text, index) => ({ name: `t.${index}`, tid: 11 + index, text }))).threadOrder;

    test.each([
      ["times of microseconds", `10:00:01.000001 ${call(1)}`, `10:00:01.000002 ${call(2)}`],
      [
        "a time in the first line alone that is no whole second",
        `10:00:01.5 ${call(1)}`,
        `10:00:02.5 ${call(2)}`,
      ],
      ["dates of microseconds", `1796032184.259884 ${call(1)}`, `1796032184.259885 ${call(2)}`],
      ["calls of one thread only", call(1), "+++ exited with 0 +++\n"],
    ])("from %s", (_name, one, other) => {
      expect(orderOf(one, other)).toBeUndefined();
    });

    test.each([
      ["no times", call(1), call(2)],
      ["whole seconds", `10:00:01 ${call(1)}`, `10:00:02 ${call(2)}`],
      ["whole seconds of a date", `1796032184 ${call(1)}`, `1796032185 ${call(2)}`],
      ["times in one file only", `10:00:01.000001 ${call(1)}`, call(2)],
      ["times since the line before", `     0.000001 ${call(1)}`, `     0.000002 ${call(2)}`],
    ])("but not from %s", (_name, one, other) => {
      expect(orderOf(one, other)).toBe("unknown");
    });

    test("where one file holds all of them", () => {
      expect(orderOf(`7 ${call(1)}8 ${call(2)}`)).toBeUndefined();
    });
  });

  test("what a row has beside its columns moves with it", () => {
    const trace = parseSet([
      { name: "t.11", tid: 11, text: "10:00:02 dup2(3, 50) = 50\n" },
      { name: "t.12", tid: 12, text: "10:00:01 lseek(3, 9007199254740993, SEEK_SET) = 9007199254740993\n" },
    ]);
    expect(recordsOf(trace)).toMatchObject([
      { tid: 12, offset: 9_007_199_254_740_993n, result: 9_007_199_254_740_993n },
      { tid: 11, fds: [50] },
    ]);
  });

  test("a call is not joined across files, and problems name their file", () => {
    const trace = parseSet([
      { name: "t.11", tid: 11, text: "read(3,  <unfinished ...>\n" },
      { name: "t.12", tid: 12, text: '<... read resumed>"x", 1) = 1\n' },
    ]);
    expect(trace.table.length).toBe(0);
    expect(trace.problems).toMatchObject([
      { kind: "in-flight", thread: 11, source: 0, line: 1 },
      { kind: "orphan", thread: 12, source: 1, line: 1 },
    ]);
  });

  test("an execve of a thread starts in its file and ends in that of its process, in either order of files", () => {
    const process = {
      name: "t.7",
      tid: 7,
      text: "10:00:02 <... execve resumed>) = 0 <0.000420>\n10:00:03 sync() = 0\n",
    };
    const thread = {
      name: "t.9",
      tid: 9,
      text: '10:00:01 execve("/x", ["x"], 0x7ffe /* 6 vars */ <pid changed to 7 ...>\n',
    };
    for (const sources of [
      [process, thread],
      [thread, process],
    ]) {
      const trace = parseSet(sources);
      expect(recordsOf(trace)).toMatchObject([
        { tid: 9, call: "execve", path: "/x", result: 0, latency: 420_000 },
        { tid: 7, call: "sync" },
      ]);
      expect(trace.problems).toEqual([]);
    }
    expect(parseSet([thread]).problemCounts["in-flight"]).toBe(1);
    expect(parseSet([process]).problems).toMatchObject([
      { kind: "orphan", thread: 7, call: "execve", line: 1 },
    ]);
  });

  test("a recorded set has one thread a file", () => {
    const tids = [6007, 6008, 6009, 6010, 6011];
    const trace = parseSet(
      tids.map((tid) => ({
        name: `${tid}`,
        tid,
        text: readShipped(`corpus/n03_threads_v426_ff.strace.${tid}`),
      })),
    );
    expect(trace.threads.map(({ tid }) => tid)).toEqual(tids);
    expect(trace.problems).toEqual([]);
    const { start } = trace.table;
    for (let row = 1; row < start.length; row++)
      expect(start[row]).toBeGreaterThanOrEqual(start[row - 1] ?? 0);
  });
});
