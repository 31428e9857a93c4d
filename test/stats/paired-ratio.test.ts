import fc from "fast-check";
import { expect, test } from "vitest";
import { pairedRatio } from "../../src/stats/paired-ratio.ts";
import { rocksdb } from "./rocksdb-latencies.ts";

const ratioOf = (before: readonly number[], after: readonly number[]) =>
  pairedRatio(Float64Array.from(before), Float64Array.from(after));

test("latencies six times as long have the ratio six and no doubt about it", () => {
  const six = rocksdb.before.map((latency) => 6 * latency);
  expect(pairedRatio(rocksdb.before, six)).toEqual({ count: 60, ratio: 6, low: 6, high: 6 });
});

test("the ratio is the median of the pairs' ratios, between order statistics", () => {
  expect(ratioOf([10, 10, 10, 10, 10, 10], [10, 20, 30, 40, 50, 60])).toEqual({
    count: 6,
    ratio: Math.sqrt(12),
    low: 1,
    high: 6,
  });
  expect(ratioOf([10, 10, 10], [10, 20, 30])).toEqual({ count: 3, ratio: 2, low: 0, high: Infinity });
});

test("latencies below the step of the clock keep every ratio a number", () => {
  const { ratio } = ratioOf([0, 0, 1000], [0, 1000, 0]);
  expect(ratio).toBe(1);
  expect(ratioOf([0], [1000]).ratio).toBe(2000);
  expect(ratioOf([1000], [0]).ratio).toBe(1 / 2000);
});

test("swapping the sides inverts the ratio", () => {
  const pairs = fc.array(fc.tuple(fc.nat({ max: 9000 }), fc.nat({ max: 9000 })), {
    minLength: 1,
    maxLength: 80,
  });
  fc.assert(
    fc.property(pairs, (latencies) => {
      const before = latencies.map(([from]) => from);
      const after = latencies.map(([, to]) => to);
      const [there, back] = [ratioOf(before, after), ratioOf(after, before)];
      expect(there.ratio * back.ratio).toBeCloseTo(1, 12);
      if (there.low > 0) expect(there.low * back.high).toBeCloseTo(1, 12);
      expect(there.low <= there.ratio && there.ratio <= there.high).toBe(true);
    }),
  );
});
