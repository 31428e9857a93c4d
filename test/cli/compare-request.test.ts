import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { type CompareRequest, compareRequest } from "../../src/cli/options/compare-request.ts";
import { parseArguments } from "../../src/cli/options/parse-arguments.ts";
import { parseGrammar } from "../../src/grammar/parse-grammar.ts";
import { UserError } from "../../src/input/user-error.ts";
import { ROOT } from "./memory-io.ts";

const grammar = parseGrammar(readFileSync(resolve(ROOT, "grammars/syscalls.txt"), "utf8"));
const request = (...argv: string[]): CompareRequest =>
  compareRequest(parseArguments([...argv, "b", "a"]), grammar);

function failure(argv: readonly string[]): string {
  try {
    compareRequest(parseArguments(argv), grammar);
  } catch (error) {
    if (error instanceof UserError) return `${error.message} | ${error.hint}`;
    throw error;
  }
  return "no failure";
}

test("without options the calls of each thread are compared in order, and reported as text", () => {
  expect(request()).toEqual({
    areSets: false,
    sources: { before: "b", after: "a" },
    furtherRuns: { before: [], after: [] },
    isOrderGiven: false,
    isRecordedAlike: false,
    update: null,
    timing: { by: ["call"], limits: [], acceptSingleRun: false, outliers: 0 },
    options: { order: "thread", ignore: [], calls: null, maxUnread: 0 },
    outputs: [{ format: "text", file: null }],
    context: 3,
    color: "auto",
    logLevel: "silent",
  });
});

describe("options", () => {
  test("of one value given twice: the last counts", () => {
    expect(request("--order", "set", "--order", "file").options.order).toBe("file");
    expect(request("-U", "1", "--context", "0").context).toBe(0);
  });

  test("with lists may be given at once or one by one", () => {
    expect(request("--ignore", "result,size").options.ignore).toEqual(["result", "size"]);
    expect(request("--ignore", "result", "--ignore", "size,result").options.ignore).toEqual([
      "result",
      "size",
    ]);
  });

  test("that choose calls are told apart in the report", () => {
    expect(request("--calls", "data").options.callsBy).toBeUndefined();
    expect(request("--kind", "data").options.callsBy).toEqual(["--kind"]);
    expect(request("--kind", "data", "--calls", "read").options.callsBy).toEqual(["--calls", "--kind"]);
  });

  test("several runs a side are the first one and the others", () => {
    const argv = ["--before", "b1", "b2", "b3", "--after", "a1", "a2"];
    expect(compareRequest(parseArguments(argv), grammar)).toMatchObject({
      sources: { before: "b1", after: "a1" },
      furtherRuns: { before: ["b2", "b3"], after: ["a2"] },
    });
  });

  test("about latency say how to group it, what is too much, and what to list", () => {
    const argv = [
      "--by",
      "file,call",
      "--max-drift",
      "10%,200us@total",
      "--max-drift",
      "0.5ms@P99",
      "--outliers",
      "7",
    ];
    expect(request(...argv, "--accept-single-run", "--by", "call").timing).toEqual({
      by: ["file", "call"],
      limits: [
        { text: "10%", statistic: "p50", kind: "relative", share: 0.1 },
        { text: "200us@total", statistic: "total", kind: "absolute", nanoseconds: 200_000 },
        { text: "0.5ms@P99", statistic: "p99", kind: "absolute", nanoseconds: 500_000 },
      ],
      acceptSingleRun: true,
      outliers: 7,
    });
  });

  test("shares are percentages", () => {
    expect(request("--max-unread", "0.5%").options.maxUnread).toBe(0.005);
    expect(request("--max-unread", "100%").options.maxUnread).toBe(1);
    expect(request("--max-unread", "0").options.maxUnread).toBe(0);
  });

  test("reports go to standard output, into files, or both", () => {
    const text = { format: "text", file: null };
    const json = { format: "json", file: "out.json" };
    expect(request("--format", "json").outputs).toEqual([{ format: "json", file: null }]);
    expect(request("--format", "json=out.json").outputs).toEqual([json, text]);
    expect(request("--format", "json=-").outputs).toEqual([{ format: "json", file: null }]);
    expect(request("--quiet").outputs).toEqual([]);
    expect(request("--quiet", "--format", "json=out.json").outputs).toEqual([json]);
    expect(request("--quiet", "--format", "json").outputs).toEqual([]);
  });
});

