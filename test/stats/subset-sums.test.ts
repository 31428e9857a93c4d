import fc from "fast-check";
import { expect, test } from "vitest";
import { subsetSums } from "../../src/stats/signed-rank.ts";
import { sum } from "./naive.ts";

test("1, 2 and 3 reach 3 in two ways and every other sum in one", () => {
  expect([...subsetSums([1, 2, 3], 6)]).toEqual([1, 1, 1, 2, 1, 1, 1]);
});

test("subset sums are those of all subsets, up to the limit", () => {
  const weights = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 9 });
  fc.assert(
    fc.property(weights, fc.nat({ max: 60 }), (each, limit) => {
      const ways = Array.from({ length: limit + 1 }, () => 0);
      for (let chosen = 0; chosen < 2 ** each.length; chosen++) {
        const reached = sum(each.filter((_, i) => (chosen >> i) % 2 === 1));
        if (reached <= limit) ways[reached] = (ways[reached] ?? 0) + 1;
      }
      expect([...subsetSums(each, limit)]).toEqual(ways);
    }),
  );
});

test("fifty weights are counted without rounding", () => {
  const ways = subsetSums(
    Array.from({ length: 50 }, () => 1),
    50,
  );
  // C(50, 25), from Pascal's triangle.
  expect(ways[25]).toBe(126_410_606_437_752);
  expect(ways.reduce((total, each) => total + each, 0)).toBe(2 ** 50);
});
