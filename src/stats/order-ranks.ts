/** Terms of the binomial distribution smaller than this, relative to the largest, change no double of the sum. */
const NEGLIGIBLE = 1e-20;

/**
 * Ranks (from 1) of the two order statistics that hold the quantile `q` (0 < q < 1) between them with at
 * least the given confidence, whatever the distribution, ties included; null if a sample of this size has
 * no such pair.
 *
 * The number of values below the quantile is binomial(n, q). `low` is the largest rank with P(B < low) and
 * `high` the smallest with P(B >= high) at most half of what the confidence leaves (Conover, Practical
 * Nonparametric Statistics, 3rd ed., section 3.2). The distribution is summed exactly at every n, from its
 * mode outwards, which takes about 20 √n steps.
 */
export function orderRanks(
  n: number,
  q: number,
  confidence: number,
): { readonly low: number; readonly high: number } | null {
  const mode = Math.min(n, Math.floor((n + 1) * q));
  const odds = q / (1 - q);
  const below = tail(mode, (k) => k / (n - k + 1) / odds);
  const above = tail(n - mode, (k) => (k / (n - k + 1)) * odds);
  const total = 1 + sum(below) + sum(above);
  const allowed = (total * (1 - confidence)) / 2;
  const low = mode - stepsOutside(below, allowed);
  const high = mode + 1 + stepsOutside(above, allowed);
  return low < 1 || high > n ? null : { low, high };
}

/**
 * Terms one, two, … steps from the mode, relative to it; `k` counts down from `start` towards the end of the
 * range.
 */
function tail(start: number, factor: (k: number) => number): number[] {
  const terms: number[] = [];
  let term = 1;
  for (let k = start; k > 0; k--) {
    term *= factor(k);
    if (term < NEGLIGIBLE) break;
    terms.push(term);
  }
  return terms;
}

/** How many of the terms nearest the mode must be removed before at most `allowed` is left. */
function stepsOutside(terms: readonly number[], allowed: number): number {
  let left = 0;
  let outside = terms.length;
  for (const term of terms.toReversed()) {
    left += term;
    if (left > allowed) break;
    outside--;
  }
  return outside;
}

function sum(terms: readonly number[]): number {
  return terms.reduceRight((total, term) => total + term, 0);
}
