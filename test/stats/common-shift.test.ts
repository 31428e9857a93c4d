import fc from "fast-check";
import { expect, test } from "vitest";
import { commonShift } from "../../src/stats/common-shift.ts";
import type { PairedRatio } from "../../src/stats/paired-ratio.ts";
import { ratioOfPairs } from "./ratio-of-pairs.ts";
import { rocksdb } from "./rocksdb-latencies.ts";

/** A group whose interval reaches 3 % to either side. */
const group = (ratio: number, count = 1000): PairedRatio => ({
  count,
  ratio,
  low: ratio * 0.97,
  high: ratio * 1.03,
});
/** Too few pairs for an interval. */
const tiny = (ratio: number): PairedRatio => ({ count: 3, ratio, low: 0, high: Number.POSITIVE_INFINITY });

const standing = (groups: readonly PairedRatio[]): number[] =>
  commonShift(groups).residuals.flatMap(({ standsOut }, i) => (standsOut ? [i] : []));

test("all latencies six times as long are one common shift and leave nothing per group", () => {
  const groups = [rocksdb.before, rocksdb.after, rocksdb.before.slice(0, 4)].map((latencies) =>
    ratioOfPairs(
      latencies,
      latencies.map((each) => 6 * each),
    ),
  );
  const { factor, all, residuals } = commonShift(groups);
  expect([factor, all]).toEqual([6, true]);
  expect(residuals.map(({ ratio, standsOut }) => [ratio, standsOut])).toEqual([
    [1, false],
    [1, false],
    [1, false],
  ]);
});

test("one group that moved stands out alone, however many calls it has", () => {
  const groups = [group(6, 1_000_000), group(1.01, 50), group(0.99, 40)];
  expect(commonShift(groups).factor).toBe(1);
  expect(standing(groups)).toEqual([0]);
});

test("a busy group that moved among groups too small to say did so alone", () => {
  const groups = [group(6, 1_000_000), tiny(1.1), tiny(0.9)];
  expect(commonShift(groups).factor).toBe(1);
  expect(standing(groups)).toEqual([0]);
  // They did follow it here, as far as anyone can see.
  expect(commonShift([group(6, 1_000_000), tiny(5), tiny(7)])).toMatchObject({ factor: 6, all: true });
});

test("a group that moved by more than the others stands out of a common shift by what is left", () => {
  const groups = [group(1.5), group(1.5), group(1.5), group(3)];
  const { factor, all, residuals } = commonShift(groups);
  expect([factor, all]).toEqual([1.5, false]);
  expect(residuals[3]).toMatchObject({ ratio: 2, standsOut: true });
  expect(standing(groups)).toEqual([3]);
});

test("two groups that moved differently have nothing in common", () => {
  expect(commonShift([group(6), group(2)]).factor).toBe(1);
  expect(commonShift([group(6), group(1)]).factor).toBe(1);
  expect(commonShift([group(2), group(3), group(4), group(6), group(8)]).factor).toBe(1);
});

test("the only group there is is all groups", () => {
  expect(commonShift([group(6)])).toMatchObject({ factor: 6, all: true });
});

test("a shift that could be none is none", () => {
  expect(commonShift([group(1.04), group(1.05), group(1.03)])).toMatchObject({ factor: 1, all: true });
});

test("no groups have no shift", () => {
  expect(commonShift([])).toEqual({ factor: 1, all: true, residuals: [] });
});

test("of groups that moved together the busiest sets the factor", () => {
  expect(commonShift([group(2, 10_000), group(2.05, 10), group(1.95, 10)]).factor).toBe(2);
});

test("the factor is one that all of the groups it explains could have moved by", () => {
  // With the tolerance the first reaches up to 6 × 1.03 × 1.05 = 6.489.
  const { factor, all } = commonShift([group(6, 10), group(6.5, 1000)]);
  expect(factor).toBeCloseTo(6.489, 12);
  expect(all).toBe(true);
  expect(commonShift([group(2.05), group(2)]).factor).toBe(2);
});

test("dividing all ratios by a common shift leaves none", () => {
  const ratios = fc.array(fc.double({ min: 0.99, max: 1.01, noNaN: true }), { minLength: 1, maxLength: 8 });
  const factors = fc.constantFrom(1 / 6, 0.5, 0.8, 1.25, 2, 6.1, 100);
  fc.assert(
    fc.property(ratios, factors, (each, factor) => {
      const groups = each.map((ratio) => group(ratio * factor));
      const common = commonShift(groups);
      expect(common.all).toBe(true);
      expect(Math.abs(common.factor / factor - 1)).toBeLessThan(0.011);
      const rest = common.residuals.map(({ ratio, low, high }) => ({ count: 1000, ratio, low, high }));
      expect(commonShift(rest).factor).toBe(1);
    }),
  );
});
