import { describe, expect, test } from "vitest";
import { formatGithub } from "../../src/report/github/github.ts";
import { formatJson } from "../../src/report/json/json.ts";
import { formatJunit } from "../../src/report/junit/junit.ts";
import { formatMarkdown } from "../../src/report/markdown/markdown.ts";
import { formatText } from "../../src/report/text/text.ts";
import type { Comparison } from "../../src/result/comparison.ts";
import { compareRuns } from "../latency/timed-traces.ts";
import { reportOf } from "../report/comparison-fixture.ts";
import { shippedLogs } from "../support/shipped-logs.ts";
import { compareText, compareTraces, shippedTrace } from "../support/trace-of.ts";

const wait = "epoll_wait(4, [], 8, 10) = 0";
const before = ['openat(AT_FDCWD, "/d/j", O_RDONLY) = 3', wait, wait, 'read(3, "a", 1) = 1'];
const after = ['openat(AT_FDCWD, "/d/j", O_RDONLY) = 3', wait, 'read(3, "a", 1) = 1'];
const reports = (comparison: Comparison): string[] =>
  [formatText, formatMarkdown, formatJunit, formatGithub].map((reporter) => reportOf(reporter, comparison));

describe("calls that are not compared", () => {
  test("are told where their numbers differ, in every format, and change no verdict", () => {
    const comparison = compareText(before, after);
    expect(comparison.verdict).toMatchObject({ pattern: "same", exitCode: 0 });
    for (const report of reports(comparison)) {
      expect(report).toContain("differ, but are not compared: epoll_wait 2 → 1");
    }
    expect(JSON.parse(reportOf(formatJson, comparison)).otherCalls).toEqual([
      { call: "epoll_wait", counts: { before: [2], after: [1] } },
    ]);
    for (const report of reports(compareText(before, before)))
      expect(report).not.toContain("not compared and");
  });

  test("count those about threads and anonymous memory, and those that one side does not have at all", () => {
    const map = "mmap(NULL, 4096, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7f0000000000";
    const others = ["clone(child_stack=NULL, flags=SIGCHLD) = 99", map, "getpid() = 1"];
    expect(compareText(before, [...before, ...others]).otherCalls).toEqual([
      { call: "clone", counts: { before: [0], after: [1] } },
      { call: "getpid", counts: { before: [0], after: [1] } },
      { call: "mmap", counts: { before: [0], after: [1] } },
    ]);
  });

  test("come with the largest difference first, and not all in a text", () => {
    const many = Array.from({ length: 30 }, (_, at) =>
      Array.from({ length: at + 1 }, () => `call_${String(at).padStart(2, "0")}() = 0`),
    ).flat();
    const comparison = compareText(before, [...before, ...many]);
    expect(comparison.otherCalls[0]).toEqual({ call: "call_29", counts: { before: [0], after: [30] } });
    const [text = ""] = reports(comparison).map((report) => report.replace(/\s+/g, " "));
    expect(text).toContain("call_29 0 → 30, call_28 0 → 29");
    expect(text).toContain("call_22 0 → 23 and 22 more (--format json lists all)");
  });

  test("are not told of a part that options select", () => {
    for (const options of [{ calls: ["read"] }, { paths: ["/d"] }, { threads: [0] }]) {
      expect(compareText(before, after, options).otherCalls).toEqual([]);
    }
  });

  test("are told of several runs only where no run of a side has the number of one of the other", () => {
    const [one, two, three] = [after, before, [wait, ...before]];
    expect(compareRuns({ before: [one, two], after: [two, three] }).otherCalls).toEqual([]);
    const comparison = compareRuns({ before: [three, two], after: [one, one] });
    expect(comparison.otherCalls).toEqual([
      { call: "epoll_wait", counts: { before: [3, 2], after: [1, 1] } },
    ]);
    expect(reportOf(formatText, comparison)).toContain("differ, but are not compared: epoll_wait 2 to 3 → 1");
  });
});

test.each(shippedLogs)("%s has as many other calls as itself", (name) => {
  const log = shippedTrace(name);
  expect(compareTraces(log, log).otherCalls).toEqual([]);
});
