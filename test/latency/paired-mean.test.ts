import { expect, test } from "vitest";
import { pairedMean } from "../../src/latency/gates.ts";
import type { PairTally } from "../../src/stats/pair-counter.ts";
import { tallyPairs } from "../support/tally-pairs.ts";

const pairs = (differences: readonly number[]): PairTally =>
  tallyPairs(
    Float64Array.from(differences, () => 1000),
    Float64Array.from(differences, (difference) => 1000 + difference),
  );

test("the interval of the mean is 1.96 standard errors wide on each side", () => {
  // 50 of 0 and 50 of 20: mean 10, variance 100 × 100 / 99, standard error √(100 / 99).
  const mean = pairedMean(pairs(Array.from({ length: 100 }, (_, at) => (at % 2) * 20)));
  expect(mean?.before).toBe(1000);
  expect(mean?.rise).toBe(10);
  expect(mean?.low).toBeCloseTo(10 - 1.96 * Math.sqrt(100 / 99), 12);
});

test("a rise of all calls is sure, one of a single call never is", () => {
  expect(pairedMean(pairs(Array(200).fill(5)))?.low).toBe(5);
  for (const count of [100, 1000, 10_000]) {
    const stalled = Array.from({ length: count }, (_, at) => (at === 17 ? 1e9 : 0));
    expect(pairedMean(pairs(stalled))?.low).toBeLessThan(0);
  }
});

test("fewer than a hundred pairs have no interval", () => {
  expect(pairedMean(pairs(Array(99).fill(5)))).toBeNull();
  expect(pairedMean(pairs(Array(100).fill(5)))).not.toBeNull();
});
