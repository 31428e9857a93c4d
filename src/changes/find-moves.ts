import type { CallSequence } from "../align/call-sequence.ts";
import { type CommonCalls, findCommonCalls } from "../align/common-calls.ts";
import type { Stretch } from "../align/stretch.ts";
import type { Pair, Side } from "../trace/pair.ts";
import type { ExplainedCalls } from "./explained-calls.ts";

// Casts in this file: entries are below the number of calls in gaps, ids below the number of ids.

/** A pair of threads that were aligned. */
export type AlignedRows = {
  readonly rows: Pair<Uint32Array>;
  readonly stretches: readonly Stretch[];
  /** By position: hashes of the calls, as in CallSequence; absent if there are none. */
  readonly hashes?: Pair<Int32Array>;
};

/** Calls in gaps, thread after thread, by entry. */
type GapCalls = {
  readonly rows: Uint32Array;
  /** Null if any pair of threads has none. */
  readonly hash: Int32Array | null;
  readonly thread: Int32Array;
  readonly position: Int32Array;
};

/**
 * Explains requests that were removed at one place and added at another: first within a pair of threads (`reordered`),
 * then between pairs (`migrated`). Among equal requests, the first removed one goes with the first added one. What
 * stays unexplained is then the true difference of the two multisets of requests.
 *
 * @param keys the columns by which the threads were aligned
 * @param explained by pair of threads, in the order of `threads`
 */
export function findMoves(
  threads: readonly AlignedRows[],
  keys: Pair<Omit<CallSequence, "rows" | "hash">>,
  explained: readonly ExplainedCalls[],
): void {
  const gaps = { before: gapCalls(threads, "before"), after: gapCalls(threads, "after") };
  // Most calls in gaps are on one side only and cannot have moved.
  const common = findCommonCalls(sequenceOf(gaps.before, keys.before), sequenceOf(gaps.after, keys.after), {
    before: 0,
    beforeEnd: gaps.before.rows.length,
    after: 0,
    afterEnd: gaps.after.rows.length,
  });
  const before = pick(gaps.before, common.before);
  const after = pick(gaps.after, common.after);

  const queues = new IdQueues(common.idCount, after.ids.length);
  let afterStart = 0;
  let beforeStart = 0;
  explained.forEach((own, thread) => {
    let afterEnd = afterStart;
    while (after.thread[afterEnd] === thread) afterEnd++;
    for (let i = afterEnd - 1; i >= afterStart; i--) queues.putFirst(after.ids[i] as number, i);
    for (; before.thread[beforeStart] === thread; beforeStart++) {
      const partner = queues.take(before.ids[beforeStart] as number);
      if (partner < 0) continue;
      own.addReordered(before.position[beforeStart] as number, after.position[partner] as number);
    }
    for (let i = afterStart; i < afterEnd; i++) queues.clear(after.ids[i] as number);
    afterStart = afterEnd;
  });
  if (threads.length === 1) return;

  for (let i = after.ids.length - 1; i >= 0; i--) {
    const owner = explained[after.thread[i] as number];
    if (owner?.isFree("after", after.position[i] as number)) queues.putFirst(after.ids[i] as number, i);
  }
  for (let i = 0; i < before.ids.length; i++) {
    const origin = explained[before.thread[i] as number];
    if (!origin?.isFree("before", before.position[i] as number)) continue;
    const partner = queues.take(before.ids[i] as number);
    if (partner < 0) continue;
    const target = after.thread[partner] as number;
    origin.addMigrated(before.position[i] as number, target, after.position[partner] as number);
    explained[target]?.addArrival(after.position[partner] as number);
  }
}

function sequenceOf({ rows, hash }: GapCalls, keys: Omit<CallSequence, "rows" | "hash">): CallSequence {
  return hash === null ? { ...keys, rows } : { ...keys, rows, hash };
}

function gapCalls(threads: readonly AlignedRows[], side: Side): GapCalls {
  const countName = side === "before" ? "beforeCount" : "afterCount";
  let count = 0;
  for (const { stretches } of threads)
    for (const stretch of stretches) if (stretch.kind === "gap") count += stretch[countName];
  const isHashed = threads.every(({ hashes }) => hashes !== undefined);
  const calls = {
    rows: new Uint32Array(count),
    hash: isHashed ? new Int32Array(count) : null,
    thread: new Int32Array(count),
    position: new Int32Array(count),
  };
  let entry = 0;
  threads.forEach(({ rows, stretches, hashes }, thread) => {
    const own = rows[side];
    const ownHashes = hashes?.[side];
    for (const stretch of stretches) {
      if (stretch.kind === "match") continue;
      const end = stretch[side] + stretch[countName];
      for (let position = stretch[side]; position < end; position++, entry++) {
        calls.rows[entry] = own[position] as number;
        calls.thread[entry] = thread;
        calls.position[entry] = position;
        if (calls.hash !== null && ownHashes !== undefined) calls.hash[entry] = ownHashes[position] as number;
      }
    }
  });
  return calls;
}

type PickedCalls = Pick<GapCalls, "thread" | "position"> & { readonly ids: Int32Array };

function pick({ thread, position }: GapCalls, { ids, positions }: CommonCalls["before"]): PickedCalls {
  return {
    ids,
    thread: Int32Array.from(positions, (entry) => thread[entry] as number),
    position: Int32Array.from(positions, (entry) => position[entry] as number),
  };
}

/** A queue of entries for each id, as linked lists in one array. */
class IdQueues {
  /** By id: the first entry; -1 if the queue is empty. */
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

  /** -1 if the queue is empty. */
  take(id: number): number {
    const entry = this.#first[id] as number;
    if (entry >= 0) this.#first[id] = this.#next[entry] as number;
    return entry;
  }

  clear(id: number): void {
    this.#first[id] = -1;
  }
}
