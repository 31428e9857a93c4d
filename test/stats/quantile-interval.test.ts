import { expect, test } from "vitest";
import { quantileInterval } from "../../src/stats/quantile-interval.ts";
import { tally } from "../../src/stats/tally.ts";

const upTo = (count: number) => tally(Float64Array.from({ length: count }, (_, i) => i + 1));

test("the interval of a quantile is two values of the sample", () => {
  // Ranks from exact sums of binomial(n, q): the first has P(B <= 83) = 0.0206 and P(B >= 96) = 0.0237 of 100
  // at 0.9.
  expect(quantileInterval(upTo(100), 0.9)).toEqual({ low: 84, high: 96 });
  expect(quantileInterval(upTo(1000), 0.99)).toEqual({ low: 983, high: 997 });
  expect(quantileInterval(upTo(20), 0.75)).toEqual({ low: 11, high: 19 });
  expect(quantileInterval(upTo(60), 0.5)).toEqual({ low: 22, high: 39 });
});

test("P99 has an upper bound from 368 values on, where all are below it with chance 0.99^368 < 2.5 %", () => {
  expect(quantileInterval(upTo(367), 0.99)).toBeNull();
  expect(quantileInterval(upTo(368), 0.99)?.high).toBe(368);
});

test("nothing has no interval", () => {
  expect(quantileInterval(tally(new Float64Array()), 0.5)).toBeNull();
});
