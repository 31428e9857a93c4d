import { rowsOfChanges } from "../changes/rows-of-changes.ts";
import { type ComparedThread, compareThreads } from "../changes/thread-steps.ts";
import { matchRows } from "../pairing/matched-rows.ts";
import { Outcomes } from "../pairing/outcomes.ts";
import { findPairing, type Pairing } from "../pairing/pairing.ts";
import type { CompareOptions } from "../result/comparison.ts";
import type { Pair } from "../trace/pair.ts";
import type { TraceView } from "../view/trace-view.ts";

/** Two traces under the renaming found for them, thread pair by thread pair. */
export type AlignedSides = {
  readonly pairing: Pairing;
  readonly outcomes: Outcomes;
  readonly threads: readonly ComparedThread[];
  /** See rowsOfChanges. */
  readonly changed: Pair<Uint32Array>;
  /** By row of before: the row of after that it matches, result included; -1 if there is none. */
  readonly partner: Int32Array;
};

export function alignSides(sides: Pair<TraceView>, options: CompareOptions): AlignedSides {
  const aligned = tryAlign(sides, options, true) ?? tryAlign(sides, options, false);
  if (aligned === null) throw new Error("an alignment by columns has matched calls that are not equal");
  return aligned;
}

/** @returns null if two calls have the same hash and are not equal */
function tryAlign(sides: Pair<TraceView>, options: CompareOptions, byHash: boolean): AlignedSides | null {
  const pairing = findPairing(sides, options, byHash);
  const outcomes = new Outcomes(pairing.sides, options.ignore);
  const matched = matchRows(pairing, outcomes);
  if (matched === null) return null;
  const { partner, differing } = matched;
  const threads = compareThreads(pairing, differing);
  return { pairing, outcomes, threads, changed: rowsOfChanges(threads), partner };
}
