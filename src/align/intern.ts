import { CallHash } from "./call-hash.ts";
import type { CallSequence } from "./call-sequence.ts";

// Casts in this file: positions lie within their spans, slots are masked by the size of the table, and ids count
// what was stored.

/** The calls of both sides as small numbers: two calls have one id exactly when they are equal. */
export type Interned = {
  /** One id a call of the span. */
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** Ids run from 0 to `count` - 1, in order of first appearance: before, then after. */
  readonly count: number;
};

/** The calls `start` to `end` - 1 of a sequence. */
export type Span = { readonly start: number; readonly end: number };

const wholeOf = (sequence: CallSequence): Span => ({ start: 0, end: sequence.rows.length });

/** A power of two, at most half full. */
function tableSize(entries: number): number {
  let size = 16;
  while (size < entries * 2) size *= 2;
  return size;
}

/** Open addressing with linear probing. A slot holds an id; the key of an id is the call that brought it. */
class InternTable {
  /** Id + 1; 0 where the slot is empty. */
  readonly #slots: Int32Array;
  /** Position of the call that brought the id; of the before side for ids below `#beforeIds`. */
  readonly #first: Int32Array;
  #count = 0;
  #beforeIds = 0;

  constructor(calls: number) {
    this.#slots = new Int32Array(tableSize(calls));
    this.#first = new Int32Array(calls);
  }

  get count(): number {
    return this.#count;
  }

  addBefore(before: CallSequence, span: Span): Int32Array {
    const { rows, head, offset, size } = before;
    const ids = new Int32Array(span.end - span.start);
    const hash = new CallHash(before);
    const slots = this.#slots;
    const mask = slots.length - 1;
    const first = this.#first;
    let count = 0;
    for (let i = span.start; i < span.end; i++) {
      const row = rows[i] as number;
      let slot = hash.of(row) & mask;
      let id = (slots[slot] as number) - 1;
      while (id >= 0) {
        const key = rows[first[id] as number] as number;
        if (head[key] === head[row] && offset[key] === offset[row] && size[key] === size[row]) break;
        slot = (slot + 1) & mask;
        id = (slots[slot] as number) - 1;
      }
      if (id < 0) {
        id = count++;
        slots[slot] = id + 1;
        first[id] = i;
      }
      ids[i - span.start] = id;
    }
    this.#count = count;
    this.#beforeIds = count;
    return ids;
  }

  /**
   * Compared traces resemble each other, so an after call is first tried against the before call that follows
   * the last hit: a read in sequence, where a probe of a large table is a cache miss.
   */
  addAfter(
    after: CallSequence,
    span: Span,
    before: CallSequence,
    beforeSpan: Span,
    beforeIds: Int32Array,
  ): Int32Array {
    const { rows, head, offset, size } = after;
    const { rows: rows1, head: head1, offset: offset1, size: size1 } = before;
    const ids = new Int32Array(span.end - span.start);
    const hash = new CallHash(after);
    const slots = this.#slots;
    const mask = slots.length - 1;
    const first = this.#first;
    let count = this.#count;
    let expected = beforeSpan.start;
    for (let i = span.start; i < span.end; i++) {
      const row = rows[i] as number;
      const callHead = head[row] as number;
      const callOffset = offset[row] as number;
      const callSize = size[row] as number;
      if (expected < beforeSpan.end) {
        const key = rows1[expected] as number;
        if (head1[key] === callHead && offset1[key] === callOffset && size1[key] === callSize) {
          ids[i - span.start] = beforeIds[expected - beforeSpan.start] as number;
          expected++;
          continue;
        }
      }
      let slot = hash.of(row) & mask;
      let id = (slots[slot] as number) - 1;
      while (id >= 0) {
        const at = first[id] as number;
        if (id < this.#beforeIds) {
          const key = rows1[at] as number;
          if (head1[key] === callHead && offset1[key] === callOffset && size1[key] === callSize) {
            expected = at + 1;
            break;
          }
        } else {
          const key = rows[at] as number;
          if (head[key] === callHead && offset[key] === callOffset && size[key] === callSize) break;
        }
        slot = (slot + 1) & mask;
        id = (slots[slot] as number) - 1;
      }
      if (id < 0) {
        id = count++;
        slots[slot] = id + 1;
        first[id] = i;
      }
      ids[i - span.start] = id;
    }
    this.#count = count;
    return ids;
  }
}

/** Interns the given spans of both sides, by default all of them. Exact: hashes only find, columns decide. */
export function intern(
  before: CallSequence,
  after: CallSequence,
  beforeSpan: Span = wholeOf(before),
  afterSpan: Span = wholeOf(after),
): Interned {
  const table = new InternTable(beforeSpan.end - beforeSpan.start + (afterSpan.end - afterSpan.start));
  const beforeIds = table.addBefore(before, beforeSpan);
  const afterIds = table.addAfter(after, afterSpan, before, beforeSpan, beforeIds);
  return { before: beforeIds, after: afterIds, count: table.count };
}
