import fc from "fast-check";
import { expect, test } from "vitest";
import { latticeOf } from "../../src/stats/lattice.ts";

test("the step is the greatest common divisor of all values", () => {
  expect(latticeOf(Float64Array.of(84_000, 74_000, 94_000))).toEqual({
    min: 74_000,
    max: 94_000,
    step: 2000,
  });
  expect(latticeOf(Float64Array.of(84_000, 74_003)).step).toBe(1);
  expect(latticeOf(Float64Array.of(-12, 0, 18)).step).toBe(6);
});

test("multiples of a prime step and the step itself have that step", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 7, 1009),
      fc.array(fc.integer({ min: -1e9, max: 1e9 })),
      (step, multiples) => {
        const sample = Float64Array.from([...multiples, 1], (multiple) => multiple * step);
        expect(latticeOf(sample).step).toBe(step);
      },
    ),
  );
});

test("zeros alone, fractions and numbers that a double can't hold exactly have no step", () => {
  expect(latticeOf(Float64Array.of(0, 0)).step).toBe(0);
  expect(latticeOf(Float64Array.of(3, 1.5)).step).toBe(0);
  expect(latticeOf(Float64Array.of(3, 2 ** 60)).step).toBe(0);
  expect(latticeOf(new Float64Array())).toEqual({ min: Infinity, max: -Infinity, step: 0 });
});
