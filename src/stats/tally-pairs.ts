import { type Lattice, latticeOf } from "./lattice.ts";
import { countedValues, SMALL_SAMPLE, type Tally, tally, tallyOn } from "./tally.ts";

/** Pairs of values: both sides, and the differences after - before. */
export type PairTally = { readonly before: Tally; readonly after: Tally; readonly differences: Tally };

/** Slots that the counting table of the differences may have for each pair. */
const SLOTS_A_PAIR = 4;

/**
 * Counts pairs without changing them. Where the values lie on a grid all three are counted in one pass, and the
 * differences are never stored.
 * @throws RangeError where the two are not of one length
 */
export function tallyPairs(before: Float64Array, after: Float64Array): PairTally {
  if (before.length !== after.length) {
    throw new RangeError(`${before.length} latencies before can't be paired with ${after.length} after`);
  }
  if (before.length < SMALL_SAMPLE) return tallyApart(before, after, tally(before), tally(after));
  const [from, to] = [latticeOf(before), latticeOf(after)];
  const step = commonStep(from, to);
  const least = to.min - from.max;
  const slots = (to.max - from.min - least) / step + 1;
  if (step === 0 || slots > SLOTS_A_PAIR * before.length) {
    return tallyApart(before, after, tallyOn(before, from), tallyOn(after, to));
  }
  return countTogether(before, after, { from: from.min, to: to.min, least, step, slots });
}

function tallyApart(before: Float64Array, after: Float64Array, one: Tally, other: Tally): PairTally {
  const differences = new Float64Array(before.length);
  // i < the length of all three
  for (let i = 0; i < before.length; i++) differences[i] = (after[i] as number) - (before[i] as number);
  return { before: one, after: other, differences: tally(differences) };
}

/** The coarsest grid on which both lie; 0 where there is none. */
function commonStep(one: Lattice, other: Lattice): number {
  const step = latticeOf(Float64Array.of(one.step, other.step, Math.abs(one.min - other.min))).step;
  return one.step === 0 || other.step === 0 ? 0 : step;
}

type Grid = {
  readonly from: number;
  readonly to: number;
  /** The smallest difference that there might be. */
  readonly least: number;
  readonly step: number;
  readonly slots: number;
};

function countTogether(before: Float64Array, after: Float64Array, grid: Grid): PairTally {
  const { from, to, least, step, slots } = grid;
  // no side spans more than the differences might
  const one = new Uint32Array(slots);
  const other = new Uint32Array(slots);
  const differences = new Uint32Array(slots);
  for (let i = 0; i < before.length; i++) {
    // whole numbers of steps from the least of each, so that every slot is one of the table
    const x = before[i] as number;
    const y = after[i] as number;
    const slot = (x - from) / step;
    one[slot] = (one[slot] as number) + 1;
    const otherSlot = (y - to) / step;
    other[otherSlot] = (other[otherSlot] as number) + 1;
    const difference = (y - x - least) / step;
    differences[difference] = (differences[difference] as number) + 1;
  }
  return {
    before: countedValues(one, from, step),
    after: countedValues(other, to, step),
    differences: countedValues(differences, least, step),
  };
}
