import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type CompareOptions,
  type Comparison,
  compare,
  formatComparison,
  readTrace,
  type Trace,
  writeSnapshot,
} from "../../src/tracediff.ts";
import { runMain } from "../cli/memory-io.ts";
import { failureOf } from "./failure-of.ts";

const log = (name: string): string => resolve(import.meta.dirname, `../../traces/pairs/${name}.log`);
const traceOf = (...lines: string[]): Promise<Trace> =>
  readTrace({ text: lines.map((line) => `${line}\n`).join("") });
const json = (comparison: Comparison): string => [...formatComparison(comparison, "json")].join("");

const [base, again, shifted] = await Promise.all(
  ["base-1", "base-2", "shifted"].map((name) => readTrace(log(name))),
);
if (base === undefined || again === undefined || shifted === undefined) throw new Error("three were read");

describe("a comparison", () => {
  test.each<[string, CompareOptions, readonly string[]]>([
    ["without options", {}, []],
    ["with an order", { order: "file" }, ["--order", "file"]],
    ["with what is ignored", { ignore: ["offset", "size"] }, ["--ignore", "offset,size"]],
    ["of some calls", { calls: ["data", "!pwrite64"] }, ["--calls", "data,!pwrite64"]],
    ["of some paths", { paths: ["data[01]"] }, ["--path", "data[01]"]],
    ["of some threads", { threads: [5784, 5829] }, ["--thread", "5784,5829"]],
    [
      "under a mapping of paths",
      { mapPath: [{ from: "^out", to: "in" }], exactPaths: true },
      ["--map-path", "^out=in", "--exact-paths"],
    ],
    ["with a share unread", { maxUnread: 0.005 }, ["--max-unread", "0.5%"]],
    ["in groups", { by: ["call", "file"], outliers: 3 }, ["--by", "call,file", "--outliers", "3"]],
    [
      "with limits",
      { maxDrift: ["10%", "200us@total"], acceptSingleRun: true },
      ["--max-drift", "10%,200us@total", "--accept-single-run"],
    ],
  ])("%s is the one of the command line", async (_, options, argv) => {
    const run = await runMain(["--format", "json", ...argv, log("base-1"), log("shifted")]);
    const comparison = compare(base, shifted, options);
    expect(run.stderr).toBe("");
    expect(json(comparison)).toBe(run.stdout);
    expect(comparison.verdict.exitCode).toBe(run.exitCode);
  });

  test("of several runs a side is the one of the command line", async () => {
    const argv = ["--before", log("base-1"), log("base-2"), "--after", log("shifted"), log("result")];
    const run = await runMain(["--format", "json", ...argv]);
    expect(json(compare([base, again], [shifted, await readTrace(log("result"))]))).toBe(run.stdout);
  });

  test("of lists of one run is that of the runs", () => {
    expect(json(compare([base], [shifted]))).toBe(json(compare(base, shifted)));
  });

  test("leaves its traces as they are", () => {
    const first = json(compare(base, shifted));
    compare(base, again, { calls: ["data"] });
    expect(json(compare(base, shifted))).toBe(first);
  });

  test("of a trace with itself finds no difference", () => {
    expect(compare(base, base).verdict).toMatchObject({ pattern: "same", exitCode: 0 });
  });

  test("builds its lists each time they are asked for", () => {
    const comparison = compare(base, shifted);
    const kinds = (): string[] => Array.from(comparison.changes(), ({ kind }) => kind);
    expect([kinds(), kinds()]).toEqual([["shifted"], ["shifted"]]);
    expect([...comparison.hunks(0)]).toHaveLength(1);
    expect(comparison.coverage()).toEqual(comparison.coverage());
  });
});

describe("a snapshot", () => {
  test("of one run is the same as another run, at the order that it keeps", async () => {
    const snapshot = await readTrace({ text: [...writeSnapshot(base, { order: "set" })].join("") });
    expect(compare(snapshot, again).verdict).toMatchObject({ demanded: "set", exitCode: 0 });
    expect(compare(snapshot, shifted).verdict).toMatchObject({ demanded: "set", exitCode: 1 });
  });

  test("refuses what it does not keep, in the words of the options", async () => {
    const text = [...writeSnapshot(base, { order: "file", calls: ["pread64"] })].join("");
    const snapshot = await readTrace({ text }, { name: "io.snap" });
    expect(await failureOf(() => compare(snapshot, again, { order: "thread" }))).toBe(
      "io.snap was made with order file, so order thread cannot be checked | " +
        "ask for order file or set, or make the snapshot again with order thread",
    );
    expect(await failureOf(() => compare(snapshot, again, { threads: [5784] }))).toBe(
      "io.snap does not keep the ids of threads, so threads cannot be applied | " +
        "compare two logs, or select by paths or calls",
    );
    expect(await failureOf(() => compare(snapshot, again, { calls: ["fdatasync"] }))).toBe(
      "io.snap does not keep fdatasync | it was made with calls pread64",
    );
  });
});

