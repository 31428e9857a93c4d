import fc from "fast-check";
import { expect, test } from "vitest";
import { histogram } from "../../src/stats/histogram.ts";
import { tally } from "../../src/stats/tally.ts";
import { sum } from "./naive.ts";

const binned = (before: readonly number[], after: readonly number[], bins: number) =>
  histogram({ before: tally(Float64Array.from(before)), after: tally(Float64Array.from(after)) }, bins);

test("bins are of equal ratio over both samples", () => {
  expect(binned([1, 3, 10, 99], [20, 1000, 5000, 10_000], 4)).toEqual({
    edges: [1, 10, 100, 1000, 10_000],
    counts: { before: [2, 2, 0, 0], after: [0, 1, 0, 3] },
  });
});

test("bins narrower than a step of the clock fall together", () => {
  // Whole microseconds from 1 to 8: eight bins would be at 1 1.3 1.7 2.2 2.8 3.7 4.8 6.2 8.
  const clock = [1, 2, 3, 4, 5, 6, 7, 8].map((each) => each * 1000);
  const { edges, counts } = binned(clock, clock, 8);
  expect(edges).toEqual([1000, 2000, 3000, 4000, 5000, 7000, 8000]);
  expect(counts.before).toEqual([1, 1, 1, 1, 2, 2]);
});

test("no bin begins at the upper edge of the last", () => {
  // The last of eight edges, 3000^(7/8) × 1000^(1/8) = 2615, is rounded up to the maximum.
  expect(binned([1000, 2000, 3000], [], 8)).toEqual({
    edges: [1000, 2000, 3000],
    counts: { before: [1, 2], after: [0, 0] },
  });
});

test("calls of no time at all are in the first bin", () => {
  const { edges, counts } = binned([0, 0, 1000], [8000], 3);
  expect(edges).toEqual([0, 2000, 4000, 8000]);
  expect(counts).toEqual({ before: [3, 0, 0], after: [0, 0, 1] });
});

test("one value is one bin, and nothing is none", () => {
  expect(binned([7], [], 10)).toEqual({ edges: [7, 7], counts: { before: [1], after: [0] } });
  expect(binned([0], [0], 10)).toEqual({ edges: [0, 0], counts: { before: [1], after: [1] } });
  expect(binned([], [], 10)).toEqual({ edges: [], counts: { before: [], after: [] } });
});

test("every value is in one bin, the one whose edges hold it", () => {
  const side = fc.array(fc.nat({ max: 100_000 }), { maxLength: 50 });
  fc.assert(
    fc.property(side, side, fc.integer({ min: 1, max: 30 }), (before, after, bins) => {
      const { edges, counts } = binned(before, after, bins);
      expect(counts.before.length).toBe(Math.max(0, edges.length - 1));
      expect(counts.before.length).toBeLessThanOrEqual(bins);
      const ascend = edges.every((edge, i) => i === 0 || edge > (edges[i - 1] ?? edge));
      expect(ascend || new Set([...before, ...after]).size === 1).toBe(true);
      for (const [values, each] of [
        [before, counts.before],
        [after, counts.after],
      ] as const) {
        expect(sum(each)).toBe(values.length);
        const inside = each.map((_, bin) => {
          const last = bin === each.length - 1;
          const [low, high] = [edges[bin] ?? 0, edges[bin + 1] ?? 0];
          return values.filter((value) => low <= value && (value < high || (last && value === high))).length;
        });
        expect(each).toEqual(inside);
      }
    }),
  );
});
