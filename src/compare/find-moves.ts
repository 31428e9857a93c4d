import type { CallSequence } from "../align/call-sequence.ts";
import { intern } from "../align/intern.ts";
import type { Run } from "../align/run.ts";
import type { Pair, Side } from "../trace/pair.ts";
import type { ThreadClaims } from "./thread-claims.ts";

// Casts in this file: entries are below the number of calls in gaps, ids below the number of ids.

/** A pair of threads that were aligned. */
export type AlignedRows = {
  readonly rows: Pair<Uint32Array>;
  readonly runs: readonly Run[];
};

/** Calls in gaps, thread after thread, by entry. */
type GapCalls = {
  readonly rows: Uint32Array;
  readonly thread: Int32Array;
  readonly position: Int32Array;
  /** Where the entries of each thread start; one more at the end. */
  readonly starts: Int32Array;
};

/**
 * Claims the requests that were removed at one place and added at another: within a pair of threads first
 * (`reordered`), then between them (`migrated`). Of equal requests the first removed goes with the first added one.
 * What stays unclaimed is then the true difference of the two multisets of requests.
 *
 * @param keys the columns by which the threads were aligned
 * @param claims by pair of threads, in the order of `threads`
 */
export function findMoves(
  threads: readonly AlignedRows[],
  keys: Pair<Omit<CallSequence, "rows">>,
  claims: readonly ThreadClaims[],
): void {
  const before = gapCalls(threads, "before");
  const after = gapCalls(threads, "after");
  if (before.rows.length === 0 || after.rows.length === 0) return;
  const ids = intern({ ...keys.before, rows: before.rows }, { ...keys.after, rows: after.rows });

  const queues = new IdQueues(ids.count, after.rows.length);
  threads.forEach((_, thread) => {
    const [beforeStart, beforeEnd] = [before.starts[thread] as number, before.starts[thread + 1] as number];
    const [afterStart, afterEnd] = [after.starts[thread] as number, after.starts[thread + 1] as number];
    const own = claims[thread];
    if (beforeStart === beforeEnd || afterStart === afterEnd || own === undefined) return;
    for (let i = afterEnd - 1; i >= afterStart; i--) queues.putFirst(ids.after[i] as number, i);
    for (let i = beforeStart; i < beforeEnd; i++) {
      const partner = queues.take(ids.before[i] as number);
      if (partner >= 0) own.addReordered(before.position[i] as number, after.position[partner] as number);
    }
    for (let i = afterStart; i < afterEnd; i++) queues.clear(ids.after[i] as number);
  });
  if (threads.length === 1) return;

  for (let i = after.rows.length - 1; i >= 0; i--) {
    const owner = claims[after.thread[i] as number];
    if (owner?.isFree("after", after.position[i] as number)) queues.putFirst(ids.after[i] as number, i);
  }
  for (let i = 0; i < before.rows.length; i++) {
    const origin = claims[before.thread[i] as number];
    if (!origin?.isFree("before", before.position[i] as number)) continue;
    const partner = queues.take(ids.before[i] as number);
    if (partner < 0) continue;
    const target = after.thread[partner] as number;
    origin.addMigrated(before.position[i] as number, target, after.position[partner] as number);
    claims[target]?.addArrival(after.position[partner] as number);
  }
}

function gapCalls(threads: readonly AlignedRows[], side: Side): GapCalls {
  const countName = side === "before" ? "beforeCount" : "afterCount";
  let count = 0;
  for (const { runs } of threads) for (const run of runs) if (run.kind === "gap") count += run[countName];
  const calls = {
    rows: new Uint32Array(count),
    thread: new Int32Array(count),
    position: new Int32Array(count),
    starts: new Int32Array(threads.length + 1),
  };
  let entry = 0;
  threads.forEach(({ rows, runs }, thread) => {
    for (const run of runs) {
      if (run.kind === "match") continue;
      for (let i = 0; i < run[countName]; i++, entry++) {
        calls.rows[entry] = rows[side][run[side] + i] as number;
        calls.thread[entry] = thread;
        calls.position[entry] = run[side] + i;
      }
    }
    calls.starts[thread + 1] = entry;
  });
  return calls;
}

/** A queue of entries for each id, as lists through one array. */
class IdQueues {
  /** By id: the first entry; -1 where the queue is empty. */
  readonly #first: Int32Array;
  /** By entry: the next one of the same id. */
  readonly #next: Int32Array;

  constructor(idCount: number, entries: number) {
    this.#first = new Int32Array(idCount).fill(-1);
    this.#next = new Int32Array(entries);
  }

  putFirst(id: number, entry: number): void {
    this.#next[entry] = this.#first[id] as number;
    this.#first[id] = entry;
  }

  /** -1 where the queue is empty. */
  take(id: number): number {
    const entry = this.#first[id] as number;
    if (entry >= 0) this.#first[id] = this.#next[entry] as number;
    return entry;
  }

  clear(id: number): void {
    this.#first[id] = -1;
  }
}
