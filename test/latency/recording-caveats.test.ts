import { describe, expect, test } from "vitest";
import { overviewOf } from "../../src/compare/overview.ts";
import type { CompareOptions, Comparison } from "../../src/result/comparison.ts";
import { viewTrace } from "../../src/view/trace-view.ts";
import { shippedLogs } from "../support/shipped-logs.ts";
import { compareText, compareTraces, grammar, shippedTrace, traceOf } from "../support/trace-of.ts";

const warningsOf = ({ warnings }: Comparison): string[] => warnings.map(({ kind }) => kind);
const caveatsOf = ({ latency }: Comparison): string[] =>
  latency.caveats.map(({ kind }) => kind).filter((kind) => kind !== "one-run-a-side");

/** Recorded so, as their names in traces/corpus/README.md say. */
const WITHOUT_T = /b0[2346789]_|_C\.|d05_|e60_|e62_|k04_|k12_|k15_/;
const WITH_STATUS = /e60_status/;

test.each(shippedLogs)("%s against itself raises no doubt that it was recorded otherwise", (name) => {
  const log = shippedTrace(name);
  const whole = compareTraces(log, log);
  const hidden = compareTraces(log, log, { paths: ["no file has this name"] });
  for (const comparison of [whole, hidden]) {
    const caveats = [...warningsOf(comparison), ...caveatsOf(comparison)];
    expect(caveats).not.toContain("different-calls");
    expect(caveats).not.toContain("different-recording");
    if (caveats.includes("no-latency")) expect(name).toMatch(WITHOUT_T);
    if (caveats.includes("status-filter")) expect(name).toMatch(WITH_STATUS);
  }
});

describe("with calls that an option hides", () => {
  const timed = (call: string): string => `1 10:00:00 ${call} <0.000010>`;
  const both = ['openat(AT_FDCWD, "/a", O_RDWR) = 3', 'openat(AT_FDCWD, "/b", O_RDWR) = 4'];
  const before = [...both, "fsync(3) = 0", 'pread64(4, "x", 1, 0) = 1'].map(timed);
  const after = [...both, "fsync(4) = 0", 'pread64(4, "x", 1, 0) = 1'].map(timed);

  test("a side that has a call on other files is not caveats to be recorded with another filter", () => {
    const only: Partial<CompareOptions> = { paths: ["^/a$"] };
    const comparison = compareText(before, after, only);
    expect(comparison.verdict.pattern).toBe("different");
    expect(warningsOf(comparison)).toEqual([]);
    const unfiltered = compareText(
      before,
      before.filter((line) => !line.includes("fsync")),
    );
    expect(warningsOf(unfiltered)).toEqual(["different-calls"]);
  });

  test("a side of which nothing is left does not lack latencies", () => {
    const comparison = compareText(before, after, { calls: ["readahead"] });
    expect([...warningsOf(comparison), ...caveatsOf(comparison)]).toEqual([]);
    const one = compareText(before, ["1 10:00:00 getpid() = 1 <0.000010>"]);
    expect([...warningsOf(one), ...caveatsOf(one)]).toEqual([]);
    const overview = overviewOf(viewTrace(traceOf(before), grammar, ["pread64"]), {
      calls: null,
      maxUnread: 0,
    });
    expect(overview.warnings).toEqual([]);
  });

  test("a side without -T lacks them, whatever is left", () => {
    const bare = before.map((line) => line.replace(/ <.*>$/, ""));
    for (const options of [{}, { calls: ["pread64"] }, { calls: ["readahead"] }]) {
      expect(warningsOf(compareText(before, bare, options))).toEqual(["no-latency"]);
    }
  });
});
