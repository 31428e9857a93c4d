import type { CallSequence } from "../align/call-sequence.ts";
import { intern } from "../align/intern.ts";
import { sameMultiset } from "../align/same-multiset.ts";
import { NO_FILE } from "../identity/descriptor-table.ts";
import type { KeyColumns } from "../pairing/aligned-threads.ts";
import type { Outcomes } from "../pairing/outcomes.ts";
import type { Pairing } from "../pairing/pairing.ts";
import { ORDERS, type Order } from "../result/comparison.ts";
import { mapPair, type Pair } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import { groupRows } from "../view/row-groups.ts";
import type { TraceView } from "../view/trace-view.ts";
import type { AlignedSides } from "./aligned-sides.ts";

/** The levels that hold where one does. */
export const IMPLIED_ORDERS: Readonly<Record<Order, readonly Order[]>> = {
  total: ORDERS,
  thread: ["thread", "stream", "set"],
  file: ["file", "set"],
  stream: ["stream", "set"],
  set: ["set"],
};

/**
 * Which levels of order hold under a pairing. A level is tested by its own definition; what another level implies is
 * not computed again. Calls that match on both sides cancel out if order does not count.
 */
export function heldOrders({
  pairing,
  outcomes,
  changed,
}: Pick<AlignedSides, "pairing" | "outcomes" | "changed">): Record<Order, boolean> {
  const { sides } = pairing;
  if (!sameSet(changed, pairing.keys, outcomes)) {
    return { total: false, thread: false, file: false, stream: false, set: false };
  }
  const threadHolds = changed.before.length === 0;
  // Without the order between threads, levels that depend on it cannot be known to hold.
  const isOrdered = hasKnownOrder(sides.before) && hasKnownOrder(sides.after);
  const isSame = new CallEquality(pairing.keys, outcomes);
  const threadIds = numberThreads(pairing);
  const total = isOrdered && threadHolds && threadsInterleaveAlike(sides, threadIds, isSame);
  const { groups: byFile, count: files } = numberFiles(pairing);
  const file = total || (isOrdered && sameInGroups(sides, byFile, files, isSame));
  const stream = threadHolds || sameInGroups(sides, ...streams(sides, byFile, threadIds), isSame);
  return { total, thread: threadHolds, file, stream, set: true };
}

/** Whether it is known how the threads with compared calls interleaved. */
export function hasKnownOrder({ trace, threads }: TraceView): boolean {
  if (trace.threadOrder !== "unknown") return true;
  return trace.threads.filter((_, thread) => threads.size(thread) > 0).length < 2;
}

class CallEquality {
  readonly #keys: Pair<KeyColumns>;
  readonly #outcomes: Outcomes;

  constructor(keys: Pair<KeyColumns>, outcomes: Outcomes) {
    this.#keys = keys;
    this.#outcomes = outcomes;
  }

  test(before: Row, after: Row): boolean {
    const one = this.#keys.before;
    const other = this.#keys.after;
    return (
      one.operation[before] === other.operation[after] &&
      one.offset[before] === other.offset[after] &&
      one.size[before] === other.size[after] &&
      this.#outcomes.areSame(before, after)
    );
  }
}

/** Per side, from an index into `trace.threads` to a number that paired threads share. */
function numberThreads({ sides, threads }: Pairing): Pair<Int32Array> {
  const ids = mapPair(sides, ({ trace }) => new Int32Array(trace.threads.length).fill(-1));
  threads.forEach(({ before, after }, id) => {
    if (before !== null) ids.before[before] = id;
    if (after !== null) ids.after[after] = id;
  });
  return ids;
}

function threadsInterleaveAlike(
  sides: Pair<TraceView>,
  threadIds: Pair<Int32Array>,
  isSame: CallEquality,
): boolean {
  const { before, after } = sides;
  for (let i = 0; i < before.rows.length; i++) {
    const one = before.rows[i] as Row;
    const other = after.rows[i] as Row;
    const thread = threadIds.before[before.trace.table.thread[one] as number];
    if (thread !== threadIds.after[after.trace.table.thread[other] as number]) return false;
    if (!isSame.test(one, other)) return false;
  }
  return true;
}

/** The compared calls by file, paired files as one; calls on no file are a group too. */
export function numberFiles({ sides, fileIds }: Pairing): {
  readonly groups: Pair<Int32Array>;
  readonly count: number;
} {
  return {
    groups: mapPair(sides, (side, name) => fileOfRow(side, fileIds[name])),
    count: sides.before.files.files.length + sides.after.files.files.length + 2,
  };
}

/** Number of the file of each row, from 1; calls on no file have 0. */
function fileOfRow({ files, rows }: TraceView, fileIds: Int32Array): Int32Array {
  const numbers = new Int32Array(files.file.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as Row;
    const file = files.file[row] as number;
    numbers[row] = file === NO_FILE ? 0 : (fileIds[file] as number) + 1;
  }
  return numbers;
}

/** Numbers the pairs of thread and file that occur, in order of appearance. */
function streams(
  sides: Pair<TraceView>,
  byFile: Pair<Int32Array>,
  threadIds: Pair<Int32Array>,
): [groups: Pair<Int32Array>, count: number] {
  const numbers = new Map<number, number>();
  const groups = mapPair(sides, ({ rows, trace }, name) => {
    const group = new Int32Array(trace.table.length);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as Row;
      const thread = threadIds[name][trace.table.thread[row] as number] as number;
      const key = thread * 0x1_0000_0000 + (byFile[name][row] as number);
      const known = numbers.get(key);
      group[row] = known ?? numbers.size;
      if (known === undefined) numbers.set(key, numbers.size);
    }
    return group;
  });
  return [groups, numbers.size];
}

function sameInGroups(
  sides: Pair<TraceView>,
  groups: Pair<Int32Array>,
  count: number,
  isSame: CallEquality,
): boolean {
  const before = groupRows(sides.before.rows, groups.before, count);
  const after = groupRows(sides.after.rows, groups.after, count);
  for (let group = 0; group <= count; group++) {
    if (before.starts[group] !== after.starts[group]) return false;
  }
  for (let i = 0; i < before.rows.length; i++) {
    if (!isSame.test(before.rows[i] as Row, after.rows[i] as Row)) return false;
  }
  return true;
}

function sameSet(rows: Pair<Uint32Array>, keys: Pair<KeyColumns>, outcomes: Outcomes): boolean {
  if (rows.before.length !== rows.after.length) return false;
  const sequences = mapPair(rows, (side, name): CallSequence => ({ ...keys[name], rows: side }));
  const requests = intern(sequences.before, sequences.after);
  const withOutcome = mapPair(rows, (side, name): CallSequence => {
    const { result, error } = outcomes.columns(name, side);
    return { rows: side.map((_, at) => at), operation: requests[name], offset: result, size: error };
  });
  return sameMultiset(withOutcome.before, withOutcome.after);
}
