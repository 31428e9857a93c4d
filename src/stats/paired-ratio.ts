import { orderRanks } from "./order-ranks.ts";

/** By what factor the latency of a group moved. */
export type PairedRatio = {
  /** How many pairs it stands for. */
  readonly count: number;
  /**
   * Median of after / before over the pairs; the geometric mean of the middle two if the count is even.
   */
  readonly ratio: number;
  /** Distribution-free 95 % interval of the median; 0 to Infinity if the pairs are too few for one. */
  readonly low: number;
  readonly high: number;
};

/**
 * Half of the finest step that strace can print stands for a latency of 0, so that every ratio is a number
 * above 0.
 */
const SHORTEST = 0.5;
/** The ratio is taken from about this many pairs; that bounds its median to within half a percent of the pairs. */
const MOST_PAIRS = 1 << 16;
/** 2^32 divided by the golden ratio. */
const GOLDEN = 0x9e37_79b9;

/**
 * Takes the ratio of pairs that are added one by one. If there are more than needed, it samples them: multiples of
 * the golden ratio fall evenly, in step with no loop of the program (Knuth, The Art of Computer Programming 3,
 * section 6.4), so it takes those pairs for which such a multiple falls low.
 */
export class RatioCounter {
  readonly #ratios: Float64Array;
  /** The highest fraction of 2^32 that counts as low. */
  readonly #highest: number;
  #added = 0;
  #taken = 0;

  /** @param most pairs that will be added */
  constructor(most: number) {
    this.#ratios = new Float64Array(Math.min(most, MOST_PAIRS));
    this.#highest = most <= MOST_PAIRS ? 2 ** 32 : Math.floor((MOST_PAIRS / most) * 2 ** 32);
  }

  /** Latencies in nanoseconds. */
  add(before: number, after: number): void {
    const isLow = Math.imul(this.#added++, GOLDEN) >>> 0 < this.#highest;
    if (!isLow || this.#taken === this.#ratios.length) return;
    this.#ratios[this.#taken++] = Math.max(after, SHORTEST) / Math.max(before, SHORTEST);
  }

  /** How many pairs were added. */
  get count(): number {
    return this.#added;
  }

  /** At least one pair was added. */
  finish(): PairedRatio {
    const count = this.#taken;
    const ratios = this.#ratios.slice(0, count);
    const lower = selectRank(ratios, Math.ceil(count / 2));
    const upper = selectRank(ratios, Math.floor(count / 2) + 1);
    const ranks = orderRanks(count, 0.5, 0.95);
    return {
      count: this.#added,
      ratio: lower === upper ? lower : Math.sqrt(lower * upper),
      low: ranks === null ? 0 : selectRank(ratios, ranks.low),
      high: ranks === null ? Number.POSITIVE_INFINITY : selectRank(ratios, ranks.high),
    };
  }
}

/**
 * The value at a rank, counted from 1 to the length, in expected linear time: FIND (Hoare, Communications of the ACM 4,
 * 1961). Reorders the values.
 */
export function selectRank(values: Float64Array, rank: number): number {
  const wanted = rank - 1;
  let first = 0;
  let last = values.length - 1;
  while (first < last) {
    const pivot = values[(first + last) >>> 1] as number; // indexes are between first and last
    let low = first;
    let high = last;
    while (low <= high) {
      while ((values[low] as number) < pivot) low++;
      while ((values[high] as number) > pivot) high--;
      if (low > high) break;
      const value = values[low] as number;
      values[low++] = values[high] as number;
      values[high--] = value;
    }
    // what lies between the two equals the pivot
    if (wanted <= high) last = high;
    else if (wanted >= low) first = low;
    else break;
  }
  return values[wanted] as number;
}
