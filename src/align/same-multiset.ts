import { CallHash } from "./call-hash.ts";
import type { CallSequence } from "./call-sequence.ts";
import { intern } from "./intern.ts";

// Casts in this file: positions are positions of the sequence, ids are below the count.

/** A sum, so that the order of the calls does not matter. */
function hashSum(sequence: CallSequence): number {
  const hash = new CallHash(sequence);
  const { rows } = sequence;
  let sum = 0;
  for (let i = 0; i < rows.length; i++) sum = (sum + hash.of(rows[i] as number)) | 0;
  return sum;
}

/** Whether both sides have the same calls the same number of times, in any order. Exact. */
export function sameMultiset(before: CallSequence, after: CallSequence): boolean {
  if (before.rows.length !== after.rows.length) return false;
  if (hashSum(before) !== hashSum(after)) return false;

  const ids = intern(before, after);
  const surplus = new Int32Array(ids.count);
  for (const id of ids.before) surplus[id] = (surplus[id] as number) + 1;
  for (const id of ids.after) {
    const left = surplus[id] as number;
    if (left === 0) return false;
    surplus[id] = left - 1;
  }
  return true;
}
