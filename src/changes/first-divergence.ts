import { firstFrom } from "../columns/first-from.ts";
import { NO_FILE } from "../identity/descriptor-table.ts";
import type { Pairing } from "../pairing/pairing.ts";
import type { CallRecord } from "../result/call-record.ts";
import type { Divergence, HunkLine } from "../result/comparison.ts";
import { mapPair, type Pair, type Side } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import { callRecord } from "../view/record-of-row.ts";
import type { TraceView } from "../view/trace-view.ts";
import type { Changes } from "./changes.ts";
import type { ChangeStep } from "./step.ts";
import { type ComparedThread, changedRows } from "./thread-steps.ts";

/** Calls shown before the first difference. */
const LAST_CALLS = 3;

/** A changed call: the side that it is on and its row. */
type ChangedCall = { readonly side: Side; readonly row: Row };

type Found = { readonly thread: ComparedThread; readonly step: ChangeStep };

/**
 * The change whose calls start first, with what its thread and its file saw just before; null without changes. All
 * compared calls before the first changed one of a side match, so their number says which side has it first.
 * @param changed see rowsOfChanges
 */
export function firstDivergence(
  { sides, fileIds }: Pairing,
  threads: readonly ComparedThread[],
  changed: Pair<Uint32Array>,
  changes: Changes,
): Divergence | null {
  const call = firstChangedCall(sides, changed);
  const found = call === null ? null : changeWith(call, sides, threads);
  if (call === null || found === null) return null;
  const { thread, step } = found;
  const rows = changedRows(threads, thread, step);
  const row = {
    before: rows.before[0] ?? thread.rows.before[step.at.before],
    after: rows.after[0] ?? thread.rows.after[step.at.after],
  };
  const file = fileOf(sides, fileIds, row);
  return {
    change: changes.changeOf(thread, step),
    lastOfThread: lastMatches(sides, thread, call),
    lastOnFile:
      file === null
        ? { before: [], after: [] }
        : mapPair(sides, (side, name) => lastOn(side, fileIds[name], file, row[name])),
  };
}

function firstChangedCall(sides: Pair<TraceView>, changed: Pair<Uint32Array>): ChangedCall | null {
  const [before] = changed.before;
  const [after] = changed.after;
  if (before === undefined) return after === undefined ? null : { side: "after", row: after };
  if (after === undefined) return { side: "before", row: before };
  const isAfterFirst = firstFrom(sides.after.rows, after) < firstFrom(sides.before.rows, before);
  return isAfterFirst ? { side: "after", row: after } : { side: "before", row: before };
}

/** The change that a call is in. */
function changeWith(
  { side, row }: ChangedCall,
  sides: Pair<TraceView>,
  threads: readonly ComparedThread[],
): Found | null {
  const owner = threads.findIndex((thread) => thread[side] === sides[side].trace.table.thread[row]);
  const position = positionOf(row, threads[owner]?.rows[side]);
  const search = (thread: ComparedThread | undefined, holds: (step: ChangeStep) => boolean): Found | null => {
    if (thread === undefined) return null;
    for (const step of thread.steps) if (step.kind !== "match" && holds(step)) return { thread, step };
    return null;
  };
  const own = search(
    threads[owner],
    (step) => step[side].includes(position) && (side === "before" || step.afterThread === null),
  );
  if (own !== null || side === "before") return own;
  // The call came from another thread, whose change it is.
  for (const thread of threads) {
    const found = search(thread, (step) => step.afterThread === owner && step.after.includes(position));
    if (found !== null) return found;
  }
  return null;
}

/** The last calls that match before this one in the thread of its change. */
function lastMatches(sides: Pair<TraceView>, { rows, steps }: ComparedThread, call: ChangedCall): HunkLine[] {
  const { side, row } = call;
  // If the call moved here from another thread, this is its place by start.
  const end = firstFrom(rows[side], row);
  const last: { readonly before: number; readonly after: number }[] = [];
  for (const step of steps) {
    if (step.kind !== "match") continue;
    if (step[side] >= end) break;
    const count = Math.min(step.count, end - step[side]);
    for (let i = Math.max(0, count - LAST_CALLS); i < count; i++) {
      last.push({ before: step.before + i, after: step.after + i });
    }
    last.splice(0, Math.max(0, last.length - LAST_CALLS));
  }
  return last.map(({ before, after }) => ({
    kind: "match",
    before: callRecord(sides.before, rows.before[before] as Row),
    after: callRecord(sides.after, rows.after[after] as Row),
  }));
}

/** -1 if the thread does not have the row. */
function positionOf(row: Row, rows: Uint32Array | undefined): number {
  if (rows === undefined) return -1;
  const position = firstFrom(rows, row);
  return rows[position] === row ? position : -1;
}

/** Number of the file that the change is on. */
function fileOf(
  sides: Pair<TraceView>,
  fileIds: Pair<Int32Array>,
  rows: Pair<Row | undefined>,
): number | null {
  for (const name of ["before", "after"] as const) {
    const row = rows[name];
    const file = row === undefined ? NO_FILE : (sides[name].files.file[row] as number);
    if (file !== NO_FILE) return fileIds[name][file] as number;
  }
  return null;
}

function lastOn(side: TraceView, fileIds: Int32Array, file: number, until: Row | undefined): CallRecord[] {
  const records: CallRecord[] = [];
  const end = until === undefined ? side.rows.length : firstFrom(side.rows, until);
  for (let i = end - 1; i >= 0 && records.length < LAST_CALLS; i--) {
    const row = side.rows[i] as Row;
    const on = side.files.file[row] as number;
    if (on !== NO_FILE && fileIds[on] === file) records.unshift(callRecord(side, row));
  }
  return records;
}
