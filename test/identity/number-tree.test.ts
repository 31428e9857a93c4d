import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type NumberTree,
  onlyRange,
  unionOfTrees,
  valueAt,
  withoutRange,
  withoutValue,
  withValue,
} from "../../src/identity/number-tree.ts";

const MOST = 2 ** 31 - 1;
/** Near each other and at both ends, so that paths are shared and every bit decides. */
const keys = fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: MOST }), fc.integer({ min: MOST - 9, max: MOST }));
const entries = fc.array(fc.tuple(keys, fc.nat()), { maxLength: 60 });

const treeOf = (pairs: Iterable<readonly [number, number]>): NumberTree => {
  let tree: NumberTree = null;
  for (const [key, value] of pairs) tree = withValue(tree, key, value);
  return tree;
};

function expectToHold(tree: NumberTree, map: ReadonlyMap<number, number>, asked: Iterable<number>): void {
  for (const key of asked) expect(valueAt(tree, key)).toBe(map.get(key));
}

test("a tree holds what a map holds, whatever is put in and taken out", () => {
  fc.assert(
    fc.property(entries, fc.array(keys), (put, taken) => {
      const map = new Map(put);
      let tree = treeOf(put);
      const asked = [...map.keys(), ...taken];
      expectToHold(tree, map, asked);
      for (const key of taken) {
        map.delete(key);
        tree = withoutValue(tree, key);
        expectToHold(tree, map, asked);
      }
    }),
  );
});

test("a range is taken out, or left alone, with both its ends", () => {
  fc.assert(
    fc.property(entries, keys, keys, (put, first, last) => {
      const map = new Map(put);
      const inside = ([key]: readonly [number, number]): boolean => key >= first && key <= last;
      const tree = treeOf(put);
      expectToHold(
        withoutRange(tree, first, last),
        new Map([...map].filter((one) => !inside(one))),
        map.keys(),
      );
      expectToHold(onlyRange(tree, first, last), new Map([...map].filter(inside)), map.keys());
    }),
  );
});

test("a union has all of both, and of what both have that of the second", () => {
  fc.assert(
    fc.property(entries, entries, (one, other) => {
      const both = new Map([...one, ...other]);
      expectToHold(unionOfTrees(treeOf(one), treeOf(other)), both, both.keys());
    }),
  );
});

test("a tree is what it was, whatever is made of it", () => {
  fc.assert(
    fc.property(entries, entries, keys, (put, more, key) => {
      const tree = treeOf(put);
      const map = new Map(put);
      unionOfTrees(tree, treeOf(more));
      withoutRange(withValue(tree, key, 1), 0, MOST);
      expectToHold(tree, map, map.keys());
    }),
  );
});
