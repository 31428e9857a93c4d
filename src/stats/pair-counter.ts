import { latticeOf } from "./lattice.ts";
import { countedValues, mergeTallies, SMALL_SAMPLE, type Tally, tally } from "./tally.ts";

/** Pairs of values: both sides, and the differences after - before. */
export type PairTally = { readonly before: Tally; readonly after: Tally; readonly differences: Tally };

/** 65 ms in steps of a microsecond: few latencies are beyond. */
const MOST_SLOTS = 1 << 16;

/**
 * Counts pairs one by one, without keeping them: clocks count in steps, so after a few pairs the steps are known, and
 * a table counts values by their number of steps. A pair that is on no step, or beyond the tables, is kept.
 */
export class PairCounter {
  readonly #most: number;
  /** Pairs that are kept. */
  #before: Float64Array;
  #after: Float64Array;
  #kept = 0;
  /** Values of the tables are multiples of it; 0 as long as there are none. */
  #step = 0;
  #slots = 0;
  #befores: Uint32Array = new Uint32Array();
  #afters: Uint32Array = new Uint32Array();
  /** The slot of no difference is in the middle. */
  #differences: Uint32Array = new Uint32Array();

  /** @param most pairs that will be added */
  constructor(most: number) {
    this.#most = most;
    const room = Math.min(most, SMALL_SAMPLE);
    this.#before = new Float64Array(room);
    this.#after = new Float64Array(room);
  }

  add(before: number, after: number): void {
    // Below 2^53 a quotient of whole numbers that is not whole is never rounded to a whole one.
    const quotient = before / this.#step;
    const other = after / this.#step;
    const slot = quotient >>> 0;
    const otherSlot = other >>> 0;
    const slots = this.#slots;
    if (slot !== quotient || otherSlot !== other || slot >= slots || otherSlot >= slots) {
      this.#keep(before, after);
      return;
    }
    const difference = otherSlot - slot + slots;
    this.#befores[slot] = (this.#befores[slot] as number) + 1;
    this.#afters[otherSlot] = (this.#afters[otherSlot] as number) + 1;
    this.#differences[difference] = (this.#differences[difference] as number) + 1;
  }

  finish(): PairTally {
    const before = this.#before.subarray(0, this.#kept);
    const after = this.#after.subarray(0, this.#kept);
    const differences = new Float64Array(this.#kept);
    // i < the length of all three
    for (let i = 0; i < differences.length; i++)
      differences[i] = (after[i] as number) - (before[i] as number);
    const kept = { before: tally(before), after: tally(after), differences: tally(differences) };
    const step = this.#step;
    if (step === 0) return kept;
    return {
      before: mergeTallies(countedValues(this.#befores, 0, step), kept.before),
      after: mergeTallies(countedValues(this.#afters, 0, step), kept.after),
      differences: mergeTallies(
        countedValues(this.#differences, -this.#slots * step, step),
        kept.differences,
      ),
    };
  }

  #keep(before: number, after: number): void {
    if (this.#kept === this.#before.length) {
      if (this.#slots === 0 && this.#makeTables()) {
        this.add(before, after);
        return;
      }
      this.#before = twice(this.#before);
      this.#after = twice(this.#after);
    }
    this.#before[this.#kept] = before;
    this.#after[this.#kept] = after;
    this.#kept++;
  }

  /** From the pairs that are kept. @returns false if they are on no steps */
  #makeTables(): boolean {
    const kept = { before: this.#before, after: this.#after };
    const seen = new Float64Array(2 * this.#kept);
    seen.set(kept.before);
    seen.set(kept.after, this.#kept);
    const { step } = latticeOf(seen);
    if (step === 0) return false;
    this.#step = step;
    this.#slots = Math.min(MOST_SLOTS, this.#most);
    this.#befores = new Uint32Array(this.#slots);
    this.#afters = new Uint32Array(this.#slots);
    this.#differences = new Uint32Array(2 * this.#slots);
    this.#before = new Float64Array(this.#kept);
    this.#after = new Float64Array(this.#kept);
    this.#kept = 0;
    for (let i = 0; i < kept.before.length; i++) this.add(kept.before[i] as number, kept.after[i] as number);
    return true;
  }
}

function twice(values: Float64Array): Float64Array {
  const longer = new Float64Array(2 * values.length);
  longer.set(values);
  return longer;
}
