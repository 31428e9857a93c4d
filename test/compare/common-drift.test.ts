import fc from "fast-check";
import { expect, test } from "vitest";
import { commonDrift, groupRatio } from "../../src/compare/common-drift.ts";
import { pairedRatio } from "../../src/stats/paired-ratio.ts";

test("of few pairs the ratio is that of all of them", () => {
  const latency = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(latency, latency), { minLength: 1, maxLength: 50 }), (pairs) => {
      const before = Float64Array.from(pairs, ([first]) => first);
      const after = Float64Array.from(pairs, ([, second]) => second);
      expect(groupRatio({ before, after })).toEqual(pairedRatio(before, after));
    }),
  );
});

test("of many pairs the ratio is taken all along, and bounds that of all of them", () => {
  const count = 150_000;
  const before = Float64Array.from({ length: count }, (_, at) => 50_000 + ((at * 7919) % 1000) * 10);
  // Every fourth call of a loop takes twice as long, and from the middle on all take half as long again: the median
  // of the factors is that of neither half, and a sample in step with the loop would miss it.
  const after = before.map((latency, at) => latency * (at % 4 === 3 ? 2 : 1) * (at < count / 2 ? 1 : 1.5));
  const sampled = groupRatio({ before, after });
  const exact = pairedRatio(before, after);
  expect(sampled.count).toBe(count);
  expect(sampled.low).toBeLessThanOrEqual(exact.ratio);
  expect(sampled.high).toBeGreaterThanOrEqual(exact.ratio);
  expect(sampled.ratio).toBe(1.5);
});

test("a factor nearer to 1 than asked for is not common", () => {
  const ratios = [1.2, 1.2, 1.2].map((ratio) => ({
    count: 100,
    ratio,
    low: ratio - 0.01,
    high: ratio + 0.01,
  }));
  expect(commonDrift(ratios, 1).common).toEqual({ factor: 1.2, all: true });
  expect(commonDrift(ratios, 1.25)).toEqual({ common: null, residuals: [null, null, null] });
  const faster = ratios.map(({ ratio, low, high, ...rest }) => ({
    ...rest,
    ratio: 1 / ratio,
    low: 1 / high,
    high: 1 / low,
  }));
  expect(commonDrift(faster, 1.1).common?.factor).toBeCloseTo(1 / 1.2, 10);
  expect(commonDrift(faster, 1.25).common).toBeNull();
});

test("what is left of a group without an upper bound has none", () => {
  const ratios = [
    { count: 100, ratio: 3, low: 2.9, high: 3.1 },
    { count: 2, ratio: 4, low: 0, high: Number.POSITIVE_INFINITY },
  ];
  const { common, residuals } = commonDrift(ratios, 1);
  expect(common).toEqual({ factor: 3, all: true });
  expect(residuals[1]).toEqual({ ratio: 4 / 3, low: 0, high: null, standsOut: false });
});
