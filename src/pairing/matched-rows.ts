import type { Pair } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import { groupRows, type RowGroups } from "../view/row-groups.ts";
import type { TraceView } from "../view/trace-view.ts";
import { type AlignedThread, forEachAlignedMatch, type KeyColumns } from "./aligned-threads.ts";
import type { Outcomes } from "./outcomes.ts";
import type { Pairing } from "./pairing.ts";

/** Which rows match: calls of paired threads that ask for the same. */
export type MatchedRows = {
  /** By row of before: the row of after with the same request and the same result; -1 if there is none. */
  readonly partner: Int32Array;
  /** Rows of before whose match has another result, by thread. */
  readonly differing: RowGroups;
};

/**
 * Looks at every match of an alignment, in order of starts: that reads the columns of both sides nearly from start to
 * end, whereas going thread by thread would read all of them many times.
 * @returns null if calls that the alignment took as equal, by their hashes, are not
 */
export function matchRows({ sides, keys, threads }: Pairing, outcomes: Outcomes): MatchedRows | null {
  const partner = partnersOf(sides, threads);
  const { rows, trace } = sides.before;
  if (!areEqual(rows, partner, keys)) return null;
  const differing = outcomes.differing(rows, partner);
  for (const row of differing) partner[row] = -1;
  return { partner, differing: groupRows(differing, trace.table.thread, trace.threads.length) };
}

function partnersOf(sides: Pair<TraceView>, threads: readonly AlignedThread[]): Int32Array {
  const partner = new Int32Array(sides.before.trace.table.length).fill(-1);
  forEachAlignedMatch(sides, threads, (before, after) => {
    partner[before] = after;
  });
  return partner;
}

function areEqual(rows: Uint32Array, partner: Int32Array, { before, after }: Pair<KeyColumns>): boolean {
  const { operation: operation1, offset: offset1, size: size1 } = before;
  const { operation: operation2, offset: offset2, size: size2 } = after;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as Row;
    const match = partner[row] as number;
    if (match < 0) continue;
    if (
      operation1[row] !== operation2[match] ||
      offset1[row] !== offset2[match] ||
      size1[row] !== size2[match]
    )
      return false;
  }
  return true;
}
