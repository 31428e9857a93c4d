import { expect, test } from "vitest";
import { twoSidedNormal } from "../../src/stats/normal.ts";

// Quantiles of the normal distribution: Abramowitz & Stegun, table 26.5, and R's qnorm to 16 digits.
test.each([
  [0.6744897501960817, 0.5],
  [1.6448536269514722, 0.1],
  [1.959963984540054, 0.05],
  [2.5758293035489004, 0.01],
  [3.2905267314918945, 0.001],
])("a normal variable lies %f away from 0 with chance %f", (z, p) => {
  expect(twoSidedNormal(z)).toBeCloseTo(p, 14);
  expect(twoSidedNormal(-z)).toBe(twoSidedNormal(z));
});

// erfc(x) of the C library, which is correct to the last place or two.
test.each([
  [0, 1],
  [0.5, 0.4795001221869535],
  [1, 0.15729920705028513],
  [1.9999, 0.004679802092970608],
  [2, 0.004677734981047266],
  [5, 1.5374597944280351e-12],
  [10, 2.088487583762545e-45],
  [25, 8.300172571196522e-274],
])("the tail keeps its digits at erfc(%f)", (x, p) => {
  const chance = twoSidedNormal(x * Math.SQRT2);
  expect(Math.abs(chance / p - 1)).toBeLessThan(2e-13);
});

test("chances too small for a double are 0", () => {
  expect(twoSidedNormal(40)).toBe(0);
});
