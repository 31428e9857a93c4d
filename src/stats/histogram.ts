import type { Pair } from "../trace/pair.ts";
import { latticeOf } from "./lattice.ts";
import type { Tally } from "./tally.ts";

/** Counts of two samples over the same bins. */
export type Histogram = {
  /**
   * One more than there are bins, ascending: bin `i` holds values from `edges[i]` up to but not including
   * `edges[i + 1]`, and the last bin its upper edge as well.
   */
  readonly edges: readonly number[];
  readonly counts: Pair<readonly number[]>;
};

/**
 * Bins of equal ratio over both samples, `bins` at most: edges are rounded up to steps of the clock, and bins
 * narrower than a step are merged, so no bin is empty only because the clock never shows its values.
 * Values of 0 are in the first bin. No bins if both samples are empty.
 */
export function histogram(samples: Pair<Tally>, bins: number): Histogram {
  const edges = edgesOf(samples, bins);
  return {
    edges,
    counts: { before: countInto(edges, samples.before), after: countInto(edges, samples.after) },
  };
}

function edgesOf({ before, after }: Pair<Tally>, bins: number): readonly number[] {
  const values = Float64Array.of(...[before, after].flatMap(({ values: each }) => ends(each)));
  if (values.length === 0) return [];
  const steps = [before, after].map(({ values: each }) => latticeOf(each).step).filter((step) => step > 0);
  const step = steps.length === 0 ? 0 : Math.min(...steps);
  const { min, max } = latticeOf(values);
  const smallest = Math.min(
    ...[before, after].map(({ values: each }) => each.find((value) => value > 0) ?? max),
  );
  const edges = [min];
  for (let bin = 1; bin < bins; bin++) {
    const exact = smallest * (max / smallest) ** (bin / bins);
    const edge = step === 0 ? exact : Math.ceil(exact / step) * step;
    if (edge > (edges.at(-1) ?? 0) && edge < max) edges.push(edge);
  }
  return [...edges, max];
}

const ends = (values: Float64Array): number[] =>
  [values.at(0), values.at(-1)].filter((value) => value !== undefined);

function countInto(edges: readonly number[], { values, upTo }: Tally): readonly number[] {
  const counts = Array.from({ length: Math.max(0, edges.length - 1) }, () => 0);
  let bin = 0;
  let seen = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number; // i < length of both columns
    const until = upTo[i] as number;
    while (bin < counts.length - 1 && value >= (edges[bin + 1] ?? 0)) bin++;
    counts[bin] = (counts[bin] ?? 0) + until - seen;
    seen = until;
  }
  return counts;
}
