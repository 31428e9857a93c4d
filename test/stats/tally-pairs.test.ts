import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tally } from "../../src/stats/tally.ts";
import { scaled } from "../support/scaled.ts";
import { tallyPairs } from "../support/tally-pairs.ts";

/** Long enough for tables, on grids of several steps, now and then with a value that is on none. */
const pairs = fc
  .record({
    step: fc.constantFrom(1, 3, 1000, 1e6),
    otherStep: fc.constantFrom(1, 2, 1000, 2500),
    spread: fc.constantFrom(1, 20, 5000, 1e6),
    odd: fc.constantFrom(0, 0, 0.5, 2 ** 53 + 2),
    seeds: fc.array(fc.nat(), { minLength: 3, maxLength: 20 }),
    length: fc.constantFrom(0, 1, 511, 512, 2000),
  })
  .map(({ step, otherStep, spread, odd, seeds, length }) => {
    const at = (index: number, factor: number): number =>
      ((seeds[index % seeds.length] ?? 0) + index * factor) % spread;
    const before = Float64Array.from({ length }, (_, index) => at(index, 7919) * step);
    const after = Float64Array.from({ length }, (_, index) => at(index, 104_729) * otherStep + 500);
    if (odd !== 0 && length > 0) after[seeds[0] === undefined ? 0 : seeds[0] % length] = odd;
    return { before, after };
  });

describe("tallyPairs", () => {
  test("counts both sides and their differences as each counted alone", () => {
    fc.assert(
      fc.property(pairs, ({ before, after }) => {
        const differences = before.map((value, index) => (after[index] ?? 0) - value);
        expect(tallyPairs(before, after)).toEqual({
          before: tally(before),
          after: tally(after),
          differences: tally(differences),
        });
      }),
      { numRuns: scaled(300) },
    );
  });

  test("refuses sides of two lengths", () => {
    expect(() => tallyPairs(new Float64Array(2), new Float64Array(3))).toThrow(RangeError);
  });
});
