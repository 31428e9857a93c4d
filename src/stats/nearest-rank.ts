/**
 * Rank, counted from 1, of a percentile by nearest rank: the smallest value that at least `percent` of the
 * sample does not exceed. Null where that could only be the largest of so few, which says nothing about the
 * percentile.
 *
 * Percentiles have two decimals at most; they are counted in hundredths of a percent, since 99.9 / 100 * 1000
 * is not 999 in doubles.
 */
export function nearestRank(percent: number, count: number): number | null {
  const hundredths = Math.round(percent * 100);
  if (count * (10_000 - hundredths) < 10_000) return null;
  return Math.ceil((count * hundredths) / 10_000);
}
