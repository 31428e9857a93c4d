import fc from "fast-check";
import { expect, test } from "vitest";
import { signedRank } from "../../src/stats/signed-rank.ts";
import { tally } from "../../src/stats/tally.ts";
import { scaled } from "../support/scaled.ts";
import { midranks, signedRankByEnumeration, sum } from "./naive.ts";

const wilcoxon = (differences: readonly number[]) => signedRank(tally(Float64Array.from(differences)));

test("the depression scores of Hollander & Wolfe have V = 40 and one-sided p = 0.01953", () => {
  // The example of R's wilcox.test: a scale factor of depression at a first and a second visit.
  const first = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3];
  const second = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
  const { above, below, p, method } = wilcoxon(first.map((score, i) => score - (second[i] ?? 0)));
  expect([above, below, method]).toEqual([40, 5, "exact"]);
  expect(p / 2).toBe(10 / 512);
});

test("in Student's sleep data nobody slept less, so p is that of nine heads in a row", () => {
  // R's data set `sleep`, in tenths of an hour: the differences are 12 24 13 13 0 10 18 8 46 14.
  const one = [7, -16, -2, -12, -1, 34, 37, 8, 0, 20];
  const two = [19, 8, 11, 1, -1, 44, 55, 16, 46, 34];
  const { above, below, p } = wilcoxon(two.map((hours, i) => hours - (one[i] ?? 0)));
  // The zero has rank 1, the others the rest of 55.
  expect([above, below, p]).toEqual([54, 0, 2 / 2 ** 9]);
});

// Critical values of the smaller sum for two-sided 5 %: Wilcoxon & Wilcox, Some Rapid Approximate Statistical
// Procedures (1964), table 2; the same in Siegel & Castellan, table H, and Conover, table A12.
test.each([
  [6, 0],
  [7, 2],
  [8, 3],
  [9, 5],
  [10, 8],
  [11, 10],
  [12, 13],
  [13, 17],
  [14, 21],
  [15, 25],
  [16, 29],
  [17, 34],
  [18, 40],
  [19, 46],
  [20, 52],
  [25, 89],
  [30, 137],
  [35, 195],
  [40, 264],
  [45, 343],
  [50, 434],
])("of %i pairs a rank sum of %i is significant at 5 %% and one more is not", (n, critical) => {
  expect(wilcoxon(withSmallerSum(n, critical)).p).toBeLessThanOrEqual(0.05);
  expect(wilcoxon(withSmallerSum(n, critical + 1)).p).toBeGreaterThan(0.05);
});

/** Differences 1 to n, of which those below 0 add up to the given sum. */
function withSmallerSum(n: number, smaller: number): number[] {
  let left = smaller;
  return Array.from({ length: n }, (_, i) => {
    const magnitude = n - i;
    if (magnitude > left) return magnitude;
    left -= magnitude;
    return -magnitude;
  });
}

test("small samples have the p of all possible signs, ties and zeros included", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -4, max: 4 }), { maxLength: 10 }), (differences) => {
      const { above, below, p } = wilcoxon(differences);
      expect({ above, below, p }).toEqual(signedRankByEnumeration(differences));
    }),
    { numRuns: scaled(200) },
  );
});

test("zeros lift the ranks of the others, however many they are", () => {
  const moved = fc.array(fc.integer({ min: -6, max: 6 }), { maxLength: 6 });
  fc.assert(
    fc.property(moved, fc.nat({ max: 60 }), (some, zeros) => {
      const differences = [...some, ...Array.from({ length: zeros }, () => 0)];
      expect(wilcoxon(differences).p).toBe(signedRankByEnumeration(differences).p);
    }),
  );
});

test("a million zeros change nothing about the exact p that a hundred do not", () => {
  const moved = [5, 5, -2, 9, 1, 1, 7, 12, -3, 4];
  const among = (zeros: number) => wilcoxon([...moved, ...Array.from({ length: zeros }, () => 0)]);
  expect(among(1_000_000).p).toBe(among(200).p);
  // So many zeros make the ranks of the others almost equal: the order is by number of signs, as in a sign
  // test.
  expect(among(200).p).toBeGreaterThanOrEqual((2 * (1 + 10)) / 2 ** 10);
});

test("large samples have the normal approximation with the textbook variance", () => {
  const differences = Array.from({ length: 80 }, (_, i) => ((i * 37) % 23) - 9);
  const ranks = midranks(differences.map(Math.abs));
  const [n, zeros] = [80, differences.filter((each) => each === 0).length];
  const magnitudes = differences.filter((each) => each !== 0).map(Math.abs);
  const ties = sum(
    [...new Set(magnitudes)].map((magnitude) => {
      const tied = magnitudes.filter((each) => each === magnitude).length;
      return tied ** 3 - tied;
    }),
  );
  const mean = (n * (n + 1) - zeros * (zeros + 1)) / 4;
  const variance = (n * (n + 1) * (2 * n + 1) - zeros * (zeros + 1) * (2 * zeros + 1)) / 24 - ties / 48;
  const above = sum(ranks.filter((_, i) => (differences[i] ?? 0) > 0));
  const z = (Math.abs(above - mean) - 0.5) / Math.sqrt(variance);
  expect([above, zeros, ties, variance]).toEqual([2072, 3, 3192, 43_400]);
  const result = wilcoxon(differences);
  expect([result.above, result.method]).toEqual([above, "normal"]);
  // erfc(z / √2) of the C library for z = 2.1816698.
  expect(z).toBeCloseTo(2.181669814551116, 12);
  expect(result.p).toBeCloseTo(0.029133910247666126, 12);
});

test("p hardly jumps where counting ends and the normal approximation begins", () => {
  const exact = wilcoxon(withSmallerSum(50, 434));
  const normal = wilcoxon(withSmallerSum(51, 453));
  expect([exact.method, normal.method]).toEqual(["exact", "normal"]);
  // Table: 434 is the critical value for 50 pairs; 453 that for 51 by counting.
  expect(Math.abs(exact.p - normal.p)).toBeLessThan(0.002);
});

test("the effect size is the share of ranks above less the share below", () => {
  expect(wilcoxon([1, 2, 3]).effectSize).toBe(1);
  expect(wilcoxon([-1, -2, -3]).effectSize).toBe(-1);
  // Ranks 1 2 3 4 of 10: 4 + 3 + 1 above, 2 below.
  expect(wilcoxon([1, -2, 3, 4]).effectSize).toBe((8 - 2) / 10);
  // Zeros have ranks 1 and 2 of 6, and are neither above nor below.
  expect(wilcoxon([0, 0, 5]).effectSize).toBe(0.5);
});

test("without differences there is nothing to claim", () => {
  expect(wilcoxon([])).toEqual({ above: 0, below: 0, p: 1, method: "exact", effectSize: 0 });
  expect(wilcoxon([0, 0, 0])).toEqual({ above: 0, below: 0, p: 1, method: "exact", effectSize: 0 });
});

test("turning all signs turns the effect and keeps p", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -30, max: 30 }), { maxLength: 120 }), (differences) => {
      const one = wilcoxon(differences);
      const other = wilcoxon(differences.map((each) => -each));
      expect(other.p).toBe(one.p);
      expect([other.above, other.below]).toEqual([one.below, one.above]);
    }),
  );
});
