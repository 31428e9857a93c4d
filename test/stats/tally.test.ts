import fc from "fast-check";
import { expect, test } from "vitest";
import { type Tally, tally, valueAtRank } from "../../src/stats/tally.ts";
import { ascending } from "./naive.ts";

/**
 * A sample of each kind that is counted in another way: few, many on a grid, spread out, beyond 2^32 steps,
 * fractions.
 */
const samples: fc.Arbitrary<Float64Array> = fc
  .record({
    count: fc.constantFrom(1, 2, 7, 511, 512, 513, 3000),
    seed: fc.integer(),
    scale: fc.constantFrom(1, 1000, 1_000_000, 1 / 1024),
    span: fc.constantFrom(1, 5, 100, 5000, 2 ** 20, 2 ** 31, 2 ** 32, 2 ** 40),
    start: fc.constantFrom(-3, 0, 40, -(2 ** 31)),
  })
  .map(({ count, seed, scale, span, start }) => {
    // The linear congruential generator of Numerical Recipes: any fixed numbers would do.
    let state = seed >>> 0;
    return Float64Array.from({ length: count }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (start + Math.floor((state / 2 ** 32) * span)) * scale;
    });
  });

function spelledOut({ values, upTo }: Tally): number[] {
  return [...values].flatMap((value, i) => {
    const times = (upTo[i] ?? 0) - (i === 0 ? 0 : (upTo[i - 1] ?? 0));
    return Array.from({ length: times }, () => value);
  });
}

test("a tally spelled out is the sorted sample", () => {
  fc.assert(
    fc.property(samples, (sample) => {
      expect(spelledOut(tally(sample))).toEqual(ascending(sample));
    }),
  );
});

test("the values of a tally ascend strictly", () => {
  fc.assert(
    fc.property(samples, (sample) => {
      const { values } = tally(sample);
      expect(values.every((value, i) => i === 0 || value > (values[i - 1] ?? value))).toBe(true);
    }),
  );
});

test("counting a sample leaves it as it was", () => {
  fc.assert(
    fc.property(samples, (sample) => {
      const copy = sample.slice();
      tally(sample);
      expect(sample).toEqual(copy);
    }),
  );
});

test("the value at a rank is the one that stands there when all are sorted", () => {
  fc.assert(
    fc.property(samples, fc.double({ min: 0, max: 1, noNaN: true }), (sample, place) => {
      const rank = 1 + Math.round(place * (sample.length - 1));
      expect(valueAtRank(tally(sample), rank)).toBe(ascending(sample)[rank - 1]);
    }),
  );
});

test("a tally of nothing is empty", () => {
  expect(tally(new Float64Array())).toEqual({ values: new Float64Array(), upTo: new Uint32Array() });
});

test("latencies up to, at and beyond 2^32 steps from the least keep their order", () => {
  const steps = [0, 1, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 45];
  const sample = Float64Array.from({ length: 1200 }, (_, i) => 40 + (steps[(7 * i) % 6] ?? 0));
  expect(spelledOut(tally(sample))).toEqual(ascending(sample));
});
