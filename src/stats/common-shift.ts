import type { PairedRatio } from "./paired-ratio.ts";

/** What the groups of a comparison have in common, and what is left of each without it. */
export type CommonShift = {
  /** The one factor that more than half of the groups moved by; 1 if there is none. */
  readonly factor: number;
  /** Every group moved by the factor, within its interval. */
  readonly all: boolean;
  /** Group by group, in the order given. */
  readonly residuals: readonly Residual[];
};

type Residual = {
  /** The group's ratio and its interval, divided by the common factor. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  /** The factor lies outside the interval of the group, by more than the tolerance. */
  readonly standsOut: boolean;
};

/** Groups of millions of calls have intervals narrower than any difference that matters. */
const TOLERANCE = 0.05;

/**
 * Finds the factor that explains most groups. A group is explained by every factor inside its interval,
 * widened by the tolerance, so a small or noisy group, which might have moved by anything, never counts
 * against one. The factor is common if it explains more than half of the groups and more than "nothing
 * moved" (factor 1) does, and more than half of the groups are nearer to it than to 1: a busy group that
 * moved among quiet ones that say little did so alone. Groups count alike, whatever their size, since the
 * calls of one say nothing about the machine that the calls of the others don't. Of the groups that it
 * explains, the median ratio weighted by pairs is the factor.
 */
export function commonShift(groups: readonly PairedRatio[], tolerance: number = TOLERANCE): CommonShift {
  const ranges = groups.map(({ low, high }) => ({
    low: low / (1 + tolerance),
    high: high * (1 + tolerance),
  }));
  const factor = factorOf(groups, ranges);
  const residuals = groups.map(({ ratio, low, high }, i) => ({
    ratio: ratio / factor,
    low: low / factor,
    high: high / factor,
    standsOut: !holds(ranges[i], factor),
  }));
  return { factor, all: residuals.every(({ standsOut }) => !standsOut), residuals };
}

type Range = { readonly low: number; readonly high: number };

function factorOf(groups: readonly PairedRatio[], ranges: readonly Range[]): number {
  const unmoved = ranges.filter((range) => holds(range, 1)).length;
  const { shared, count } = mostShared(ranges);
  if (count <= unmoved || count <= groups.length / 2) return 1;
  const explained = groups.filter((_, i) => overlaps(ranges[i], shared));
  // Clamped to the shared stretch, so that every one of them holds the factor.
  const factor = Math.min(shared.high, Math.max(shared.low, weightedMedian(explained)));
  // Nearer as factors go: beyond the geometric mean of the two.
  const between = Math.sqrt(factor);
  const nearer = groups.filter(({ ratio }) => (factor > 1 ? ratio > between : ratio < between)).length;
  return nearer > groups.length / 2 ? factor : 1;
}

/** The stretch that most ranges hold, and how many do; the lowest of several such stretches. */
function mostShared(ranges: readonly Range[]): { readonly shared: Range; readonly count: number } {
  // Ends of ranges are inside, so that at one point starts come first.
  const starts = ranges.map(({ low }) => low).sort((one, other) => one - other);
  const stops = ranges.map(({ high }) => high).sort((one, other) => one - other);
  let shared: Range = { low: 1, high: 1 };
  let count = 0;
  for (let started = 1, stopped = 0; started <= starts.length; started++) {
    const low = starts[started - 1] ?? 0;
    while ((stops[stopped] ?? low) < low) stopped++;
    if (started - stopped <= count) continue;
    count = started - stopped;
    shared = { low, high: stops[stopped] ?? low };
  }
  return { shared, count };
}

function weightedMedian(groups: readonly PairedRatio[]): number {
  const sorted = groups.toSorted((one, other) => one.ratio - other.ratio);
  const half = sorted.reduce((sum, { count }) => sum + count, 0) / 2;
  let passed = 0;
  for (const { ratio, count } of sorted) {
    passed += count;
    if (passed >= half) return ratio;
  }
  return 1;
}

const holds = (range: Range | undefined, factor: number): boolean =>
  range !== undefined && range.low <= factor && factor <= range.high;

const overlaps = (range: Range | undefined, other: Range): boolean =>
  range !== undefined && range.low <= other.low && other.high <= range.high;
