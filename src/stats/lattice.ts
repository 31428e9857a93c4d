/** The grid that a sample lies on. */
export type Lattice = {
  readonly min: number;
  readonly max: number;
  /**
   * Greatest common divisor of the values: a multiple of the clock's step. 0 if there is none: every value
   * is zero, or one is not a whole number that a double holds exactly.
   */
  readonly step: number;
};

/** One pass over the sample; min is Infinity and max -Infinity if it is empty. */
export function latticeOf(sample: Float64Array): Lattice {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let step = 0;
  let whole = true;
  for (let i = 0; i < sample.length; i++) {
    const value = sample[i] as number; // i < length
    if (value < min) min = value;
    if (value > max) max = value;
    // Below 2^53 a quotient of whole numbers that is not whole is never rounded to a whole one; `%` on
    // doubles would take five times as long.
    const quotient = value / step;
    if (step !== 0 && Math.floor(quotient) === quotient) continue;
    if (Number.isSafeInteger(value)) step = greatestCommonDivisor(step, Math.abs(value));
    else whole = false;
  }
  const exact = whole && Math.max(-min, max) <= Number.MAX_SAFE_INTEGER;
  return { min, max, step: exact ? step : 0 };
}

function greatestCommonDivisor(a: number, b: number): number {
  let [divisor, rest] = [a, b];
  while (rest !== 0) [divisor, rest] = [rest, divisor % rest];
  return divisor;
}
