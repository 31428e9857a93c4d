import fc from "fast-check";
import { expect, test } from "vitest";
import { orderRanks } from "../../src/stats/order-ranks.ts";
import { binomialNumerators } from "./naive.ts";

// From tables of the binomial distribution with q = 1/2: n = 10 has P(B <= 1) = 11/1024 = 0.0107 and P(B <=
// 2) = 56/1024 = 0.0547, so that the second smallest and second largest of 10 hold the median between them.
test.each([
  [6, 1, 6],
  [8, 1, 8],
  [9, 2, 8],
  [10, 2, 9],
  [12, 3, 10],
  [15, 4, 12],
  [17, 5, 13],
  [20, 6, 15],
  [25, 8, 18],
  [30, 10, 21],
  [40, 14, 27],
  [50, 18, 33],
  [100, 40, 61],
])("of %i values those ranked %i and %i hold the median with 95 %%", (n, low, high) => {
  expect(orderRanks(n, 0.5, 0.95)).toEqual({ low, high });
});

test("five values are too few for 95 % confidence in their median", () => {
  // All five are on one side of the median with chance 2/32 = 6.25 %.
  expect(orderRanks(5, 0.5, 0.95)).toBeNull();
  expect(orderRanks(5, 0.5, 0.9)).toEqual({ low: 1, high: 5 });
  expect(orderRanks(1, 0.5, 0.95)).toBeNull();
});

test("no sample is too large to be exact", () => {
  // For 2 million: n/2 ± 1.959964 √n / 2 = 1,000,000 ± 1385.9, and the distribution is normal to many digits
  // here.
  expect(orderRanks(2_000_000, 0.5, 0.95)).toEqual({ low: 998_614, high: 1_001_387 });
});

test("ranks are the innermost whose tails each hold at most half of what the confidence leaves", () => {
  const shares = fc.integer({ min: 1, max: 999 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 80 }), shares, (n, share) => {
      const terms = binomialNumerators(n, share);
      // 2.5 % is one fortieth.
      const allowed = 1000n ** BigInt(n);
      const fits = (tail: readonly bigint[]): boolean =>
        tail.reduce((sum, term) => sum + term, 0n) * 40n <= allowed;
      const ranks = Array.from({ length: n + 2 }, (_, rank) => rank);
      const low = ranks.findLast((rank) => fits(terms.slice(0, rank))) ?? 0;
      const high = ranks.find((rank) => fits(terms.slice(rank))) ?? n + 1;
      expect(orderRanks(n, share / 1000, 0.95)).toEqual(low < 1 || high > n ? null : { low, high });
    }),
  );
});
