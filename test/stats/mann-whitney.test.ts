import fc from "fast-check";
import { expect, test } from "vitest";
import { mannWhitney } from "../../src/stats/mann-whitney.ts";
import { scaled } from "../support/scaled.ts";
import { midranks, rankSumByEnumeration, sum } from "./naive.ts";

const compare = (before: readonly number[], after: readonly number[]) =>
  mannWhitney(Float64Array.from(before), Float64Array.from(after));

test("the permeability constants of Hollander & Wolfe have W = 35 and one-sided p = 0.1272", () => {
  // The example of R's wilcox.test: human chorioamnion at term, and at 12 to 26 weeks.
  const term = [0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
  const early = [1.15, 0.88, 0.9, 0.74, 1.21];
  const { u, p, method, superiority } = compare(early, term);
  expect([u, method, superiority]).toEqual([35, "exact", 0.7]);
  expect((p / 2).toFixed(4)).toBe("0.1272");
});

// Critical values of U for two-sided 5 %: Mann & Whitney's distribution as tabled in Siegel & Castellan
// (table J, as rank sums) and Zar (table B.11).
test.each([
  [4, 4, 0],
  [5, 3, 0],
  [5, 5, 2],
  [6, 5, 3],
  [6, 6, 5],
  [8, 8, 13],
  [10, 5, 8],
  [10, 10, 23],
  [12, 12, 37],
  [15, 15, 64],
  [20, 5, 20],
  [20, 10, 55],
  [20, 20, 127],
])("of %i and %i values a U of %i is significant at 5 %% and one more is not", (n, m, critical) => {
  for (const turned of [false, true]) {
    const at = (u: number) => {
      const sides = withU(n, m, u);
      return turned ? compare(sides.after, sides.before) : compare(sides.before, sides.after);
    };
    expect(at(critical).p).toBeLessThanOrEqual(0.05);
    expect(at(critical + 1).p).toBeGreaterThan(0.05);
  }
});

/** Sides of n and m different values in which `u` of the pairs have the larger value after. */
function withU(n: number, m: number, u: number): { readonly before: number[]; readonly after: number[] } {
  let left = u;
  const before = Array.from({ length: n }, (_, i) => i);
  const after = Array.from({ length: m }, (_, i) => {
    const larger = Math.min(n, left);
    left -= larger;
    return larger - 0.5 - i / 1000;
  });
  return { before, after };
}

test("small samples have the p of all ways to deal the values, ties included", () => {
  const side = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(side, side, (before, after) => {
      expect(compare(before, after).p).toBeCloseTo(rankSumByEnumeration(before, after), 13);
    }),
    { numRuns: scaled(60) },
  );
});

test("u counts the pairs in which the value after is larger, equal ones half", () => {
  const side = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(side, side, (before, after) => {
      const wins = sum(
        before.flatMap((from) => after.map((to) => (to > from ? 1 : to === from ? 1 / 2 : 0))),
      );
      const { u, superiority, effectSize } = compare(before, after);
      expect(u).toBe(wins);
      expect(superiority).toBe(wins / (before.length * after.length));
      expect(effectSize).toBe((2 * wins) / (before.length * after.length) - 1);
    }),
  );
});

test("swapping the sides turns the effect and keeps p", () => {
  const side = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(side, side, (before, after) => {
      const there = compare(before, after);
      const back = compare(after, before);
      expect(back.u + there.u).toBe(before.length * after.length);
      expect(back.p).toBeCloseTo(there.p, 12);
    }),
    { numRuns: scaled(60) },
  );
});

test("large samples have the normal approximation with the textbook correction for ties", () => {
  const before = Array.from({ length: 45 }, (_, i) => (i * 7) % 19);
  const after = Array.from({ length: 40 }, (_, i) => ((i * 11) % 17) + 4);
  const [n, m] = [45, 40];
  const all = [...before, ...after];
  const u = sum(midranks(all).slice(n)) - (m * (m + 1)) / 2;
  const ties = sum(
    [...new Set(all)].map((value) => {
      const tied = all.filter((each) => each === value).length;
      return tied ** 3 - tied;
    }),
  );
  const variance = ((n * m) / 12) * (n + m + 1 - ties / ((n + m) * (n + m - 1)));
  const z = (Math.abs(u - (n * m) / 2) - 0.5) / Math.sqrt(variance);
  expect([u, ties]).toEqual([1187.5, 1680]);
  expect(z).toBeCloseTo(2.530357974063948, 12);
  const result = compare(before, after);
  expect([result.u, result.method]).toEqual([u, "normal"]);
  // erfc(z / √2) of the C library.
  expect(result.p).toBeCloseTo(0.011394620591003851, 12);
});

test("counting and the normal approximation agree where they meet", () => {
  const values = (count: number, offset: number) =>
    Array.from({ length: count }, (_, i) => ((i * 29) % 61) + offset);
  const exact = compare(values(30, 0), values(30, 12));
  const normal = compare(values(31, 0), values(30, 12));
  expect([exact.method, normal.method]).toEqual(["exact", "normal"]);
  expect(Math.abs(exact.p - normal.p)).toBeLessThan(0.02);
});

test("a side without values, and values that are all equal, claim nothing", () => {
  expect(compare([], [1, 2])).toEqual({ u: 0, superiority: null, effectSize: 0, p: 1, method: "exact" });
  expect(compare([3, 3], [3, 3, 3])).toMatchObject({ u: 3, superiority: 0.5, effectSize: 0, p: 1 });
  const equal = Array.from({ length: 50 }, () => 3);
  expect(compare(equal, equal)).toMatchObject({ superiority: 0.5, p: 1, method: "normal" });
});
