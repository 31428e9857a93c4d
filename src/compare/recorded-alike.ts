import type { Comparison } from "../result/comparison.ts";

/**
 * A comparison of traces that are known to have been recorded alike, as `tracediff run` records them: what only one side
 * has is no sign of another filter, and what only one clock shows none of another option.
 */
export function recordedAlike(comparison: Comparison): Comparison {
  const { latency, warnings } = comparison;
  return {
    ...comparison,
    warnings: warnings.filter(({ kind }) => kind !== "different-calls"),
    latency: { ...latency, caveats: latency.caveats.filter(({ kind }) => kind !== "different-recording") },
  };
}
