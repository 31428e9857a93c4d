import fc from "fast-check";
import { expect, test } from "vitest";
import { ratioOfPairs as ratioOf } from "./ratio-of-pairs.ts";
import { rocksdb } from "./rocksdb-latencies.ts";

test("latencies six times as long have the ratio six and no doubt about it", () => {
  const six = rocksdb.before.map((latency) => 6 * latency);
  expect(ratioOf(rocksdb.before, six)).toEqual({ count: 60, ratio: 6, low: 6, high: 6 });
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

test("of many pairs the ratio is taken all along, and bounds that of all of them", () => {
  const count = 150_000;
  const before = Float64Array.from({ length: count }, (_, at) => 50_000 + ((at * 7919) % 1000) * 10);
  // Every fourth call of a loop takes twice as long, and from the middle on all take half as long again: the median
  // of the factors is that of neither half, and a sample in step with the loop would miss it.
  const after = before.map((latency, at) => latency * (at % 4 === 3 ? 2 : 1) * (at < count / 2 ? 1 : 1.5));
  const sampled = ratioOf(before, after);
  const exact = after.map((latency, at) => latency / (before[at] ?? 0)).sort()[count / 2] ?? 0;
  expect(sampled.count).toBe(count);
  expect(sampled.low).toBeLessThanOrEqual(exact);
  expect(sampled.high).toBeGreaterThanOrEqual(exact);
  expect(sampled.ratio).toBe(1.5);
});
