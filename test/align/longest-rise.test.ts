import fc from "fast-check";
import { expect, test } from "vitest";
import { longestRise } from "../../src/align/longest-rise.ts";

/** Length of the longest strictly rising subsequence, by the quadratic textbook recurrence. */
function naiveLength(values: readonly number[]): number {
  const lengths: number[] = [];
  values.forEach((value, i) => {
    const before = lengths.slice(0, i).filter((_, j) => (values[j] ?? value) < value);
    lengths.push(1 + Math.max(0, ...before));
  });
  return Math.max(0, ...lengths);
}

test("the values at the indexes rise, and no longer rise exists", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 40 }), (values) => {
      const rise = [...longestRise(Int32Array.from(values))];
      rise.slice(1).forEach((index, i) => {
        expect(index).toBeGreaterThan(rise[i] ?? index);
        expect(values[index]).toBeGreaterThan(values[rise[i] ?? -1] ?? Number.NaN);
      });
      expect(rise).toHaveLength(naiveLength(values));
    }),
  );
});

test("what rises already is taken whole, and of what falls one value is left", () => {
  const values = Int32Array.from({ length: 10_000 }, (_, i) => i * 3);
  expect(longestRise(values)).toHaveLength(10_000);
  expect(longestRise(values.toReversed())).toHaveLength(1);
  expect(longestRise(new Int32Array())).toHaveLength(0);
});
