/**
 * How many of the 2^n subsets of `weights` (whole, positive) have each sum: entry `s` of the result counts
 * those with sum `s`, up to and including `limit`. Exact up to 53 weights.
 *
 * This is the null distribution of a signed-rank statistic: each rank is positive or not, with equal chance.
 */
export function subsetSums(weights: readonly number[], limit: number): Float64Array {
  const ways = new Float64Array(limit + 1);
  ways[0] = 1;
  let reached = 0;
  for (const weight of weights) {
    reached = Math.min(limit, reached + weight);
    // Downwards, so that no weight is taken twice; both indices are from 0 to limit.
    for (let s = reached; s >= weight; s--) ways[s] = (ways[s] as number) + (ways[s - weight] as number);
  }
  return ways;
}
