import { sortKeys } from "../columns/sort-keys.ts";
import { mapPair, type Pair } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import { type ComparedThread, stepListOf } from "./thread-steps.ts";

// Casts in this file: positions are positions of the thread.

/** The rows of all calls in changes, in order of starts, so that looking them up reads columns in order. */
export function rowsOfChanges(threads: readonly ComparedThread[]): Pair<Uint32Array> {
  const parts: Pair<Uint32Array[]> = { before: [], after: [] };
  for (const { rows, steps } of threads) {
    const { before, after, moved } = stepListOf(steps).changed();
    parts.before.push(rowsAt(rows.before, before));
    parts.after.push(rowsAt(rows.after, after));
    const elsewhere = moved.map(({ thread, position }) => threads[thread]?.rows.after[position] as Row);
    parts.after.push(Uint32Array.from(elsewhere));
  }
  return mapPair(parts, (side) => {
    const all = new Uint32Array(side.reduce((sum, part) => sum + part.length, 0));
    let end = 0;
    for (const part of side) {
      all.set(part, end);
      end += part.length;
    }
    return sortKeys(all);
  });
}

/** A plain loop: there may be millions. */
function rowsAt(rows: Uint32Array, positions: Uint32Array): Uint32Array {
  const found = new Uint32Array(positions.length);
  for (let i = 0; i < positions.length; i++) found[i] = rows[positions[i] as number] as Row;
  return found;
}
