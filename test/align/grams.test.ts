import fc from "fast-check";
import { expect, test } from "vitest";
import { findGrams } from "../../src/align/grams.ts";

test("stretches of calls have one number exactly when they are equal", () => {
  const ids = fc.array(fc.nat(1), { maxLength: 30 });
  fc.assert(
    fc.property(ids, ids, fc.constantFrom(1, 2, 4, 8), fc.nat(3), (before, after, length, start) => {
      const region = {
        before: Math.min(start, before.length),
        beforeEnd: before.length,
        after: 0,
        afterEnd: after.length,
      };
      const grams = findGrams(Int32Array.from(before), Int32Array.from(after), region, length);
      const stretches = (list: readonly number[], from: number): string[] =>
        list
          .slice(from)
          .flatMap((_, i, rest) => (i + length > rest.length ? [] : [rest.slice(i, i + length).join()]));
      const texts = [...stretches(before, region.before), ...stretches(after, 0)];
      const numbers = [...grams.before, ...grams.after];
      expect(numbers).toHaveLength(texts.length);
      expect(grams.count).toBe(new Set(texts).size);
      for (const [i, text] of texts.entries()) {
        for (const [j, other] of texts.entries()) expect(numbers[i] === numbers[j]).toBe(text === other);
      }
    }),
  );
});
