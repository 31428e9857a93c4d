/**
 * Chance that a standard normal variable lies at least `z` away from 0, on either side: erfc(|z| / √2).
 * Relative error below 1e-13; 0 beyond |z| = 38, where the chance is smaller than any double.
 */
export function twoSidedNormal(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  return x < 2 ? 1 - erfBySeries(x) : erfcByFraction(x);
}

/** Abramowitz & Stegun 7.1.6: all terms are positive, so nothing cancels. */
function erfBySeries(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; term > sum * Number.EPSILON; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/** Abramowitz & Stegun 7.1.14, from the inside out: 60 levels are enough for a double from x = 2 on. */
function erfcByFraction(x: number): number {
  let rest = x;
  for (let level = 60; level > 0; level--) rest = x + level / 2 / rest;
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * rest);
}
