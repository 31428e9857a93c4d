import { describe, expect, test } from "vitest";
import { compareViews } from "../../src/compare/compare.ts";
import { UserError } from "../../src/input/user-error.ts";
import { planSnapshots } from "../../src/library/snapshot-sides.ts";
import type { CompareOptions, Comparison, Order, TraceSummary } from "../../src/result/comparison.ts";
import { readSnapshot } from "../../src/snapshot/read-snapshot.ts";
import { writeSnapshot } from "../../src/snapshot/write-snapshot.ts";
import { mapPair, type Pair } from "../../src/trace/pair.ts";
import type { Trace } from "../../src/trace/trace.ts";
import { viewTrace } from "../../src/view/trace-view.ts";
import { sampled } from "../support/scaled.ts";
import { shippedLogs } from "../support/shipped-logs.ts";
import { grammar, shippedTrace, traceOf } from "../support/trace-of.ts";

const BASE: CompareOptions = { order: "thread", ignore: [], calls: null, maxUnread: 0 };
const ofKind = (...kinds: string[]): string[] =>
  grammar.calls.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);

/** As the compare command does it. */
function compared(traces: Pair<Trace>, options: CompareOptions, isOrderGiven = false): Comparison {
  const plan = planSnapshots(traces, options, isOrderGiven, grammar);
  const prepared = mapPair(traces, plan.prepare);
  const views = mapPair(prepared, (trace) => viewTrace(trace, grammar, plan.options.calls, plan.options));
  return plan.admit(compareViews(views, plan.options));
}

const snapshotOf = (log: Trace, order: Order): Trace =>
  readSnapshot([...writeSnapshot(log, grammar, { order, calls: null })].join(""), "io.snap", grammar);

const numbersOf = ({ calls, hiddenCalls }: TraceSummary): unknown => ({ calls, hiddenCalls });
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Paths and parts of paths that the trace has, and what is never one. */
function patternsFor(log: Trace): string[] {
  const paths = viewTrace(log, grammar, null).files.files.flatMap(({ path }) =>
    path === null ? [] : [path],
  );
  return [escaped(paths.at(-1) ?? "none"), "^/", "fd", "[0-9]"];
}

const selectionsFor = (log: Trace): readonly Partial<CompareOptions>[] => [
  {},
  { calls: ofKind("data") },
  { calls: ofKind("open", "sync"), callsBy: ["--kind"] },
  ...patternsFor(log).map((pattern) => ({ paths: [pattern] })),
  { paths: ["^/", "none"], calls: ofKind("data", "meta") },
];

/** Null where the snapshot cannot tell, and says so. */
function orRefusal<Result>(action: () => Result): Result | null {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    expect(error.message).toMatch(/io\.snap/);
    return null;
  }
}

describe("against its own snapshot", () => {
  let told = 0;
  let refused = 0;

  test.each(sampled(shippedLogs))("%s is under any selection what it is against itself", (name) => {
    const log = shippedTrace(name);
    // Each level is another order of the same calls: one by one, and the usual one always.
    const other = (["total", "file", "stream", "set"] as const)[shippedLogs.indexOf(name) % 4] ?? "set";
    for (const order of ["thread", other] as const) {
      const snapshot = snapshotOf(log, order);
      for (const selection of selectionsFor(log)) {
        const options = { ...BASE, ...selection, order };
        const itself = compared({ before: log, after: log }, options, true);
        const against = orRefusal(() => compared({ before: snapshot, after: log }, options));
        if (against === null) {
          refused++;
          continue;
        }
        told++;
        const place = JSON.stringify({ order, selection });
        expect(against.verdict.pattern, place).toBe(itself.verdict.pattern);
        expect(against.changeCounts, place).toEqual({});
        expect(numbersOf(against.after), place).toEqual(numbersOf(itself.after));
        expect(numbersOf(against.before), place).toEqual(numbersOf(itself.before));
      }
    }
  });

  test("few selections are refused", () => {
    expect(refused).toBeLessThan(told / 10);
  });
});

describe("a selection that a snapshot cannot tell is refused", () => {
  const log = traceOf([
    '11 openat(AT_FDCWD, "/proc/11/stat", O_RDONLY) = 3',
    '11 read(3, "x", 10) = 1',
    '12 pread64(9, "x", 10, 0) = 10',
    '12 openat(AT_FDCWD, "/tmp/etilqs_a1B2c3", O_RDWR) = 4',
    '12 write(4, "x", 1) = 1',
  ]);
  const snapshot = snapshotOf(log, "thread");
  const refusal = (options: Partial<CompareOptions>, traces: Pair<Trace>): string => {
    try {
      const { verdict } = compared(traces, { ...BASE, ...options });
      return verdict.pattern;
    } catch (error) {
      return error instanceof UserError ? error.message : "no refusal";
    }
  };
  const told = (options: Partial<CompareOptions>): string =>
    refusal(options, { before: snapshot, after: log });

  test("by the id of a thread, on whichever side the snapshot is", () => {
    expect(told({ threads: [11] })).toBe(
      "io.snap does not keep the ids of threads, so --thread cannot be applied",
    );
    expect(refusal({ threads: [11] }, { before: log, after: snapshot })).toContain("--thread");
    expect(refusal({ threads: [11] }, { before: log, after: log })).toBe("same");
  });

  test("by a number that the kernel gave, by a random ending, by a descriptor", () => {
    expect(told({ paths: ["/proc/11/"] })).toBe(
      "--path /proc/11/ cannot be applied to io.snap, which has /proc/N/stat for every such name",
    );
    expect(told({ paths: ["etilqs_a1B2c3"] })).toContain("which has /tmp/etilqs_* for every such name");
    expect(told({ paths: ["^fd 9$"] })).toBe(
      "--path ^fd 9$ cannot be applied to io.snap, which does not keep the descriptors of files without a path",
    );
    for (const pattern of ["/proc/", "stat$", "etilqs_", "^fd", "/tmp"]) {
      expect(told({ paths: [pattern] }), pattern).toBe("same");
    }
  });
});
