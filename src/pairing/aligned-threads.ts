import { align } from "../align/align.ts";
import type { CallSequence } from "../align/call-sequence.ts";
import type { Stretch } from "../align/stretch.ts";
import { pairThreads } from "../identity/pair-threads.ts";
import { mapPair, type Pair } from "../trace/pair.ts";
import type { TraceView } from "../view/trace-view.ts";
import { threadContent } from "./thread-content.ts";

/** Keys of all rows of a side; see SharedOperations. */
export type KeyColumns = Omit<CallSequence, "rows" | "hash">;

/** Two paired threads, or one without a partner; indexes into `trace.threads`. */
export type AlignedThread =
  | { readonly before: number; readonly after: number; readonly stretches: readonly Stretch[] }
  | { readonly before: number; readonly after: null }
  | { readonly before: null; readonly after: number };

/** The calls of each thread of a side. */
function threadSequences(
  { threads }: TraceView,
  keys: KeyColumns,
  hashes: Int32Array | null,
): CallSequence[] {
  return Array.from({ length: threads.count }, (_, thread) => {
    const rows = threads.group(thread);
    if (hashes === null) return { ...keys, rows };
    return { ...keys, rows, hash: hashes.subarray(threads.starts[thread], threads.starts[thread + 1]) };
  });
}

/**
 * Pairs the threads of both sides by what they do and aligns each pair.
 * @param hashes see Pairing; if they are given, calls with the same hash are taken as equal, which is quick and must be
 * verified afterwards
 */
export function alignThreads(
  sides: Pair<TraceView>,
  keys: Pair<KeyColumns>,
  hashes: Pair<Int32Array> | null,
): AlignedThread[] {
  const sequences = mapPair(sides, (side, name) =>
    threadSequences(side, keys[name], hashes === null ? null : hashes[name]),
  );
  const partner = pairThreads(mapPair(sequences, (threads) => threads.map(threadContent)));
  const threads: AlignedThread[] = [];
  const unpaired = new Set(sequences.after.keys());
  sequences.before.forEach((before, index) => {
    const other = partner[index] as number;
    const after = sequences.after[other];
    if (after !== undefined) {
      unpaired.delete(other);
      threads.push({ before: index, after: other, stretches: align(before, after) });
    } else if (before.rows.length > 0) {
      threads.push({ before: index, after: null });
    }
  });
  for (const index of unpaired) {
    if ((sequences.after[index]?.rows.length ?? 0) > 0) threads.push({ before: null, after: index });
  }
  return threads;
}

/** Calls that ask for the same on both sides. */
export function countMatches(threads: readonly AlignedThread[]): number {
  let matches = 0;
  for (const thread of threads) {
    if (thread.before === null || thread.after === null) continue;
    for (const stretch of thread.stretches) if (stretch.kind === "match") matches += stretch.count;
  }
  return matches;
}

/** Matched calls of the before side by operation of one trace: all but those in gaps, which are fewer. */
export function matchesPerOperation(
  { threads, operations }: TraceView,
  aligned: readonly AlignedThread[],
): Uint32Array {
  const counts = operations.calls.slice();
  const takeOut = (rows: Uint32Array): void => {
    for (let i = 0; i < rows.length; i++) {
      const operation = operations.operation[rows[i] as number] as number;
      counts[operation] = (counts[operation] as number) - 1;
    }
  };
  for (const thread of aligned) {
    if (thread.before === null) continue;
    const rows = threads.group(thread.before);
    if (thread.after === null) {
      takeOut(rows);
      continue;
    }
    for (const stretch of thread.stretches) {
      if (stretch.kind === "gap")
        takeOut(rows.subarray(stretch.before, stretch.before + stretch.beforeCount));
    }
  }
  return counts;
}

/** Calls `each` with the rows of every match. */
export function forEachAlignedMatch(
  sides: Pair<TraceView>,
  threads: readonly AlignedThread[],
  each: (before: number, after: number) => void,
): void {
  for (const thread of threads) {
    if (thread.before === null || thread.after === null) continue;
    const before = sides.before.threads.group(thread.before);
    const after = sides.after.threads.group(thread.after);
    for (const stretch of thread.stretches) {
      if (stretch.kind !== "match") continue;
      for (let i = 0; i < stretch.count; i++) {
        each(before[stretch.before + i] as number, after[stretch.after + i] as number);
      }
    }
  }
}
