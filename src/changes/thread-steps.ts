import type { Stretch } from "../align/stretch.ts";
import { firstFrom } from "../columns/first-from.ts";
import { NO_FILE } from "../identity/descriptor-table.ts";
import type { Pairing } from "../pairing/pairing.ts";
import { CHANGE_KINDS, type ChangeKind } from "../result/comparison.ts";
import { mapPair, type Pair, type Side } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import type { RowGroups } from "../view/row-groups.ts";
import type { TraceView } from "../view/trace-view.ts";
import { transferRoles } from "../view/transfers.ts";
import { explainGap } from "./explain-gap.ts";
import { ExplainedCalls } from "./explained-calls.ts";
import { type AlignedRows, findMoves } from "./find-moves.ts";
import { findRegroupings } from "./find-regroupings.ts";
import type { TransferView } from "./gap-transfers.ts";
import type { GapView } from "./gap-view.ts";
import type { ChangeStep, Steps } from "./step.ts";
import { StepList } from "./step-list.ts";

/** Two paired threads, or one without a partner, walked from start to end: every call is in exactly one step. */
export type ComparedThread = {
  /** Index into `trace.threads`; null if the thread has no partner. */
  readonly before: number | null;
  readonly after: number | null;
  readonly rows: Pair<Uint32Array>;
  readonly steps: Steps;
};

/** @param differing see MatchedRows */
export function compareThreads(pairing: Pairing, differing: RowGroups): readonly ComparedThread[] {
  const { sides } = pairing;
  const rows = pairing.threads.map(
    ({ before, after }): Pair<Uint32Array> => ({
      before: before === null ? new Uint32Array() : sides.before.threads.group(before),
      after: after === null ? new Uint32Array() : sides.after.threads.group(after),
    }),
  );
  const aligned = pairing.threads.map((thread, index): AlignedRows => {
    const own = rows[index] as Pair<Uint32Array>;
    if (thread.before === null || thread.after === null)
      return { rows: own, stretches: [], hashes: NO_HASHES };
    const { before, after, stretches } = thread;
    if (pairing.hashes === null) return { rows: own, stretches };
    const hashes = {
      before: hashesOf(sides.before, pairing.hashes.before, before),
      after: hashesOf(sides.after, pairing.hashes.after, after),
    };
    return { rows: own, stretches, hashes };
  });
  const columns = new GapColumns(pairing);
  const explained = explainAcrossGaps(pairing, aligned, columns);
  return pairing.threads.map(({ before, after }, index): ComparedThread => {
    const { rows, stretches } = aligned[index] as AlignedRows;
    if (before === null || after === null) return { before, after, rows, steps: [wholeThread(rows)] };
    const view = columns.view(rows);
    const steps = new StepList();
    const results = positionsOf(differing.group(before), rows.before);
    for (const stretch of stretches) {
      if (stretch.kind === "match") {
        addMatches(steps, stretch, results);
        continue;
      }
      const { coarse } = stretch;
      explainGap(view, stretch, explained[index] as ExplainedCalls, {
        onSingleCall: (kind, before, after) => steps.pushChange(kind, before, after, coarse),
        onPair: (kind, before, after) => steps.pushChange(kind, before, after, coarse),
        onExplanation: (explanation, before, after) =>
          steps.push({ ...explanation, at: { before, after }, coarse }),
      });
    }
    return { before, after, rows, steps };
  });
}

/** A thread without a partner has no gaps. */
const NO_HASHES: Pair<Int32Array> = { before: new Int32Array(), after: new Int32Array() };

function hashesOf({ threads }: TraceView, hashes: Int32Array, thread: number): Int32Array {
  return hashes.subarray(threads.starts[thread], threads.starts[thread + 1]);
}

/** Joins calls of different gaps that belong together, by pair of threads. */
function explainAcrossGaps(
  pairing: Pairing,
  aligned: readonly AlignedRows[],
  columns: GapColumns,
): readonly ExplainedCalls[] {
  const explained = aligned.map(({ rows }) => new ExplainedCalls(rows.before.length, rows.after.length));
  findMoves(aligned, pairing.keys, explained);
  const view: TransferView = {
    roles: transferRoles(pairing.sides.before.grammar),
    columns: mapPair(pairing.sides, ({ trace: { table }, files: { positions } }) => ({
      offset: table.offset,
      positions,
      result: table.result,
    })),
  };
  aligned.forEach(({ rows, stretches }, index) => {
    const gaps = stretches.filter((stretch) => stretch.kind === "gap");
    for (const gap of gaps) columns.fill(rows, gap);
    if (gaps.length > 0)
      findRegroupings(columns.view(rows), stretches, view, explained[index] as ExplainedCalls);
  });
  return explained;
}

/** The rows of a change on both sides. */
export function changedRows(
  threads: readonly ComparedThread[],
  thread: ComparedThread,
  step: ChangeStep,
): Pair<readonly Row[]> {
  const afterThread = step.afterThread === null ? thread : (threads[step.afterThread] as ComparedThread);
  return {
    before: step.before.map((position) => thread.rows.before[position] as Row),
    after: step.after.map((position) => afterThread.rows.after[position] as Row),
  };
}

