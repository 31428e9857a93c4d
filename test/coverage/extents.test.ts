import fc from "fast-check";
import { expect, test } from "vitest";
import { CoarseExtents } from "../../src/coverage/coarse-extents.ts";
import {
  bytesIn,
  bytesInUnion,
  bytesOutside,
  type Extents,
  unionOf,
  unionOfBoth,
} from "../../src/coverage/extents.ts";
import { RangeList } from "../../src/coverage/range-list.ts";

const ranges = fc.array(fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 8 })), { maxLength: 12 });

const union = (list: readonly (readonly [number, number])[]): Extents =>
  unionOf(
    list.map(([start]) => start),
    list.map(([start, length]) => start + length),
  );

const listed = (list: readonly (readonly [number, number])[]): RangeList => {
  const found = new RangeList();
  for (const [start, length] of list) found.push(start, start + length);
  return found;
};

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

test("the bytes of a union are counted without making it", () => {
  // 0 to 9, 5 to 14 and 20 to 24: 15 and 5 bytes, in any order
  expect(
    bytesInUnion(
      listed([
        [0, 10],
        [5, 10],
        [20, 5],
      ]),
    ),
  ).toBe(20);
  expect(
    bytesInUnion(
      listed([
        [20, 5],
        [5, 10],
        [0, 10],
      ]),
    ),
  ).toBe(20);
  fc.assert(
    fc.property(ranges, (list) => {
      expect(bytesInUnion(listed(list))).toBe(bytesOf(list).size);
    }),
  );
});

test("the union of two unions is that of all their ranges", () => {
  fc.assert(
    fc.property(ranges, ranges, (one, other) => {
      expect(unionOfBoth(union(one), union(other))).toEqual(union([...one, ...other]));
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

test("a range that shares a byte with extents is never passed over, whatever the scale", () => {
  const scales = fc.constantFrom(1, 7, 4096, 2 ** 40);
  fc.assert(
    fc.property(ranges, fc.nat(40), fc.integer({ min: 1, max: 9 }), scales, (list, start, length, scale) => {
      const bytes = bytesOf(list);
      const shares = Array.from({ length }, (_, at) => start + at).some((byte) => bytes.has(byte));
      const { starts, ends } = union(list);
      const scaled = { starts: starts.map((byte) => byte * scale), ends: ends.map((byte) => byte * scale) };
      const coarse = new CoarseExtents([union([]), scaled, union([[1, 1]])]);
      if (shares) expect(coarse.mayMeet(1, start * scale, (start + length) * scale)).toBe(true);
    }),
  );
});

test("a range far from every extent is passed over", () => {
  const extents = union([
    [0, 1],
    [100_000, 5],
  ]);
  const coarse = new CoarseExtents([extents, union([])]);
  expect(coarse.mayMeet(0, 50_000, 50_010)).toBe(false);
  expect(coarse.mayMeet(0, 100_005, 200_000)).toBe(false);
  expect(coarse.mayMeet(1, 0, 200_000)).toBe(false);
});

test("a union of many ranges, also beyond 2^32, is that of their bytes", () => {
  for (const scale of [1, 2 ** 31]) {
    const list = Array.from({ length: 600 }, (_, at): [number, number] => [
      ((at * 7919) % 1201) * scale,
      scale,
    ]);
    const { starts, ends } = union(list);
    const kept = new Set(list.map(([start]) => start / scale));
    expect(bytesIn({ starts, ends })).toBe(kept.size * scale);
    expect(bytesInUnion(listed(list))).toBe(kept.size * scale);
    expect([...starts]).toEqual(
      [...kept]
        .filter((start) => !kept.has(start - 1))
        .sort((x, y) => x - y)
        .map((start) => start * scale),
    );
  }
});
