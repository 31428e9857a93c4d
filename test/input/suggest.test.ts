import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance, suggest } from "../../src/input/suggest.ts";

const ORDERS = ["total", "thread", "file", "stream", "set"];

test("letters lost, doubled, replaced or swapped are one edit each", () => {
  expect(editDistance("thread", "thred")).toBe(1);
  expect(editDistance("thread", "threead")).toBe(1);
  expect(editDistance("thread", "throad")).toBe(1);
  expect(editDistance("thread", "therad")).toBe(1);
  expect(editDistance("kitten", "sitting")).toBe(3);
  expect(editDistance("", "file")).toBe(4);
});

test("the nearest word is suggested, and none where none is near", () => {
  expect(suggest("thred", ORDERS)).toBe("thread");
  expect(suggest("Stream", ORDERS)).toBe("stream");
  expect(suggest("fiel", ORDERS)).toBe("file");
  expect(suggest("alphabetical", ORDERS)).toBeUndefined();
  expect(suggest("xyz", ORDERS)).toBeUndefined();
});

test("the beginning of one word alone stands for it", () => {
  expect(suggest("--max", ["--max-unread", "--calls"])).toBe("--max-unread");
  expect(suggest("s", ORDERS)).toBeUndefined();
});

test("a distance is the same both ways, zero only for equal words, and no shortcut beats it", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
  fc.assert(
    fc.property(word, word, (one, other) => {
      const distance = editDistance(one, other);
      expect(distance).toBe(editDistance(other, one));
      expect(distance === 0).toBe(one === other);
      expect(distance).toBeGreaterThanOrEqual(Math.abs(one.length - other.length));
      expect(distance).toBeLessThanOrEqual(Math.max(one.length, other.length));
    }),
  );
});
