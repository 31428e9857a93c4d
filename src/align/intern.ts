import { CallHash } from "./call-hash.ts";
import type { CallSequence } from "./call-sequence.ts";

// Casts in this file: positions lie within their spans, slots are masked by the size of the table, and ids count
// what was stored.

/** The calls of both sides as small numbers: two calls have the same id exactly when they are equal. */
export type Interned = {
  /** One id for each call of the span. */
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** Ids run from 0 to `count` - 1, in order of first appearance: before, then after. */
  readonly count: number;
};

/** The calls `start` to `end` - 1 of a sequence. */
export type Span = { readonly start: number; readonly end: number };

const wholeOf = (sequence: CallSequence): Span => ({ start: 0, end: sequence.rows.length });

/** Slots of the first table; more than a processor caches would only cost time if ids are few. */
const FEW_SLOTS = 4096;
/** Slots from which on a table only doubles. */
const LARGE = 2 ** 20;
/** How many of the before calls that follow the last hit are tried. */
const LOOK_AHEAD = 2;

/**
 * Interns the calls of two sides: open addressing with linear probing, at most half full. A slot holds an id; the
 * key of an id is the call that brought it. Hashes only find, columns decide; but for the calls that follow the last
 * hit, which are two and not a million, one hash is enough if the sequences have hashes. Interning again starts over.
 */
export class Interner {
  /** Id + 1; 0 if the slot is empty. */
  #slots: Int32Array;
  /** By id: position of the call that brought it, of the before side for ids below `#beforeIds`. */
  readonly #first: Int32Array;
  /** By id: the hash of its call. */
  readonly #hashes: Int32Array;
  #count = 0;
  #beforeIds = 0;

  /** @param calls the most, of both sides together, that it will be asked to intern at once */
  constructor(calls: number) {
    this.#slots = new Int32Array(FEW_SLOTS);
    this.#first = new Int32Array(calls);
    this.#hashes = new Int32Array(calls);
  }

  intern(before: CallSequence, after: CallSequence, beforeSpan: Span, afterSpan: Span): Interned {
    if (this.#count > 0) this.#slots.fill(0);
    this.#count = 0;
    const beforeIds = this.#addBefore(before, beforeSpan);
    const afterIds = this.#addAfter(after, afterSpan, before, beforeSpan, beforeIds);
    return { before: beforeIds, after: afterIds, count: this.#count };
  }

  #addBefore(before: CallSequence, span: Span): Int32Array {
    const { rows, operation, offset, size, hash: known } = before;
    const ids = new Int32Array(span.end - span.start);
    const hasher = new CallHash(before);
    const first = this.#first;
    const hashes = this.#hashes;
    for (let i = span.start; i < span.end; i++) {
      const row = rows[i] as number;
      const hash = known === undefined ? hasher.of(row) : (known[i] as number);
      const slots = this.#slots;
      const mask = slots.length - 1;
      let slot = hash & mask;
      let id = (slots[slot] as number) - 1;
      while (id >= 0) {
        if (hashes[id] === hash) {
          const key = rows[first[id] as number] as number;
          if (operation[key] === operation[row] && offset[key] === offset[row] && size[key] === size[row])
            break;
        }
        slot = (slot + 1) & mask;
        id = (slots[slot] as number) - 1;
      }
      ids[i - span.start] = id < 0 ? this.#put(slot, hash, i) : id;
    }
    this.#beforeIds = this.#count;
    return ids;
  }

  /**
   * Compared traces resemble each other, so an after call is first tried against the before calls that follow the
   * last hit: a read in sequence, where a probe of a large table is a cache miss.
   */
  #addAfter(
    after: CallSequence,
    span: Span,
    before: CallSequence,
    beforeSpan: Span,
    beforeIds: Int32Array,
  ): Int32Array {
    const { rows, operation, offset, size, hash: known } = after;
    const { rows: rows1, operation: operation1, offset: offset1, size: size1, hash: known1 } = before;
    const ids = new Int32Array(span.end - span.start);
    const hasher = new CallHash(after);
    const first = this.#first;
    const hashes = this.#hashes;
    let expected = beforeSpan.start;
    for (let i = span.start; i < span.end; i++) {
      const row = rows[i] as number;
      const lookAhead = Math.min(expected + LOOK_AHEAD, beforeSpan.end);
      let likely = expected;
      if (known !== undefined && known1 !== undefined) {
        while (likely < lookAhead && known1[likely] !== known[i]) likely++;
      } else {
        for (; likely < lookAhead; likely++) {
          const key = rows1[likely] as number;
          if (operation1[key] === operation[row] && offset1[key] === offset[row] && size1[key] === size[row])
            break;
        }
      }
      if (likely < lookAhead) {
        ids[i - span.start] = beforeIds[likely - beforeSpan.start] as number;
        expected = likely + 1;
        continue;
      }
      const hash = known === undefined ? hasher.of(row) : (known[i] as number);
      const callOperation = operation[row] as number;
      const callOffset = offset[row] as number;
      const callSize = size[row] as number;
      const slots = this.#slots;
      const mask = slots.length - 1;
      let slot = hash & mask;
      let id = (slots[slot] as number) - 1;
      while (id >= 0) {
        if (hashes[id] === hash) {
          const at = first[id] as number;
          const isBefore = id < this.#beforeIds;
          const key = (isBefore ? rows1[at] : rows[at]) as number;
          const isEqual = isBefore
            ? operation1[key] === callOperation && offset1[key] === callOffset && size1[key] === callSize
            : operation[key] === callOperation && offset[key] === callOffset && size[key] === callSize;
          if (isEqual) {
            if (isBefore) expected = at + 1;
            break;
          }
        }
        slot = (slot + 1) & mask;
        id = (slots[slot] as number) - 1;
      }
      ids[i - span.start] = id < 0 ? this.#put(slot, hash, i) : id;
    }
    return ids;
  }

  #put(slot: number, hash: number, position: number): number {
    const id = this.#count++;
    this.#first[id] = position;
    this.#hashes[id] = hash;
    this.#slots[slot] = id + 1;
    if (this.#count * 2 > this.#slots.length) this.#grow();
    return id;
  }

  #grow(): void {
    // A large table is not made larger than it needs to be.
    const { length } = this.#slots;
    const slots = new Int32Array(length * (length < LARGE ? 4 : 2));
    const mask = slots.length - 1;
    for (let id = 0; id < this.#count; id++) {
      let slot = (this.#hashes[id] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.#slots = slots;
  }
}

/** Interns both sides whole. */
export function intern(before: CallSequence, after: CallSequence): Interned {
  const interner = new Interner(before.rows.length + after.rows.length);
  return interner.intern(before, after, wholeOf(before), wholeOf(after));
}
