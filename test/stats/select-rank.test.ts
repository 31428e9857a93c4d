import fc from "fast-check";
import { expect, test } from "vitest";
import { selectRank } from "../../src/stats/paired-ratio.ts";

test("the value at a rank is that of the sorted values, whatever was selected before", () => {
  const values = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(values, fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), (sample, places) => {
      const sorted = sample.toSorted((one, other) => one - other);
      const selected = Float64Array.from(sample);
      for (const place of places) {
        const rank = (place % sample.length) + 1;
        expect(selectRank(selected, rank)).toBe(sorted[rank - 1]);
      }
    }),
  );
});
