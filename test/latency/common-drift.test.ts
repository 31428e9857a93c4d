import { expect, test } from "vitest";
import { commonDrift } from "../../src/latency/latency-groups.ts";

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
