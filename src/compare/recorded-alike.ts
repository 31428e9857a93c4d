import type { Comparison } from "../result/comparison.ts";

/**
 * A comparison of traces known to have been recorded alike, as by `tracediff run`: calls that only one side has are not
 * a sign of another filter, nor are times that only one clock shows a sign of another option.
 */
export function recordedAlike(comparison: Comparison): Comparison {
  const { latency, warnings } = comparison;
  return {
    ...comparison,
    warnings: warnings.filter(({ kind }) => kind !== "different-calls"),
    latency: { ...latency, caveats: latency.caveats.filter(({ kind }) => kind !== "different-recording") },
  };
}
