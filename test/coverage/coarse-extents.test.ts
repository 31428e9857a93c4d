import fc from "fast-check";
import { expect, test } from "vitest";
import { CoarseExtents } from "../../src/coverage/coarse-extents.ts";
import { unionOf } from "../../src/coverage/extents.ts";

type Range = readonly [start: number, length: number];

const scale = fc.constantFrom(1, 3, 4096, 2 ** 20, 2 ** 33);
const range: fc.Arbitrary<Range> = fc.tuple(fc.nat({ max: 200 }), fc.integer({ min: 1, max: 40 }));

test("never denies a range that has a byte of an extent", () => {
  const file = fc.record({ scale, ranges: fc.array(range, { maxLength: 6 }) });
  fc.assert(
    fc.property(
      fc.array(file, { minLength: 1, maxLength: 3 }),
      fc.array(range, { maxLength: 20 }),
      (files, asked) => {
        const ranges = files.map(({ scale, ranges: each }) =>
          each.map(([start, length]) => [start * scale, (start + length) * scale] as const),
        );
        const coarse = new CoarseExtents(
          ranges.map((each) =>
            unionOf(
              each.map(([from]) => from),
              each.map(([, to]) => to),
            ),
          ),
        );
        for (const [index, own] of ranges.entries()) {
          for (const [start, length] of asked) {
            for (const by of [1, files[index]?.scale ?? 1]) {
              const [from, to] = [start * by, (start + length) * by];
              const meets = own.some(([first, last]) => from < last && first < to);
              if (meets) expect(coarse.mayMeet(index, from, to)).toBe(true);
            }
          }
        }
      },
    ),
  );
});

test("denies most ranges that lie apart from all extents", () => {
  const starts = Array.from({ length: 100 }, (_, at) => at * 1_000_000);
  const coarse = new CoarseExtents([
    unionOf(
      starts,
      starts.map((start) => start + 4096),
    ),
  ]);
  const apart = starts.slice(1).filter((start) => !coarse.mayMeet(0, start - 500_000, start - 495_904));
  expect(apart.length).toBeGreaterThan(90);
});
