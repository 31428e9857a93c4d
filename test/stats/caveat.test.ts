import { expect, test } from "vitest";
import { type Caveat, caveatsOf, type Evidence } from "../../src/stats/caveat.ts";
import { tallyPairs } from "../support/tally-pairs.ts";
import { rocksdb } from "./rocksdb-latencies.ts";

const published = tallyPairs(rocksdb.before, rocksdb.after);
const fiveRuns = { before: 5, after: 5 };

function caveats(before: readonly number[], after: readonly number[]): readonly Caveat[] {
  const pairs = tallyPairs(Float64Array.from(before), Float64Array.from(after));
  return caveatsOf({ pairs, runs: fiveRuns, withoutLatency: null });
}

const spread = (count: number, from: number, step: number): number[] =>
  Array.from({ length: count }, (_, i) => from + i * step);

test("the only caveat about the published RocksDB pair is that each side ran once", () => {
  const evidence: Evidence = { pairs: published, runs: { before: 1, after: 1 }, withoutLatency: null };
  expect(caveatsOf(evidence)).toEqual([{ kind: "one-run-a-side" }]);
  expect(caveatsOf({ ...evidence, runs: fiveRuns })).toEqual([]);
});

test("one run on one side is as doubtful as on both", () => {
  expect(caveatsOf({ pairs: published, runs: { before: 1, after: 5 }, withoutLatency: null })).toEqual([
    { kind: "one-run-a-side" },
  ]);
});

test("fewer than six pairs are too few", () => {
  const before = spread(6, 50_000, 1000);
  const after = spread(6, 57_000, 3000);
  expect(caveats(before.slice(1), after.slice(1))).toEqual([{ kind: "few-samples", count: 5, needed: 6 }]);
  expect(caveats(before, after)).toEqual([]);
});

test("half of the pairs being equal are heavy ties", () => {
  const before = spread(8, 50_000, 1000);
  expect(caveats(before, [...before.slice(0, 4), 1e5, 1e5, 1e5, 1e5])).toEqual([
    { kind: "heavy-ties", share: 0.5 },
  ]);
  expect(caveats(before, [...before.slice(0, 3), 1e5, 1e5, 1e5, 1e5, 1e5])).toEqual([]);
});

test.each([
  ["microseconds", 1000],
  ["milliseconds", 1e6],
  ["nanoseconds", 1],
  ["seconds", 1e9],
])("a median of ten steps of a clock that counts %s is near its resolution, eleven are not", (_, step) => {
  // Sorted: the lower median of eight is the fourth.
  const near = [7, 8, 9, 10, 11, 12, 13, 14].map((steps) => steps * step);
  const far = near.map((latency) => latency + step);
  const moved = far.map((latency) => latency + 3 * step);
  expect(caveats(near, moved)).toEqual([{ kind: "clock-resolution", resolution: step }]);
  expect(caveats(moved, near)).toEqual([{ kind: "clock-resolution", resolution: step }]);
  expect(caveats(far, moved)).toEqual([]);
});

test("the coarser clock of two sides counts", () => {
  const fine = spread(8, 9_000_001, 13_001);
  const coarse = spread(8, 5_000_000, 1_000_000);
  expect(caveats(fine, coarse)).toEqual([{ kind: "clock-resolution", resolution: 1_000_000 }]);
});

test("calls shorter than the clock's step are caveats with the step that strace prints by itself", () => {
  expect(caveats(spread(8, 0, 0), spread(8, 0, 0))).toEqual([
    { kind: "heavy-ties", share: 1 },
    { kind: "clock-resolution", resolution: 1000 },
  ]);
});

test("a side without latencies is named, and nothing else is said about numbers that are not there", () => {
  expect(caveatsOf({ pairs: null, runs: fiveRuns, withoutLatency: "after" })).toEqual([
    { kind: "no-latency", side: "after" },
  ]);
  expect(caveatsOf({ pairs: null, runs: { before: 1, after: 1 }, withoutLatency: "both" })).toEqual([
    { kind: "no-latency", side: "both" },
    { kind: "one-run-a-side" },
  ]);
});
