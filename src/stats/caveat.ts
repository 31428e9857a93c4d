import type { Pair } from "../trace/pair.ts";
import { latticeOf } from "./lattice.ts";
import type { PairTally } from "./pair-counter.ts";
import { countBelow, type Tally, valueAtRank } from "./tally.ts";

/** Why a number may mean less than it seems. Caveats are values; reports word them. */
export type Caveat =
  /** The sum of latencies cannot tell the code from the machine with one run a side. */
  | { readonly kind: "one-run-a-side" }
  /**
   * At least half of the latencies of a side are within a few steps of the clock that strace printed them
   * with. `resolution` is that step in nanoseconds.
   */
  | { readonly kind: "clock-resolution"; readonly resolution: number }
  /** So few pairs that there is no 95 % interval of the median shift. */
  | { readonly kind: "few-samples"; readonly count: number; readonly needed: number }
  /** This share of the pairs, 0 to 1, has no difference at all. */
  | { readonly kind: "heavy-ties"; readonly share: number }
  | { readonly kind: "no-latency"; readonly side: "before" | "after" | "both" };

/** What is known of a group in addition to its numbers. */
export type Evidence = {
  /** Latencies in nanoseconds of the matched calls; null if a side has none. */
  readonly pairs: PairTally | null;
  /** Runs recorded on each side. */
  readonly runs: Pair<number>;
  /** Side whose trace has no latencies at all (strace without -T). */
  readonly withoutLatency: "before" | "after" | "both" | null;
};

/** The smallest n with 2 / 2^n <= 5 %: the median is outside of all of n differences with chance 2 / 2^n. */
const NEEDED_PAIRS = 6;
/** From this share of equal pairs on, the median shift is 0 whatever the others do. */
const HEAVY_TIES = 0.5;
/** If a latency is at most this many steps of the clock, one step is 10 % of it or more. */
const FEW_STEPS = 10;
/** Steps in nanoseconds that -T=s, -T=ms, -T=us and -T=ns print. */
const CLOCK_STEPS = [1e9, 1e6, 1e3, 1];
/** What strace prints by default. */
const USUAL_STEP = 1e3;

/**
 * Everything that makes the latency statistics of a group mean less than they seem, in the order of the
 * kinds.
 */
export function caveatsOf({ pairs, runs, withoutLatency }: Evidence): readonly Caveat[] {
  const caveats: Caveat[] = [];
  if (withoutLatency !== null) caveats.push({ kind: "no-latency", side: withoutLatency });
  if (Math.min(runs.before, runs.after) < 2) caveats.push({ kind: "one-run-a-side" });
  if (pairs === null) return caveats;
  const { before, after, differences } = pairs;
  const count = differences.upTo.at(-1) ?? 0;
  if (count === 0) return caveats;
  if (count < NEEDED_PAIRS) caveats.push({ kind: "few-samples", count, needed: NEEDED_PAIRS });
  const equal = countBelow(differences, Number.MIN_VALUE) - countBelow(differences, 0);
  const share = equal / count;
  if (share >= HEAVY_TIES) caveats.push({ kind: "heavy-ties", share });
  const resolution = Math.max(clockStep(before), clockStep(after));
  const smallest = Math.min(lowerMedian(before, count), lowerMedian(after, count));
  if (smallest <= FEW_STEPS * resolution) caveats.push({ kind: "clock-resolution", resolution });
  return caveats;
}

/** The coarsest clock that could have measured all of these. */
function clockStep({ values }: Tally): number {
  const { step } = latticeOf(values);
  if (step === 0) return USUAL_STEP;
  return CLOCK_STEPS.find((clock) => step % clock === 0) ?? 1;
}

function lowerMedian(latencies: Tally, count: number): number {
  return valueAtRank(latencies, Math.ceil(count / 2));
}
