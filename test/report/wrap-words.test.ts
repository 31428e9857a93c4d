import fc from "fast-check";
import { expect, test } from "vitest";
import { displayWidth } from "../../src/report/layout/display-width.ts";
import { wrapWords } from "../../src/report/layout/wrap-words.ts";

test("lines are broken between words", () => {
  expect(wrapWords("one two three", 7)).toEqual(["one two", "three"]);
});

test("a word wider than a line is broken inside", () => {
  expect(wrapWords("see /var/lib/data now", 6)).toEqual(["see", "/var/l", "ib/dat", "a now"]);
  expect(wrapWords("日本語", 4)).toEqual(["日本", "語"]);
});

test("no line is wider than asked for, and no character is lost", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 2, max: 20 }), (text, width) => {
      const lines = wrapWords(text, width);
      expect(lines.filter((line) => displayWidth(line) > width)).toEqual([]);
      expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
    }),
  );
});
