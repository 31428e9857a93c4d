import fc from "fast-check";
import { expect, test } from "vitest";
import { compactNumbers } from "../../src/report/words/identity-lines.ts";

test("three or more numbers in a row become a range", () => {
  expect(compactNumbers([8, 9, 11, 12, 13, 14, 15, 16, 17], "–")).toEqual(["8", "9", "11–17"]);
  expect(compactNumbers([3], "–")).toEqual(["3"]);
  expect(compactNumbers([], "–")).toEqual([]);
});

test("ranges stand for exactly the numbers given, in order", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(40)), (numbers) => {
      const spelled = compactNumbers(numbers, "-").flatMap((part) => {
        const [first = 0, last = first] = part.split("-").map(Number);
        return Array.from({ length: last - first + 1 }, (_, at) => first + at);
      });
      expect(spelled).toEqual([...numbers].sort((one, other) => one - other));
    }),
  );
});
