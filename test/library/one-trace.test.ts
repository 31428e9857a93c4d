import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type ExportFormat,
  exportRecords,
  formatSummary,
  readTrace,
  type SummaryFormat,
  summarize,
  writeSnapshot,
} from "../../src/tracediff.ts";
import { runMain } from "../cli/memory-io.ts";
import { failureOf } from "./failure-of.ts";

const BASE = resolve(import.meta.dirname, "../../traces/pairs/base-1.log");
const base = await readTrace(BASE);
const unread = await readTrace({ text: 'read(3, "a", 10) = 1\nread(3, "a", ten) = 1\n' });
const joined = (pieces: Iterable<string>): string => [...pieces].join("");

describe("the calls of a trace", () => {
  test("are what an export writes, as often as they are walked", () => {
    const calls = base.calls();
    const records = joined(exportRecords(base))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect([...calls]).toEqual(records);
    expect([...calls]).toEqual(records);
    expect(records).toHaveLength(231);
  });

  test("are those that a selection leaves", () => {
    const calls = [...base.calls({ calls: ["data"], paths: ["^out"], threads: [5784] })];
    const wanted = [...base.calls()].filter(
      ({ call, file, thread }) => call === "pwrite64" && file?.startsWith("out") && thread === 5784,
    );
    expect(calls).toEqual(wanted);
    expect(calls.length).toBeGreaterThan(0);
  });

  test("are made one by one: a walk may end early", () => {
    const [first] = base.calls({ calls: ["fdatasync"] });
    expect(first?.call).toBe("fdatasync");
  });

  test("are refused at once for a selection that is none", async () => {
    expect(await failureOf(() => base.calls({ calls: ["preed64"] }))).toBe(
      "calls: no I/O call or kind is named preed64 | did you mean pread64?",
    );
    expect(await failureOf(() => base.calls({ path: ["x"] } as object))).toBe(
      "calls has no option path | did you mean paths?",
    );
  });
});

describe("about one trace the library says what the command line says", () => {
  test.each<[SummaryFormat]>([["text"], ["json"]])("in a summary as %s", async (format) => {
    const run = await runMain(["summary", "--calls", "data", "--format", format, BASE]);
    expect(joined(formatSummary(summarize(base, { calls: ["data"] }), format))).toBe(run.stdout);
  });

  test.each<[ExportFormat]>([["ndjson"], ["csv"]])("in an export as %s", async (format) => {
    const run = await runMain(["export", "--path", "data0", "--format", format, BASE]);
    expect(joined(exportRecords(base, format, { paths: ["data0"] }))).toBe(run.stdout);
  });

  test.each(["total", "thread", "file", "stream", "set"] as const)(
    "in a snapshot of order %s",
    async (order) => {
      const run = await runMain(["snapshot", "--order", order, "--calls", "data", BASE]);
      expect(joined(writeSnapshot(base, { order, calls: ["data"] }))).toBe(run.stdout);
    },
  );
});

describe("a part of a trace does not pass for all of it", () => {
  const words =
    /^1 of 2 call-like lines of input could not be read, such as line 2: expected .+ \| maxUnread sets how many may be missing$/;

  test("in an export", async () => {
    expect(await failureOf(() => exportRecords(unread))).toMatch(words);
    expect(joined(exportRecords(unread, "csv", { maxUnread: 0.5 })).split("\n")).toHaveLength(3);
  });

  test("in a snapshot", async () => {
    expect(await failureOf(() => writeSnapshot(unread))).toMatch(words);
    expect(joined(writeSnapshot(unread, { maxUnread: 0.5 }))).toContain("read #fd 10 = 1");
  });

  test("in a summary", () => {
    expect(summarize(unread).verdict).toMatchObject({
      exitCode: 2,
      reasons: [{ kind: "unread", unread: 1 }],
    });
    expect(summarize(unread, { maxUnread: 0.5 }).verdict.exitCode).toBe(0);
  });
});

describe("what the functions about one trace do not take is refused with what they take", () => {
  test.each<[string, () => unknown, string]>([
    [
      "a format of an export",
      () => exportRecords(base, "json" as ExportFormat),
      "format cannot be json | use one of ndjson, csv",
    ],
    [
      "a format of a summary",
      () => formatSummary(summarize(base), "csv" as SummaryFormat),
      "format cannot be csv | use one of text, json",
    ],
    [
      "a share",
      () => summarize(base, { maxUnread: 2 }),
      "maxUnread takes a share from 0 to 1, not 2 | as in maxUnread: 0.005 for 0.5%",
    ],
    [
      "an option of a summary",
      () => summarize(base, { order: "file" } as object),
      "summarize has no option order | it has calls, paths, threads, maxUnread",
    ],
    [
      "an option of an export",
      () => exportRecords(base, "csv", { thread: [1] } as object),
      "exportRecords has no option thread | did you mean threads?",
    ],
    [
      "an option of a snapshot",
      () => writeSnapshot(base, { paths: ["x"] } as object),
      "writeSnapshot has no option paths | it has calls, order, maxUnread",
    ],
    [
      "an order of a snapshot",
      () => writeSnapshot(base, { order: "seet" as "set" }),
      "order cannot be seet | did you mean set?",
    ],
  ])("%s", async (_, action, words) => {
    expect(await failureOf(action)).toBe(words);
  });

  test("a snapshot of no call, or of a snapshot that keeps less", async () => {
    expect(await failureOf(() => writeSnapshot(base, { calls: ["sync_file_range"] }))).toBe(
      `${BASE} has no I/O calls | calls leaves out all that it has`,
    );
    const text = joined(writeSnapshot(base, { order: "set" }));
    const snapshot = await readTrace({ text }, { name: "io.snap" });
    expect(await failureOf(() => writeSnapshot(snapshot))).toBe(
      "io.snap was made with order set, so order thread cannot be checked | " +
        "ask for order set, or make the snapshot again with order thread",
    );
    expect(joined(writeSnapshot(snapshot, { order: "set" }))).toBe(text);
  });
});
