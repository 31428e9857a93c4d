import fc from "fast-check";
import { expect, test } from "vitest";
import { sameMultiset } from "../../src/align/same-multiset.ts";
import { scaled } from "../support/scaled.ts";
import { numbers, scatter, sequenceOf } from "./sequences.ts";

const shuffled = fc
  .array(fc.nat(9))
  .chain((offsets) =>
    fc.tuple(fc.constant(offsets), fc.shuffledSubarray(offsets, { minLength: offsets.length })),
  );

test("the order of calls does not matter", () => {
  fc.assert(
    fc.property(shuffled, ([offsets, otherOrder]) => {
      expect(sameMultiset(numbers(offsets), scatter(numbers(otherOrder)))).toBe(true);
    }),
  );
});

test("the same calls in other numbers are another multiset", () => {
  const counts = (values: readonly number[]): string => values.toSorted((x, y) => x - y).join();
  fc.assert(
    fc.property(
      fc.array(fc.nat(2), { maxLength: 6 }),
      fc.array(fc.nat(2), { maxLength: 6 }),
      (one, other) => {
        expect(sameMultiset(numbers(one), numbers(other))).toBe(counts(one) === counts(other));
      },
    ),
    { numRuns: scaled(500) },
  );
});

test("a minus zero is a zero", () => {
  expect(
    sameMultiset(sequenceOf([{ offset: -0 }, { size: -0 }]), sequenceOf([{ size: 0 }, { offset: 0 }])),
  ).toBe(true);
});
