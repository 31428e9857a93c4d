import fc from "fast-check";
import { expect, test } from "vitest";
import { nearestRank } from "../../src/stats/summary.ts";

test.each([
  [50, 60, 30],
  [50, 61, 31],
  [75, 60, 45],
  [90, 60, 54],
  [99, 100, 99],
  [99, 101, 100],
  // 99.9 / 100 * 1000 is 999.0000000000001 in doubles, which would be rank 1000.
  [99.9, 1000, 999],
  [99.99, 10_000, 9999],
])("P%f of %i values is the one at rank %i", (percent, count, rank) => {
  expect(nearestRank(percent, count)).toBe(rank);
});

test.each([
  [50, 1],
  [75, 3],
  [90, 9],
  [99, 99],
  [99.9, 999],
  [99.99, 9999],
])("P%f of %i values could only be the largest, so there is none", (percent, count) => {
  expect(nearestRank(percent, count)).toBeNull();
  expect(nearestRank(percent, count + 1)).toBeLessThanOrEqual(count);
});

test("at least the percentage lies at or below the rank, and less than it below the one before", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 1e9 }), (hundredths, count) => {
      const rank = nearestRank(hundredths / 100, count);
      fc.pre(rank !== null);
      const wanted = BigInt(hundredths) * BigInt(count);
      expect(BigInt(rank) * 10_000n >= wanted && BigInt(rank - 1) * 10_000n < wanted).toBe(true);
    }),
  );
});
