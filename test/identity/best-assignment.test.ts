import fc from "fast-check";
import { expect, test } from "vitest";
import { bestAssignment } from "../../src/identity/best-assignment.ts";

/** Greatest total over all one-to-one assignments, by trying every one. */
function bestTotal(
  scores: readonly (readonly number[])[],
  row = 0,
  taken: ReadonlySet<number> = new Set(),
): number {
  const line = scores[row];
  if (line === undefined) return 0;
  let best = bestTotal(scores, row + 1, taken);
  line.forEach((score, column) => {
    if (!taken.has(column))
      best = Math.max(best, score + bestTotal(scores, row + 1, new Set([...taken, column])));
  });
  return best;
}

const scoresOf = fc.integer({ min: 1, max: 5 }).chain((width) =>
  fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: width, maxLength: width }), {
    minLength: 1,
    maxLength: 5,
  }),
);

test("no assignment has a greater total than the one found", () => {
  fc.assert(
    fc.property(scoresOf, (scores) => {
      const found = bestAssignment(scores.map((line) => Float64Array.from(line)));
      const total = Array.from(found).reduce((sum, column, row) => sum + (scores[row]?.[column] ?? 0), 0);
      expect(total).toBe(bestTotal(scores));
    }),
  );
});

test("no column is taken twice and no pair scores 0", () => {
  fc.assert(
    fc.property(scoresOf, (scores) => {
      const found = Array.from(bestAssignment(scores.map((line) => Float64Array.from(line))));
      const columns = found.filter((column) => column >= 0);
      expect(new Set(columns).size).toBe(columns.length);
      found.forEach((column, row) => {
        if (column >= 0) expect(scores[row]?.[column]).toBeGreaterThan(0);
      });
    }),
  );
});

test("more threads than the exact method takes are still assigned one to one, best pairs first", () => {
  const size = 300;
  const scores = Array.from({ length: size }, (_, row) =>
    Float64Array.from({ length: size }, (_, column) => (column === size - 1 - row ? 10 : 1)),
  );
  expect(Array.from(bestAssignment(scores))).toEqual(
    Array.from({ length: size }, (_, row) => size - 1 - row),
  );
});
