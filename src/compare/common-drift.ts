import { type CommonShift, commonShift } from "../stats/common-shift.ts";
import { type PairedRatio, pairedRatio } from "../stats/paired-ratio.ts";
import type { Pair } from "../trace/pair.ts";
import type { CommonDrift, GroupResidual } from "./timing.ts";

/** From so many pairs the ratio is taken; that bounds its median to within half a percent of the pairs. */
const MOST_PAIRS = 1 << 16;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * By what factor the pairs of a group moved. Of more pairs than needed, some all along are taken: their quotients
 * would have to be sorted, which takes longer than all else that is done with millions of pairs.
 */
export function groupRatio(values: Pair<Float64Array>): PairedRatio {
  const { length } = values.before;
  if (length <= MOST_PAIRS) return pairedRatio(values.before, values.after);
  const before = new Float64Array(MOST_PAIRS);
  const after = new Float64Array(MOST_PAIRS);
  for (let i = 0; i < MOST_PAIRS; i++) {
    // Multiples of the golden ratio fall evenly, and in step with no loop of the program (Knuth, The Art of
    // Computer Programming 3, section 6.4).
    const at = Math.floor(((i * GOLDEN) % 1) * length); // below length, that of both
    before[i] = values.before[at] as number;
    after[i] = values.after[at] as number;
  }
  return { ...pairedRatio(before, after), count: length };
}

/**
 * What groups have in common and what is left of each; null where they have nothing in common.
 * @param least a common factor that is nearer to 1 than this one is none
 */
export function commonDrift(
  ratios: readonly PairedRatio[],
  least: number,
): {
  readonly common: CommonDrift | null;
  readonly residuals: readonly (GroupResidual | null)[];
} {
  const { factor, all, residuals } = commonShift(ratios);
  if (factor === 1 || Math.max(factor, 1 / factor) < least)
    return { common: null, residuals: residuals.map(() => null) };
  return { common: { factor, all }, residuals: residuals.map(residualOf) };
}

function residualOf({ ratio, low, high, standsOut }: CommonShift["residuals"][number]): GroupResidual {
  return { ratio, low, high: Number.isFinite(high) ? high : null, standsOut };
}
