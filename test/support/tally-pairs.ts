import { PairCounter, type PairTally } from "../../src/stats/pair-counter.ts";

/**
 * Counts pairs without changing them.
 * @throws RangeError if the two differ in length
 */
export function tallyPairs(before: Float64Array, after: Float64Array): PairTally {
  if (before.length !== after.length) {
    throw new RangeError(`${before.length} latencies before can't be paired with ${after.length} after`);
  }
  const counter = new PairCounter(before.length);
  // i < the length of both
  for (let i = 0; i < before.length; i++) counter.add(before[i] as number, after[i] as number);
  return counter.finish();
}
