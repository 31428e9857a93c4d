import fc from "fast-check";
import { expect, test } from "vitest";
import { wrapItems } from "../../src/report/layout/wrap-items.ts";

test("lines break only between items", () => {
  expect(wrapItems(["one", "two", "three"], ", ", 9)).toEqual(["one, two,", "three"]);
  expect(wrapItems(["one", "two", "three"], ", ", 8)).toEqual(["one,", "two,", "three"]);
  expect(wrapItems(["one", "two"], ", ", 8)).toEqual(["one, two"]);
});

test("no item is lost, and lines fit unless a single item is too wide", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(word), fc.integer({ min: 1, max: 20 }), (items, width) => {
      const lines = wrapItems(items, " ", width);
      expect(lines.flatMap((line) => line.split(" "))).toEqual(items);
      for (const line of lines) if (line.includes(" ")) expect(line.length).toBeLessThanOrEqual(width);
    }),
  );
});
