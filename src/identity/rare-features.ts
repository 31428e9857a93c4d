import type { Pair } from "../trace/pair.ts";
import type { ThreadContent } from "./thread-content.ts";

/** A feature that more threads of a side share does not help to tell them apart. */
const MOST_HOLDERS = 16;

type Candidate = { readonly before: number; readonly after: number; readonly score: number };

/**
 * Pairs threads that share what few others have, those that share most first: for thousands of threads, where a
 * table of each against each would take memory quadratic in their number.
 *
 * @param before indexes of the before threads that are left, `after` those of the after threads
 * @param partner receives the partners
 */
export function pairByRareFeatures(
  threads: Pair<readonly ThreadContent[]>,
  before: readonly number[],
  after: readonly number[],
  partner: Int32Array,
): void {
  const holders = new Map<number, number[]>();
  for (const index of after) {
    for (const feature of threads.after[index]?.features().keys() ?? []) {
      const same = holders.get(feature);
      if (same === undefined) holders.set(feature, [index]);
      else if (same.length <= MOST_HOLDERS) same.push(index);
    }
  }
  const candidates = before.flatMap((index) => candidatesOf(threads, index, holders));
  candidates.sort((x, y) => y.score - x.score || x.before - y.before || x.after - y.after);
  const taken = new Set<number>();
  for (const candidate of candidates) {
    if (partner[candidate.before] !== -1 || taken.has(candidate.after)) continue;
    partner[candidate.before] = candidate.after;
    taken.add(candidate.after);
  }
}

function candidatesOf(
  threads: Pair<readonly ThreadContent[]>,
  before: number,
  holders: ReadonlyMap<number, readonly number[]>,
): Candidate[] {
  const scores = new Map<number, number>();
  const mine = threads.before[before];
  for (const [feature, weight] of mine?.features() ?? []) {
    const all = holders.get(feature) ?? [];
    if (all.length > MOST_HOLDERS) continue;
    for (const other of all) {
      const shared = Math.min(weight, threads.after[other]?.features().get(feature) ?? 0);
      scores.set(other, (scores.get(other) ?? 0) + shared);
    }
  }
  return Array.from(scores, ([other, shared]) => {
    // Of two partners that share as much, the one of nearer length.
    const apart = Math.abs((mine?.calls ?? 0) - (threads.after[other]?.calls ?? 0));
    return { before, after: other, score: shared + 1 / (2 + apart) };
  });
}
