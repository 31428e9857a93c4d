import { NO_FILE } from "../identity/descriptor-table.ts";
import { type FilePairing, isBareDescriptor } from "../identity/pair-files.ts";
import { mapPair, type Pair } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import type { TraceView } from "../view/trace-view.ts";

/**
 * Walks both traces call by call in order of starts, and pairs bare descriptors as they meet. If that succeeds to the
 * end with one partner for every thread and every file, the traces are equal in total order, and this is the renaming
 * that shows it; the contents of threads alone may not show it if several do the same.
 * @param named the pairing of all other files, left as it is
 * @returns null if the calls, or the pairs, contradict
 */
export function pairInLockstep(sides: Pair<TraceView>, named: FilePairing): FilePairing | null {
  const { before, after } = sides;
  if (before.rows.length !== after.rows.length) return null;
  const files = named.without(new Set());
  const threads = mapPair(sides, ({ trace }) => new Int32Array(trace.threads.length).fill(-1));
  const tables = mapPair(sides, ({ trace }) => trace.table);
  for (let i = 0; i < before.rows.length; i++) {
    const one = before.rows[i] as Row;
    const other = after.rows[i] as Row;
    if (tables.before.call[one] !== tables.after.call[other]) return null;
    if (tables.before.offset[one] !== tables.after.offset[other]) return null;
    if (tables.before.size[one] !== tables.after.size[other]) return null;
    const thread = tables.before.thread[one] as number;
    const partner = tables.after.thread[other] as number;
    if (threads.before[thread] === -1 && threads.after[partner] === -1) {
      threads.before[thread] = partner;
      threads.after[partner] = thread;
    } else if (threads.before[thread] !== partner) {
      return null;
    }
    const file = before.files.file[one] as number;
    const met = after.files.file[other] as number;
    if (file === NO_FILE || met === NO_FILE) {
      if (file !== met) return null;
    } else if (files.after(file) !== met) {
      const areBare = isBareDescriptor(before.files.files[file]) && isBareDescriptor(after.files.files[met]);
      if (!areBare || !files.isFree("before", file) || !files.isFree("after", met)) return null;
      files.pair(file, met, "descriptor");
    }
  }
  return files;
}
