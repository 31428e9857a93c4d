import fc from "fast-check";
import { expect, test } from "vitest";
import { PlacesByStart } from "../../src/changes/places-by-start.ts";
import { UNKNOWN } from "../../src/trace/table.ts";

/** Near each other, beyond 2^32, below 0 as starts that were made up are, and unknown. */
const start = fc.oneof(
  { weight: 4, arbitrary: fc.nat({ max: 6 }) },
  fc.nat({ max: 3 }).map((at) => at * 2 ** 32 + 1),
  fc.nat({ max: 3 }).map((at) => -at - 1),
  fc.constant(UNKNOWN),
);

test("is the first place from a place on that has the start, however often it is asked for", () => {
  const questions = fc.array(fc.tuple(start, fc.nat({ max: 3 })), { maxLength: 30 });
  fc.assert(
    fc.property(fc.array(start, { maxLength: 30 }), questions, (starts, asked) => {
      const places = new PlacesByStart(starts.length, (place) => starts[place] ?? UNKNOWN);
      let from = 0;
      for (const [wanted, step] of asked) {
        const expected = starts.findIndex((each, place) => place >= from && each === wanted);
        expect(places.next(wanted, from)).toBe(wanted === UNKNOWN ? -1 : expected);
        from += step;
      }
    }),
  );
});
