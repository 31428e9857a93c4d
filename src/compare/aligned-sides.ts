import type { Pair } from "../trace/pair.ts";
import type { CompareOptions } from "./comparison.ts";
import { Outcomes } from "./outcomes.ts";
import { findPairing, type Pairing } from "./pairing.ts";
import type { SideView } from "./side-view.ts";
import { type ComparedThread, compareThreads } from "./thread-steps.ts";

/** Two traces under the renaming found for them, thread pair by thread pair. */
export type AlignedSides = {
  readonly pairing: Pairing;
  readonly outcomes: Outcomes;
  readonly threads: readonly ComparedThread[];
};

export function alignSides(sides: Pair<SideView>, options: CompareOptions): AlignedSides {
  const { ignore } = options;
  const pairing = findPairing(sides, options);
  const outcomes = new Outcomes(pairing.sides, ignore);
  return { pairing, outcomes, threads: compareThreads(pairing, outcomes) };
}