/** The steps as columns. */
export function stepListOf(steps: Steps): StepList {
  if (steps instanceof StepList) return steps;
  const list = new StepList();
  for (const step of steps) list.push(step);
  return list;
}

/**
 * Calls `each` with every stretch of matches, results included: the rows of its pair of threads, where it starts among
 * them on either side, and its length. A stretch and not a match, since there are millions of those.
 */
export function forEachMatchedStretch(
  threads: readonly ComparedThread[],
  each: (rows: Pair<Uint32Array>, before: number, after: number, count: number) => void,
): void {
  for (const { rows, steps } of threads) {
    stepListOf(steps).forEachMatch((before, after, count) => each(rows, before, after, count));
  }
}

/** The same, match by match. */
export function forEachMatch(
  threads: readonly ComparedThread[],
  each: (before: Row, after: Row) => void,
): void {
  forEachMatchedStretch(threads, ({ before, after }, beforeStart, afterStart, count) => {
    for (let i = 0; i < count; i++) each(before[beforeStart + i] as Row, after[afterStart + i] as Row);
  });
}

/** How many changes of each kind there are; kinds without changes are left out. */
export function countChanges(threads: readonly ComparedThread[]): Partial<Record<ChangeKind, number>> {
  const counts: Partial<Record<ChangeKind, number>> = {};
  for (const { steps } of threads) {
    stepListOf(steps)
      .countChanges()
      .forEach((count, index) => {
        const kind = CHANGE_KINDS[index] as ChangeKind;
        if (count > 0) counts[kind] = (counts[kind] ?? 0) + count;
      });
  }
  return counts;
}

function wholeThread(rows: Pair<Uint32Array>): ChangeStep {
  const positions = mapPair(rows, (side) => Array.from(side, (_, position) => position));
  const kind = rows.before.length > 0 ? "removed" : "added";
  return { kind, ...positions, afterThread: null, at: { before: 0, after: 0 }, coarse: false };
}

/** The positions of rows among others, which ascend. */
function positionsOf(rows: Uint32Array, among: Uint32Array): Uint32Array {
  return rows.map((row) => firstFrom(among, row));
}

/**
 * The request is the same throughout the stretch; where the result is not, the stretch is split.
 * @param results positions of before with another result, ascending
 */
function addMatches(
  steps: StepList,
  stretch: Stretch & { readonly kind: "match" },
  results: Uint32Array,
): void {
  let done = 0;
  for (let next = firstFrom(results, stretch.before); next < results.length; next++) {
    const i = (results[next] as number) - stretch.before;
    if (i >= stretch.count) break;
    if (i > done) steps.pushMatch(stretch.before + done, stretch.after + done, i - done);
    steps.pushChange("result", stretch.before + i, stretch.after + i, false);
    done = i + 1;
  }
  if (stretch.count > done)
    steps.pushMatch(stretch.before + done, stretch.after + done, stretch.count - done);
}

/** Columns for explaining gaps. Those by row are filled in only where there are gaps: untouched pages cost nothing. */
class GapColumns {
  readonly #pairing: Pairing;
  readonly #call: Pair<Uint16Array>;
  readonly #file: Pair<Int32Array>;
  readonly #flags: Pair<Int32Array>;

  constructor(pairing: Pairing) {
    this.#pairing = pairing;
    this.#call = mapPair(pairing.sides, ({ trace }) => new Uint16Array(trace.table.length));
    this.#file = mapPair(pairing.sides, ({ trace }) => new Int32Array(trace.table.length));
    this.#flags = mapPair(pairing.sides, ({ trace }) => new Int32Array(trace.table.length));
  }

  fill(rows: Pair<Uint32Array>, gap: Stretch & { readonly kind: "gap" }): void {
    this.#fill("before", rows.before, gap.before, gap.beforeCount);
    this.#fill("after", rows.after, gap.after, gap.afterCount);
  }

  /** Of the gaps that were filled in. */
  view(rows: Pair<Uint32Array>): GapView {
    return mapPair(rows, (side, name) => ({
      rows: side,
      call: this.#call[name],
      file: this.#file[name],
      flags: this.#flags[name],
      offset: this.#pairing.keys[name].offset,
      size: this.#pairing.keys[name].size,
    }));
  }

  #fill(name: Side, rows: Uint32Array, start: number, count: number): void {
    const { files, operations } = this.#pairing.sides[name];
    const fileIds = this.#pairing.fileIds[name];
    const requests = this.#pairing.requests[name];
    const callOfRow = this.#call[name];
    const fileOfRow = this.#file[name];
    const flagsOfRow = this.#flags[name];
    for (let at = start; at < start + count; at++) {
      const row = rows[at] as Row;
      const file = files.file[row] as number;
      const operation = operations.operation[row] as number;
      callOfRow[row] = requests.call[operation] as number;
      fileOfRow[row] = file === NO_FILE ? NO_FILE : (fileIds[file] as number);
      flagsOfRow[row] = requests.flags[operation] as number;
    }
  }
}
