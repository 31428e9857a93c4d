import fc from "fast-check";
import { expect, test } from "vitest";
import { pairThreads } from "../../src/identity/pair-threads.ts";
import type { ThreadContent } from "../../src/identity/thread-content.ts";

const thread = (hash: number, features: Record<number, number> = {}, calls = 10): ThreadContent => ({
  calls,
  sketch: hash % 7,
  hash: () => hash,
  features: () => new Map(Object.entries(features).map(([feature, weight]) => [Number(feature), weight])),
});

const partners = (before: ThreadContent[], after: ThreadContent[]): number[] =>
  Array.from(pairThreads({ before, after }));

test("equal sequences find each other in whatever order the threads appear", () => {
  fc.assert(
    fc.property(
      fc
        .uniqueArray(fc.integer(), { minLength: 1, maxLength: 8 })
        .chain((hashes) =>
          fc.tuple(fc.constant(hashes), fc.shuffledSubarray(hashes, { minLength: hashes.length })),
        ),
      ([hashes, shuffled]) => {
        const found = partners(
          hashes.map((hash) => thread(hash)),
          shuffled.map((hash) => thread(hash)),
        );
        expect(found.map((after) => shuffled[after])).toEqual(hashes);
      },
    ),
  );
});

test("threads with one and the same sequence pair in order of first appearance", () => {
  expect(partners([thread(1), thread(1), thread(1)], [thread(1), thread(1), thread(1)])).toEqual([0, 1, 2]);
});

test("edited threads go to the partners with which they share most in sum", () => {
  // Greedily the first would take the first; then the second would be left with nothing.
  const before = [thread(1, { 100: 5, 200: 4 }), thread(2, { 100: 4 })];
  const after = [thread(3, { 100: 5 }), thread(4, { 200: 4 })];
  expect(partners(before, after)).toEqual([1, 0]);
});

test("of two partners that share as much the one of nearer length is taken", () => {
  const before = [thread(1, { 100: 5 }, 10)];
  const after = [thread(2, { 100: 5 }, 1000), thread(3, { 100: 5 }, 11)];
  expect(partners(before, after)).toEqual([1]);
});

test("a thread more on one side stays alone", () => {
  expect(partners([thread(1), thread(2)], [thread(2)])).toEqual([-1, 0]);
});

test("the last threads left on both sides are taken for one another", () => {
  expect(partners([thread(1), thread(2)], [thread(2), thread(3)])).toEqual([1, 0]);
});

test("several threads left over that share nothing are not forced together", () => {
  expect(
    partners([thread(1, { 1: 1 }), thread(2, { 2: 1 })], [thread(3, { 3: 1 }), thread(4, { 4: 1 })]),
  ).toEqual([-1, -1]);
});

test("threads without compared calls have no partner", () => {
  expect(partners([thread(0, {}, 0)], [thread(0, {}, 0)])).toEqual([-1]);
});
