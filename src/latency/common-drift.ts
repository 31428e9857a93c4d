import type { CommonDrift, GroupResidual } from "../result/timing.ts";
import { type CommonShift, commonShift } from "../stats/common-shift.ts";
import type { PairedRatio } from "../stats/paired-ratio.ts";

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
