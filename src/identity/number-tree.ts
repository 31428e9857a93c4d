/**
 * Maps numbers from 0 below 2^31 to values: a persistent tree, never changed, only made anew; two trees with a common
 * past share everything that is equal. Its size depends on what is in it and not on how large the numbers are.
 *
 * Okasaki and Gill, Fast Mergeable Integer Maps (1998), section 3: a branch is made where numbers equal in all
 * higher bits differ in `bit`. No path is longer than 31 steps.
 */
export type NumberTree = Leaf | Branch | null;

type Leaf = { readonly bit: 0; readonly key: number; readonly value: number };
type Branch = {
  readonly bit: number;
  /** What all numbers below have in common: the bits above `bit`. */
  readonly key: number;
  /** Those without the bit, and those with it. */
  readonly low: Leaf | Branch;
  readonly high: Leaf | Branch;
};

/** Undefined if there is none. */
export function valueAt(tree: NumberTree, key: number): number | undefined {
  let node = tree;
  if (node === null) return undefined;
  while (!isLeaf(node)) node = (key & node.bit) === 0 ? node.low : node.high;
  return node.key === key ? node.value : undefined;
}

export function withValue(tree: NumberTree, key: number, value: number): Leaf | Branch {
  const leaf: Leaf = { bit: 0, key, value };
  return tree === null ? leaf : insert(tree, leaf);
}

function insert(node: Leaf | Branch, leaf: Leaf): Leaf | Branch {
  if (isLeaf(node)) return node.key === leaf.key ? leaf : join(node, leaf);
  if (!isBelow(leaf.key, node)) return join(node, leaf);
  if ((leaf.key & node.bit) === 0) return branch(node, insert(node.low, leaf), node.high);
  return branch(node, node.low, insert(node.high, leaf));
}

export function withoutValue(tree: NumberTree, key: number): NumberTree {
  return withoutRange(tree, key, key);
}

/** Without the numbers from `first` to `last`, both included. */
export function withoutRange(tree: NumberTree, first: number, last: number): NumberTree {
  return cut(tree, first, last, false);
}

/** With the numbers from `first` to `last` alone. */
export function onlyRange(tree: NumberTree, first: number, last: number): NumberTree {
  return cut(tree, first, last, true);
}

/** Looks only at the parts of a tree that the ends of the range go through. */
function cut(tree: NumberTree, first: number, last: number, keepsRange: boolean): NumberTree {
  if (tree === null) return null;
  const least = tree.key;
  const most = tree.bit === 0 ? tree.key : tree.key + 2 * tree.bit - 1;
  if (most < first || least > last) return keepsRange ? null : tree;
  if (least >= first && most <= last) return keepsRange ? tree : null;
  // a leaf is inside or outside
  const { low, high } = tree as Branch;
  const below = cut(low, first, last, keepsRange);
  const above = cut(high, first, last, keepsRange);
  if (below === null) return above;
  if (above === null) return below;
  return below === low && above === high ? tree : branch(tree as Branch, below, above);
}

/** All of both; if both have a number, the value of the second. */
export function unionOfTrees(one: NumberTree, other: NumberTree): NumberTree {
  if (one === null || one === other) return other;
  if (other === null) return one;
  if (isLeaf(other)) return insert(one, other);
  if (isLeaf(one)) return valueAt(other, one.key) === undefined ? insert(other, one) : other;
  if (one.bit === other.bit && one.key === other.key) {
    // both of a branch have something below them, and so has their union
    const low = unionOfTrees(one.low, other.low) as Leaf | Branch;
    return branch(other, low, unionOfTrees(one.high, other.high) as Leaf | Branch);
  }
  if (one.bit > other.bit && isBelow(other.key, one)) {
    return (other.key & one.bit) === 0
      ? branch(one, unionOfTrees(one.low, other) as Branch, one.high)
      : branch(one, one.low, unionOfTrees(one.high, other) as Branch);
  }
  if (other.bit > one.bit && isBelow(one.key, other)) {
    return (one.key & other.bit) === 0
      ? branch(other, unionOfTrees(one, other.low) as Branch, other.high)
      : branch(other, other.low, unionOfTrees(one, other.high) as Branch);
  }
  return join(one, other);
}

function isLeaf(node: Leaf | Branch): node is Leaf {
  return node.bit === 0;
}

/** Whether a number has what all below the branch have in common. */
function isBelow(key: number, { bit, key: common }: Branch): boolean {
  return (key & -(2 * bit)) === common;
}

/** Of two that have no number in common and differ above the bits of both. */
function join(one: Leaf | Branch, other: Leaf | Branch): Branch {
  const bit = 1 << (31 - Math.clz32(one.key ^ other.key));
  const key = one.key & -(2 * bit);
  const isLow = (one.key & bit) === 0;
  return { bit, key, low: isLow ? one : other, high: isLow ? other : one };
}

function branch({ bit, key }: Branch, low: Leaf | Branch, high: Leaf | Branch): Branch {
  return { bit, key, low, high };
}
