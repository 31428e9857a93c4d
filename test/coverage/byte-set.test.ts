import fc from "fast-check";
import { expect, test } from "vitest";
import { ByteSet } from "../../src/coverage/byte-set.ts";

test("tells how many bytes of a range were there", () => {
  const bytes = new ByteSet();
  expect(bytes.add(0, 100)).toBe(0);
  expect(bytes.add(50, 150)).toBe(50);
  expect(bytes.add(200, 300)).toBe(0);
  expect(bytes.add(140, 210)).toBe(10 + 10);
  expect(bytes.add(0, 300)).toBe(300);
});

test("bytes that were taken out are not there any more", () => {
  const bytes = new ByteSet();
  bytes.add(0, 100);
  bytes.remove(40, 60);
  expect(bytes.add(40, 60)).toBe(0);
  bytes.remove(0, 100);
  expect(bytes.add(0, 100)).toBe(0);
});

/** Ranges so dense that they meet, or so sparse that chunks of them are split. */
const operations = (span: number, size: number): fc.Arbitrary<[boolean, number, number][]> =>
  fc.array(fc.tuple(fc.boolean(), fc.nat(span), fc.integer({ min: 1, max: size })), { maxLength: 200 });

test("is the same as a set of single bytes, whatever is added and removed", () => {
  fc.assert(
    fc.property(operations(300, 40), (steps) => {
      const bytes = new ByteSet();
      const naive = new Set<number>();
      for (const [adds, start, size] of steps) {
        const range = Array.from({ length: size }, (_, at) => start + at);
        if (adds) {
          expect(bytes.add(start, start + size)).toBe(range.filter((byte) => naive.has(byte)).length);
          for (const byte of range) naive.add(byte);
        } else {
          bytes.remove(start, start + size);
          for (const byte of range) naive.delete(byte);
        }
      }
    }),
  );
});

test.each([
  ["in any order, where they meet", 1777, 3],
  ["in any order, apart from each other", 1777, 10],
  ["in ascending order", 1, 10],
  ["in descending order", 4000, 10],
])("is the same with thousands of extents %s", (_, stride, distance) => {
  // 4001 places, visited in steps of a number that has no divisor in common with 4001.
  const bytes = new ByteSet();
  const naive = new Set<number>();
  for (let step = 0; step < 12_000; step++) {
    const place = (step * stride) % 4001;
    const start = place * distance;
    const size = 1 + ((step * 31) % 9);
    const range = Array.from({ length: size }, (_, at) => start + at);
    if (step % 3 === 2) {
      bytes.remove(start, start + size);
      for (const byte of range) naive.delete(byte);
    } else {
      expect(bytes.add(start, start + size)).toBe(range.filter((byte) => naive.has(byte)).length);
      for (const byte of range) naive.add(byte);
    }
  }
  expect(naive.size).toBeGreaterThan(2000);
});