describe("what compare does not take is refused with what it takes", () => {
  test.each<[string, object, string]>([
    ["a misspelt option", { ordr: "file" }, "compare has no option ordr | did you mean order?"],
    ["a misspelt order", { order: "fiel" }, "order cannot be fiel | did you mean file?"],
    [
      "an unknown order",
      { order: "strict" },
      "order cannot be strict | use one of total, thread, file, stream, set",
    ],
    ["what cannot be ignored", { ignore: ["offsets"] }, "ignore cannot be offsets | did you mean offset?"],
    [
      "an unknown call",
      { calls: ["preed64"] },
      "calls: no I/O call or kind is named preed64 | did you mean pread64?",
    ],
    [
      "a call that is not compared",
      { calls: ["execve"] },
      "calls: execve is not compared | calls about processes only serve to tell threads apart",
    ],
    [
      "a pattern that is none",
      { paths: ["("] },
      "paths: Invalid regular expression: /(/: Unterminated group | plain text works too; . and * have a special meaning",
    ],
    [
      "a mapping from a pattern that is none",
      { mapPath: [{ from: "[", to: "" }] },
      "mapPath: Invalid regular expression: /[/: Unterminated character class | plain text works too; . and * have a special meaning",
    ],
    [
      "an id that no thread has",
      { threads: [-1] },
      "threads takes a list of ids, not -1 | as in threads: [1444170, 1501089]",
    ],
    ["one id", { threads: 7 }, "threads takes a list of ids, not 7 | as in threads: [1444170, 1501089]"],
    ["one call", { calls: "data" }, 'calls takes a list of strings, not data | as in calls: ["…"]'],
    [
      "a pattern that is no text",
      { paths: [/a/] },
      'paths takes a list of strings, not /a/ | as in paths: ["…"]',
    ],
    ["one limit", { maxDrift: "10%" }, 'maxDrift takes a list of strings, not 10% | as in maxDrift: ["…"]'],
    ["one grouping", { by: "call" }, 'by takes a list of strings, not call | as in by: ["…"]'],
    [
      "a mapping that is none",
      { mapPath: ["a=b"] },
      "mapPath takes a list of { from, to }: a regular expression and its replacement | " +
        'as in mapPath: [{ from: "^/build-[0-9]+/", to: "/build/" }]',
    ],
    [
      "a number for an order",
      { order: 7 },
      "order cannot be 7 | use one of total, thread, file, stream, set",
    ],
    [
      "a share below 0",
      { maxUnread: -0.1 },
      "maxUnread takes a share from 0 to 1, not -0.1 | as in maxUnread: 0.005 for 0.5%",
    ],
    [
      "a share above 1",
      { maxUnread: 1.5 },
      "maxUnread takes a share from 0 to 1, not 1.5 | as in maxUnread: 0.005 for 0.5%",
    ],
    [
      "a share that is no number",
      { maxUnread: Number.NaN },
      "maxUnread takes a share from 0 to 1, not NaN | as in maxUnread: 0.005 for 0.5%",
    ],
    ["an unknown grouping", { by: ["thred"] }, "by cannot be thred | did you mean thread?"],
    [
      "a limit without unit",
      { maxDrift: ["10"] },
      "maxDrift takes a percentage or a time, not 10 | as in maxDrift 10%, 10%@p99 or 200us@total",
    ],
    ["half an outlier", { outliers: 0.5 }, "outliers takes a whole number, not 0.5 | as in outliers: 3"],
  ])("%s", async (_, options, words) => {
    expect(await failureOf(() => compare(base, shifted, options as CompareOptions))).toBe(words);
  });

  test("shares of all and of nothing are shares", () => {
    for (const maxUnread of [0, 1])
      expect(compare(base, again, { maxUnread }).options.maxUnread).toBe(maxUnread);
  });

  test("a trace that was not waited for", async () => {
    const pending = readTrace(log("base-1")) as unknown as Trace;
    expect(await failureOf(() => compare(pending, base))).toBe(
      "compare takes a trace returned by readTrace | readTrace is asynchronous: await it",
    );
    await pending;
  });

  test("a path in place of a trace", async () => {
    const path = log("base-1") as unknown as Trace;
    expect(await failureOf(() => compare(path, base))).toBe("compare takes a trace returned by readTrace");
  });

  test("no run, and one run given twice", async () => {
    const hint = "each run of a side must be a separate recording";
    expect(await failureOf(() => compare(base, []))).toBe(
      "after has no trace | pass a trace, or a list of the runs of that side",
    );
    expect(await failureOf(() => compare([base, again, base], shifted))).toBe(
      `before has the same trace more than once | ${hint}`,
    );
  });

  test("traces that were read with different grammars", async () => {
    const grammar = "ignore buffer not looked at\ndata read(fd, buffer, size) = bytes read\n";
    const text = 'read(3, "a", 10) = 1\n';
    const [own, same] = [await readTrace({ text }, { grammar }), await readTrace({ text }, { grammar })];
    expect(compare(own, same).matches).toBe(1);
    const usual = await traceOf('read(3, "a", 10) = 1');
    expect(await failureOf(() => compare(own, usual))).toBe(
      "input and input were read with different grammars | " +
        "give readTrace the same grammar for all traces to be compared",
    );
  });
});
