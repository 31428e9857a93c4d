import type { Pairing } from "../pairing/pairing.ts";
import type { CompareOptions } from "../result/comparison.ts";
import type { Pair, Side } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import { requestOf } from "../view/in-flight-records.ts";
import { type InFlightDifference, inFlightDifference } from "./in-flight-difference.ts";

/** What was in flight at the end of several runs a side: differences between the runs of a side are chance. */
export class RunsInFlight {
  readonly #options: CompareOptions;
  /** Requests in flight at the end of a side's first run but not of some other run of that side. */
  readonly #missing: Pair<Set<Row>> = { before: new Set(), after: new Set() };
  /** Requests in flight at the end of some other run of a side but not of its first run, files aside. */
  readonly #extra: Pair<Set<string>> = { before: new Set(), after: new Set() };

  constructor(options: CompareOptions) {
    this.#options = options;
  }

  /** @param pairing of the first run of the side, before, and another one */
  add(side: Side, pairing: Pairing): void {
    const { only } = inFlightDifference(pairing, this.#options);
    for (const row of only.before) this.#missing[side].add(row);
    for (const row of only.after) this.#extra[side].add(wordsOf(pairing, "after", row));
  }

  /** Differences between the first runs that no other run of either side shows. */
  settled(first: Pairing): InFlightDifference {
    const { matched, only } = inFlightDifference(first, this.#options);
    const isSettled = (side: Side, other: Side, row: Row): boolean =>
      !this.#missing[side].has(row) && !this.#extra[other].has(wordsOf(first, side, row));
    return {
      matched,
      only: {
        before: only.before.filter((row) => isSettled("before", "after", row)),
        after: only.after.filter((row) => isSettled("after", "before", row)),
      },
    };
  }
}

/** The request without its file, whose numbers differ from pairing to pairing. */
function wordsOf({ sides }: Pairing, side: Side, row: Row): string {
  const { inFlight } = sides[side];
  return inFlight === null ? "" : JSON.stringify(requestOf(sides[side], inFlight, row));
}
