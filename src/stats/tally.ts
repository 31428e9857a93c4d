import { sortKeys } from "../columns/sort-keys.ts";
import { type WholeNumber, wholeNumber } from "../trace/whole-number.ts";
import { type Lattice, latticeOf } from "./lattice.ts";

/**
 * A sample as its distinct values and how often they occur. Clocks count in steps, so millions of
 * latencies have few distinct values; every statistic of this folder is computed from a tally.
 */
export type Tally = {
  /** Distinct values, ascending. */
  readonly values: Float64Array;
  /** How many of the sample are at most the value at the same index: the last one is the size of the sample. */
  readonly upTo: Uint32Array;
};

/** Below this size an ordinary sort costs less than a table. */
export const SMALL_SAMPLE = 512;
/** Slots that a counting table may have for each value of the sample. */
const SLOTS_A_VALUE = 4;
const KEYS = 2 ** 32;

/**
 * Counts a sample without changing it. Linear in its size for whole numbers that span fewer than 2^32 steps
 * of their common divisor (4 s of nanoseconds); anything beyond is sorted. NaN is not a value.
 */
export function tally(sample: Float64Array): Tally {
  if (sample.length < SMALL_SAMPLE) return tallySorted(sample.slice().sort());
  return tallyOn(sample, latticeOf(sample));
}

/** The same of a sample whose lattice is known. */
export function tallyOn(sample: Float64Array, { min, max, step }: Lattice): Tally {
  if (min === max) return { values: Float64Array.of(min), upTo: Uint32Array.of(sample.length) };
  if (step === 0) return tallySorted(sample.slice().sort());
  const slots = (max - min) / step + 1;
  if (slots <= SLOTS_A_VALUE * sample.length) return tallyByTable(sample, min, step, slots);
  return tallyByKeys(sample, min, step);
}

/** The tally of two samples together. */
export function mergeTallies(one: Tally, other: Tally): Tally {
  if (other.values.length === 0) return one;
  if (one.values.length === 0) return other;
  const values = new Float64Array(one.values.length + other.values.length);
  const upTo = new Uint32Array(values.length);
  let distinct = 0;
  for (let i = 0, k = 0; i < one.values.length || k < other.values.length; distinct++) {
    const value = Math.min(
      one.values[i] ?? Number.POSITIVE_INFINITY,
      other.values[k] ?? Number.POSITIVE_INFINITY,
    );
    if (one.values[i] === value) i++;
    if (other.values[k] === value) k++;
    values[distinct] = value;
    upTo[distinct] = (one.upTo[i - 1] ?? 0) + (other.upTo[k - 1] ?? 0);
  }
  return { values: values.slice(0, distinct), upTo: upTo.slice(0, distinct) };
}

/** The sum of a sample of whole numbers. */
export function wholeSumOf(sample: Tally): WholeNumber {
  const sum = sumOf(sample);
  if (Number.isSafeInteger(sum)) return sum;
  const { values, upTo } = sample;
  let exact = 0n;
  // i < length of both columns
  for (let i = 0; i < values.length; i++)
    exact += BigInt(values[i] as number) * BigInt((upTo[i] as number) - (upTo[i - 1] ?? 0));
  return wholeNumber(exact);
}

/** The sum of the sample; exact if the values are whole and it is below 2^53. */
export function sumOf({ values, upTo }: Tally): number {
  let sum = 0;
  let seen = 0;
  for (let i = 0; i < values.length; i++) {
    const until = upTo[i] as number; // i < length of both columns
    sum += (values[i] as number) * (until - seen);
    seen = until;
  }
  return sum;
}

/** How many of the sample are below the value. */
export function countBelow({ values, upTo }: Tally, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : (upTo[low - 1] as number);
}

/** The value at a rank, counted from 1 to the size of the sample. */
export function valueAtRank({ values, upTo }: Tally, rank: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((upTo[middle] as number) >= rank) high = middle;
    else low = middle + 1;
  }
  return values[low] as number;
}

// Indices below are in range by their loops, so that reads of typed arrays are numbers.

function tallySorted(sorted: Float64Array): Tally {
  const values = new Float64Array(sorted.length);
  const upTo = new Uint32Array(sorted.length);
  let distinct = 0;
  for (let i = 0; i < sorted.length; i++) {
    const value = sorted[i] as number;
    if (distinct === 0 || value !== values[distinct - 1]) values[distinct++] = value;
    upTo[distinct - 1] = i + 1;
  }
  return { values: values.slice(0, distinct), upTo: upTo.slice(0, distinct) };
}

function tallyByTable(sample: Float64Array, min: number, step: number, slots: number): Tally {
  const table = new Uint32Array(slots);
  for (let i = 0; i < sample.length; i++) {
    const slot = ((sample[i] as number) - min) / step;
    table[slot] = (table[slot] as number) + 1;
  }
  return countedValues(table, min, step);
}

/** The tally of what a table of counts holds: slot `i` is of the value `min + i * step`. */
export function countedValues(table: Uint32Array, min: number, step: number): Tally {
  const slots = table.length;
  let distinct = 0;
  for (let slot = 0; slot < slots; slot++) if (table[slot] !== 0) distinct++;
  const values = new Float64Array(distinct);
  const upTo = new Uint32Array(distinct);
  let seen = 0;
  for (let slot = 0, at = 0; slot < slots; slot++) {
    if (table[slot] === 0) continue;
    seen += table[slot] as number;
    values[at] = min + slot * step;
    upTo[at++] = seen;
  }
  return { values, upTo };
}

function tallyByKeys(sample: Float64Array, min: number, step: number): Tally {
  const keys = new Uint32Array(sample.length);
  const sorted = new Float64Array(sample.length);
  let count = 0;
  let beyond = sample.length;
  for (let i = 0; i < sample.length; i++) {
    const value = sample[i] as number;
    const key = (value - min) / step;
    if (key < KEYS) keys[count++] = key;
    else sorted[--beyond] = value;
  }
  const ascending = sortKeys(keys.subarray(0, count));
  for (let i = 0; i < count; i++) sorted[i] = min + (ascending[i] as number) * step;
  sorted.subarray(beyond).sort();
  return tallySorted(sorted);
}
