import fc from "fast-check";
import { expect, test } from "vitest";
import { firstDifference } from "../../src/align/same-sequence.ts";
import { UNKNOWN } from "../../src/trace/table.ts";
import { numbers, scatter, sequenceOf } from "./sequences.ts";

test("equal sequences have no first difference, wherever their rows stand", () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), (offsets) => {
      expect(firstDifference(numbers(offsets), scatter(numbers(offsets)))).toBe(-1);
    }),
  );
});

test("the first difference is where the first changed call stands", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1 }), fc.nat(), (offsets, pick) => {
      const at = pick % offsets.length;
      const changed = offsets.map((offset, i) => (i >= at ? offset + 1 : offset));
      expect(firstDifference(numbers(offsets), numbers(changed))).toBe(at);
    }),
  );
});

test("a sequence that goes on differs where the other ends", () => {
  expect(firstDifference(numbers([1, 2]), numbers([1, 2, 3]))).toBe(2);
  expect(firstDifference(numbers([1, 2, 3]), numbers([1, 2]))).toBe(2);
  expect(firstDifference(numbers([]), numbers([1]))).toBe(0);
});

test("operation, offset and size each make a difference, and an unknown value equals itself", () => {
  const call = { operation: 3, offset: UNKNOWN, size: 8 };
  const first = sequenceOf([call, call]);
  expect(firstDifference(first, sequenceOf([call, call]))).toBe(-1);
  expect(firstDifference(first, sequenceOf([call, { ...call, operation: 4 }]))).toBe(1);
  expect(firstDifference(first, sequenceOf([call, { ...call, offset: 0 }]))).toBe(1);
  expect(firstDifference(first, sequenceOf([call, { ...call, size: UNKNOWN }]))).toBe(1);
});
