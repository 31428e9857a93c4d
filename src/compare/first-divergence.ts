import { NO_FILE } from "../identity/descriptor-table.ts";
import { mapPair, type Pair } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import { callRecord } from "./call-record.ts";
import type { Changes } from "./changes.ts";
import type { CallRecord, Divergence, HunkLine } from "./comparison.ts";
import { firstFrom } from "./first-from.ts";
import type { Pairing } from "./pairing.ts";
import type { SideView } from "./side-view.ts";
import type { ChangeStep } from "./step.ts";
import type { ComparedThread } from "./thread-steps.ts";

/** Calls shown before the first difference. */
const LAST_CALLS = 3;

type Found = {
  readonly thread: ComparedThread;
  readonly at: number;
  readonly step: ChangeStep;
  readonly start: number;
};

/** The change whose calls start first, with what its thread and its file saw just before; null without changes. */
export function firstDivergence(
  { sides, fileIds }: Pairing,
  threads: readonly ComparedThread[],
  changes: Changes,
): Divergence | null {
  let first: Found | null = null;
  for (const thread of threads) {
    // Matches come in one step, so the first change is the first step or the second.
    const at = thread.steps.at(0)?.kind === "match" ? 1 : 0;
    const step = thread.steps.at(at);
    if (step === undefined || step.kind === "match") continue;
    const start = startOf(sides, thread, step);
    if (first === null || start < first.start) first = { thread, at, step, start };
  }
  if (first === null) return null;
  const { thread, step, at } = first;
  const row = {
    before: thread.rows.before[step.before[0] ?? step.at.before],
    after: step.afterThread === null ? thread.rows.after[step.after[0] ?? step.at.after] : undefined,
  };
  const file = fileOf(sides, fileIds, row);
  return {
    change: changes.changeOf(thread, step),
    lastOfThread: lastMatches(sides, thread, at),
    lastOnFile:
      file === null
        ? { before: [], after: [] }
        : mapPair(sides, (side, name) => lastOn(side, fileIds[name], file, row[name])),
  };
}

/** Rows are in order of starts; of two sides of different length the shares of their lengths are compared. */
function startOf(sides: Pair<SideView>, { rows }: ComparedThread, { at }: ChangeStep): number {
  const before = rows.before[at.before] ?? Number.POSITIVE_INFINITY;
  const after = rows.after[at.after] ?? Number.POSITIVE_INFINITY;
  return Math.min(before / sides.before.trace.table.length, after / sides.after.trace.table.length);
}

function lastMatches(sides: Pair<SideView>, { rows, steps }: ComparedThread, at: number): HunkLine[] {
  const run = at === 0 ? undefined : steps.at(at - 1);
  if (run === undefined || run.kind !== "match") return [];
  const lines: HunkLine[] = [];
  for (let i = Math.max(0, run.count - LAST_CALLS); i < run.count; i++) {
    lines.push({
      kind: "match",
      before: callRecord(sides.before, rows.before[run.before + i] as Row),
      after: callRecord(sides.after, rows.after[run.after + i] as Row),
    });
  }
  return lines;
}

/** Number of the file that the change is on. */
function fileOf(
  sides: Pair<SideView>,
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

function lastOn(side: SideView, fileIds: Int32Array, file: number, until: Row | undefined): CallRecord[] {
  const records: CallRecord[] = [];
  const end = until === undefined ? side.rows.length : firstFrom(side.rows, until);
  for (let i = end - 1; i >= 0 && records.length < LAST_CALLS; i--) {
    const row = side.rows[i] as Row;
    const on = side.files.file[row] as number;
    if (on !== NO_FILE && fileIds[on] === file) records.unshift(callRecord(side, row));
  }
  return records;
}
