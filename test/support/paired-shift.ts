import { type PairedShift, shiftOf } from "../../src/stats/paired-shift.ts";
import { tallyPairs } from "./tally-pairs.ts";

/**
 * Pair `i` is the matched calls with latencies `before[i]` and `after[i]`. Neither is changed.
 * @throws RangeError where the two are not of one length
 */
export function pairedShift(before: Float64Array, after: Float64Array): PairedShift {
  return shiftOf(tallyPairs(before, after));
}
