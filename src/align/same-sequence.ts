import type { CallSequence } from "./call-sequence.ts";
import { ColumnKeys } from "./column-keys.ts";

/** Position of the first call that differs, or the shorter length if one side continues; -1 if they are equal. */
export function firstDifference(before: CallSequence, after: CallSequence): number {
  const equal = new ColumnKeys(before, after).equalAhead(0, 0, before.rows.length);
  return equal === before.rows.length && equal === after.rows.length ? -1 : equal;
}
