import { UNKNOWN } from "../trace/table.ts";

// Casts in this file: slots are masked by the size of the table, places are below their number.

const HIGH_WORD = 2 ** -32;
/** What a slot holds instead of a place: no start, or a start whose places were all passed. */
const EMPTY = -1;
const PASSED = -2;

/**
 * The places in a stream where calls start at a given byte, taken in order: an open-addressing hash table, since a map
 * would allocate an object for every byte beyond 2^31.
 */
export class PlacesByStart {
  readonly #mask: number;
  /** By slot: a start, and the first place with it that was not passed. */
  readonly #starts: Float64Array;
  readonly #first: Int32Array;
  /** By place: the next one with the same start; -1 at the last. */
  readonly #next: Int32Array;

  /** @param startOf UNKNOWN if the start of a place is not known */
  constructor(places: number, startOf: (place: number) => number) {
    const slots = 2 ** Math.ceil(Math.log2(2 * places + 1));
    this.#mask = slots - 1;
    this.#starts = new Float64Array(slots);
    this.#first = new Int32Array(slots).fill(EMPTY);
    this.#next = new Int32Array(places);
    for (let place = places - 1; place >= 0; place--) {
      const start = startOf(place);
      if (start === UNKNOWN) continue;
      const slot = this.#slotOf(start);
      this.#next[place] = this.#first[slot] as number;
      this.#starts[slot] = start;
      this.#first[slot] = place;
    }
  }

  /** The first place from `from` on; -1 if there is none. Earlier ones are forgotten. */
  next(start: number, from: number): number {
    const slot = this.#slotOf(start);
    const first = this.#first[slot] as number;
    let place = first;
    while (place >= 0 && place < from) place = this.#next[place] as number;
    if (place >= 0) this.#first[slot] = place;
    else if (first >= 0) this.#first[slot] = PASSED;
    return Math.max(place, -1);
  }

  /** The slot of a start, or the empty one where it would be. */
  #slotOf(start: number): number {
    const low = Math.imul(start >>> 0, 0x9e37_79b1);
    const hash = Math.imul(low ^ (low >>> 15) ^ ((start * HIGH_WORD) >>> 0), 0x85eb_ca6b);
    let slot = (hash ^ (hash >>> 13)) & this.#mask;
    while (this.#first[slot] !== EMPTY && this.#starts[slot] !== start) slot = (slot + 1) & this.#mask;
    return slot;
  }
}
