import fc from "fast-check";
import { expect, test } from "vitest";
import { Interner, intern } from "../../src/align/intern.ts";
import { scatter, sequenceOf } from "./sequences.ts";

const small = fc.record({
  operation: fc.integer({ min: -1, max: 1 }),
  offset: fc.constantFrom(-Infinity, 0, 1),
  size: fc.nat(1),
});
const wide = fc.record({ operation: fc.integer(), offset: fc.double({ noNaN: true }), size: fc.nat() });
const calls = fc.array(fc.oneof(small, wide), { maxLength: 60 });

test("two calls have one id exactly when they are equal, within a side and between sides", () => {
  fc.assert(
    fc.property(calls, calls, (before, after) => {
      const ids = intern(sequenceOf(before), scatter(sequenceOf(after)));
      const all = [...before, ...after];
      const allIds = [...ids.before, ...ids.after];
      for (const [i, one] of all.entries()) {
        for (const [j, other] of all.entries()) {
          const isEqual =
            one.operation === other.operation && one.offset === other.offset && one.size === other.size;
          expect(allIds[i] === allIds[j]).toBe(isEqual);
        }
      }
    }),
  );
});

test("ids are dense and count up in order of first appearance", () => {
  fc.assert(
    fc.property(calls, calls, (before, after) => {
      const ids = intern(sequenceOf(before), sequenceOf(after));
      const firsts = [...new Set([...ids.before, ...ids.after])];
      expect(firsts).toEqual(firsts.map((_, i) => i));
      expect(ids.count).toBe(firsts.length);
    }),
  );
});

test("a span leaves the rest of a side out", () => {
  const before = sequenceOf([{ offset: 9 }, { offset: 1 }, { offset: 2 }]);
  const after = sequenceOf([{ offset: 2 }, { offset: 1 }, { offset: 7 }]);
  const interner = new Interner(4);
  const ids = interner.intern(before, after, { start: 1, end: 3 }, { start: 0, end: 2 });
  expect([...ids.before]).toEqual([0, 1]);
  expect([...ids.after]).toEqual([1, 0]);
  expect(ids.count).toBe(2);
});

test("interning again starts anew", () => {
  const interner = new Interner(3);
  const whole = { start: 0, end: 1 };
  for (const offset of [5, 6]) {
    const ids = interner.intern(sequenceOf([{ offset }]), sequenceOf([{ offset }]), whole, whole);
    expect([...ids.before, ...ids.after, ids.count]).toEqual([0, 0, 1]);
  }
});

test("more ids than the first table has slots stay apart", () => {
  const calls = Array.from({ length: 10_000 }, (_, i) => ({ offset: i * 4096, operation: i % 3 }));
  const ids = intern(sequenceOf(calls), sequenceOf(calls.toReversed()));
  expect(ids.count).toBe(10_000);
  expect([...ids.after]).toEqual([...ids.before].toReversed());
});
