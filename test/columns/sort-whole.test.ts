import fc from "fast-check";
import { expect, test } from "vitest";
import { sortWhole } from "../../src/columns/sort-whole.ts";

test("whole numbers of any size come in ascending order", () => {
  const number = fc.oneof(
    fc.nat({ max: 3000 }),
    fc.maxSafeNat(),
    fc.nat().map((at) => at * 4096 + 2 ** 32),
  );
  fc.assert(
    fc.property(fc.array(number, { maxLength: 40 }), fc.constantFrom(1, 3, 30), (some, times) => {
      const numbers = Array.from({ length: times }, (_, at) =>
        some.map((each) => Math.max(0, each - at)),
      ).flat();
      const expected = numbers.toSorted((one, other) => one - other);
      expect(Array.from(sortWhole(Float64Array.from(numbers)))).toEqual(expected);
    }),
  );
});
