import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesIn, bytesOutside, type Extents, overlaps, unionOf } from "../../src/compare/extents.ts";

const ranges = fc.array(fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 8 })), { maxLength: 12 });

const union = (list: readonly (readonly [number, number])[]): Extents =>
  unionOf(
    list.map(([start]) => start),
    list.map(([start, length]) => start + length),
  );

/** Byte by byte. */
const bytesOf = (list: readonly (readonly [number, number])[]): Set<number> =>
  new Set(list.flatMap(([start, length]) => Array.from({ length }, (_, at) => start + at)));

test("a union holds the bytes of its ranges, in order and apart", () => {
  fc.assert(
    fc.property(ranges, (list) => {
      const { starts, ends } = union(list);
      const found = new Set<number>();
      starts.forEach((start, at) => {
        for (let byte = start; byte < (ends[at] ?? 0); byte++) found.add(byte);
        if (at > 0) expect(start).toBeGreaterThan(ends[at - 1] ?? 0);
      });
      expect(found).toEqual(bytesOf(list));
      expect(bytesIn({ starts, ends })).toBe(found.size);
    }),
  );
});

test("bytes outside are those of one union that the other has not", () => {
  fc.assert(
    fc.property(ranges, ranges, (one, other) => {
      const others = bytesOf(other);
      const outside = [...bytesOf(one)].filter((byte) => !others.has(byte));
      expect(bytesOutside(union(one), union(other))).toBe(outside.length);
    }),
  );
});

test("a range overlaps where it shares a byte", () => {
  fc.assert(
    fc.property(ranges, fc.nat(40), fc.integer({ min: 1, max: 9 }), (list, start, length) => {
      const bytes = bytesOf(list);
      const shares = Array.from({ length }, (_, at) => start + at).some((byte) => bytes.has(byte));
      expect(overlaps(union(list), start, start + length)).toBe(shares);
    }),
  );
});