describe("wrong usage", () => {
  const usage = "usage: tracediff [options] <before> <after>; tracediff --help says more";
  test.each([
    [[], `no traces given, two needed | ${usage}`],
    [["x"], `only one trace given, x; two needed | ${usage}`],
    [
      ["x", "y", "z"],
      "3 traces given, two needed | give several runs a side as --before b1 b2 b3 --after a1 a2 a3, the files of an strace -ff set as a quoted pattern",
    ],
    [["--before", "x"], `--before is given without --after | ${usage}`],
    [["--after", "x", "y"], `--after is given without --before | ${usage}`],
    [
      ["--before", "x", "--after", "y", "--quiet", "z"],
      "z is on neither side | with --before and --after every trace follows one of them",
    ],
    [
      ["--before", "x", "-", "--after", "-"],
      "only one of the traces can be standard input | give a file for the other",
    ],
    [["--by", "fils", "b", "a"], "--by cannot be fils | did you mean file?"],
    [["--outliers", "few", "b", "a"], "--outliers takes a whole number, not few | as in --outliers 3"],
    [["-", "-"], "only one of the traces can be standard input | give a file for the other"],
    [["-U", "cp1", "cp2"], "--context takes a whole number, not cp1 | as in --context 3"],
    [["--context", "cp1"], "--context takes a whole number, not cp1 | as in --context 3"],
    [["", "a"], "the name of a trace is empty | is a variable not set? give the log file"],
    [["b", ""], "the name of a trace is empty | is a variable not set? give the log file"],
    [[""], "the name of a trace is empty | is a variable not set? give the log file"],
    [["--order", "thred", "b", "a"], "--order cannot be thred | did you mean thread?"],
    [["--order", "quux", "b", "a"], "--order cannot be quux | use one of total, thread, file, stream, set"],
    [
      ["--ignore", "result,", "b", "a"],
      "--ignore cannot be empty | use one of result, offset, size, flags, fd, path",
    ],
    [["--color", "b", "--color=red", "a"], "--color cannot be red | use one of auto, always, never"],
    [["--log-level", "inf", "b", "a"], "--log-level cannot be inf | did you mean info?"],
    [["--context", "many", "b", "a"], "--context takes a whole number, not many | as in --context 3"],
    [["--context", "-1", "b", "a"], "--context takes a whole number, not -1 | as in --context 3"],
    [["--context", "1.5", "b", "a"], "--context takes a whole number, not 1.5 | as in --context 3"],
    [
      ["--max-unread", "5", "b", "a"],
      "--max-unread takes a percentage up to 100%, not 5 | as in --max-unread 0.5%",
    ],
    [
      ["--max-unread", "101%", "b", "a"],
      "--max-unread takes a percentage up to 100%, not 101% | as in --max-unread 0.5%",
    ],
    [
      ["--max-unread", "%", "b", "a"],
      "--max-unread takes a percentage up to 100%, not % | as in --max-unread 0.5%",
    ],
    [["--format", "jso", "b", "a"], "--format cannot be jso | did you mean json?"],
    [["--format", "json=", "b", "a"], "--format json= names no file | as in --format json=FILE"],
    [
      ["--format", "json", "--format", "text", "b", "a"],
      "standard output can carry one format, not json and text | write one of them to a file, as in --format text=FILE",
    ],
    [
      ["--calls", "futex", "b", "a"],
      "--calls: no I/O call or kind is named futex | kinds are data, hint, sync, size, seek, open, map, meta, async",
    ],
  ])("%j: %s", (argv, message) => {
    expect(failure(argv)).toBe(message);
  });
});
