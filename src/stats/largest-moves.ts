/**
 * Indices of the pairs whose latency moved most in either direction, the largest move first; equal moves in
 * order of the pairs. Pairs that did not move are never among them. `count` at most; one pass with a heap of
 * that size.
 */
export function largestMoves(before: Float64Array, after: Float64Array, count: number): Uint32Array {
  const heap = new LeastMoveHeap(count);
  for (let pair = 0; pair < before.length; pair++) {
    const move = Math.abs((after[pair] as number) - (before[pair] as number)); // pair < length of both
    if (move > heap.least) heap.add(pair, move);
  }
  return heap.descending();
}

/** The largest moves so far, the least of them on top. Of equal moves the later pair counts as less. */
class LeastMoveHeap {
  readonly #capacity: number;
  readonly #entries: { readonly pair: number; readonly move: number }[] = [];
  /** A move has to exceed this to enter. */
  least = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
    if (capacity < 1) this.least = Number.POSITIVE_INFINITY;
  }

  add(pair: number, move: number): void {
    if (this.#entries.length === this.#capacity) {
      this.#siftDown({ pair, move });
    } else {
      this.#siftUp({ pair, move });
    }
    if (this.#entries.length === this.#capacity) this.least = this.#entries[0]?.move ?? 0;
  }

  descending(): Uint32Array {
    const sorted = this.#entries.toSorted((one, other) => (isLess(one, other) ? 1 : -1));
    return Uint32Array.from(sorted, ({ pair }) => pair);
  }

  #siftUp(entry: Entry): void {
    let at = this.#entries.length;
    this.#entries.push(entry);
    while (at > 0) {
      const up = (at - 1) >>> 1;
      const parent = this.#entries[up];
      if (parent === undefined || !isLess(entry, parent)) break;
      this.#entries[at] = parent;
      at = up;
    }
    this.#entries[at] = entry;
  }

  /** Puts the entry in place of the least. */
  #siftDown(entry: Entry): void {
    let at = 0;
    for (;;) {
      const left = this.#entries[2 * at + 1];
      const right = this.#entries[2 * at + 2];
      if (left === undefined) break;
      const child = right !== undefined && isLess(right, left) ? right : left;
      if (!isLess(child, entry)) break;
      this.#entries[at] = child;
      at = child === left ? 2 * at + 1 : 2 * at + 2;
    }
    this.#entries[at] = entry;
  }
}

type Entry = { readonly pair: number; readonly move: number };

function isLess(one: Entry, other: Entry): boolean {
  return one.move < other.move || (one.move === other.move && one.pair > other.pair);
}
