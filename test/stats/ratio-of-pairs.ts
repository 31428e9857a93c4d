import { type PairedRatio, RatioCounter } from "../../src/stats/paired-ratio.ts";

/** The ratio of pairs that are all there already. */
export function ratioOfPairs(before: ArrayLike<number>, after: ArrayLike<number>): PairedRatio {
  const counter = new RatioCounter(before.length);
  for (let i = 0; i < before.length; i++) counter.add(before[i] ?? 0, after[i] ?? 0);
  return counter.finish();
}
