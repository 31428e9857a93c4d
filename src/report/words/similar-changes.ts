import type { Change, Comparison } from "../../result/comparison.ts";
import type { Theme } from "../layout/theme.ts";
import { changeNote } from "./change-note.ts";

/** Changes to look at; with more, a list of groups would no longer be a summary. */
const CHANGE_LIMIT = 10_000;

/** Changes that say the same about the same call and file. */
export type SimilarChange = {
  /** `resized +4096`; without a count. */
  readonly note: string;
  readonly count: number;
  readonly first: Change;
};

export type SimilarChanges = {
  /** Largest first; equally large ones in order of appearance. */
  readonly groups: readonly SimilarChange[];
  /** Whether there are changes that were not looked at. */
  readonly isPartial: boolean;
};

/** A long list of changes in few words, for reports with little space. */
export function similarChanges({ changes }: Comparison, theme: Theme): SimilarChanges {
  const groups = new Map<string, { note: string; count: number; first: Change }>();
  let seen = 0;
  for (const change of changes()) {
    if (seen === CHANGE_LIMIT) return { groups: largestFirst(groups.values()), isPartial: true };
    seen++;
    const note = changeNote({ ...change, count: 1 }, theme);
    const record = change.before[0] ?? change.after[0];
    const key = `${note}\n${record?.call}\n${change.after[0]?.error}\n${record?.file ?? record?.fd}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { note, count: change.count, first: change });
    else known.count += change.count;
  }
  return { groups: largestFirst(groups.values()), isPartial: false };
}

function largestFirst(groups: Iterable<SimilarChange>): SimilarChange[] {
  return [...groups].sort((one, other) => other.count - one.count);
}
