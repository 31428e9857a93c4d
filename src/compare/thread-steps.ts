import type { Run } from "../align/run.ts";
import { NO_FILE } from "../identity/descriptor-table.ts";
import { mapPair, type Pair, type Side } from "../trace/pair.ts";
import { NONE, type Row } from "../trace/table.ts";
import type { ChangeKind } from "./comparison.ts";
import { explainGap } from "./explain-gap.ts";
import type { GapView } from "./gap-view.ts";
import type { Outcomes } from "./outcomes.ts";
import type { Pairing } from "./pairing.ts";

export type MatchStep = {
  readonly kind: "match";
  readonly before: number;
  readonly after: number;
  readonly count: number;
};

/** A change between two threads; positions count the compared calls of the thread from 0. */
export type ChangeStep = {
  readonly kind: ChangeKind;
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Where the step stands on each side, also on the side on which it has no call. */
  readonly at: Pair<number>;
  readonly coarse: boolean;
};

export type Step = MatchStep | ChangeStep;

/** Two paired threads, or one without partner, walked from start to end: every call is in exactly one step. */
export type ComparedThread = {
  /** Index into `trace.threads`; null where the thread has no partner. */
  readonly before: number | null;
  readonly after: number | null;
  readonly rows: Pair<Uint32Array>;
  readonly steps: readonly Step[];
};

export function compareThreads(pairing: Pairing, outcomes: Outcomes): readonly ComparedThread[] {
  const { sides } = pairing;
  const columns = new GapColumns(pairing);
  return pairing.threads.map((thread): ComparedThread => {
    const rows = {
      before: thread.before === null ? new Uint32Array() : sides.before.threads.group(thread.before),
      after: thread.after === null ? new Uint32Array() : sides.after.threads.group(thread.after),
    };
    const { before, after } = thread;
    if (before === null || after === null) return { before, after, rows, steps: [wholeThread(rows)] };
    const steps: Step[] = [];
    for (const run of thread.runs) {
      if (run.kind === "match") addMatches(steps, run, rows, outcomes);
      else for (const step of explainedSteps(columns.view(rows, run), run)) steps.push(step);
    }
    return { before, after, rows, steps };
  });
}

/** Calls `each` with the rows of every match, results included. */
export function forEachMatchedRow(
  threads: readonly ComparedThread[],
  each: (before: Row, after: Row) => void,
): void {
  for (const { rows, steps } of threads) {
    for (const step of steps) {
      if (step.kind !== "match") continue;
      for (let i = 0; i < step.count; i++) {
        each(rows.before[step.before + i] as Row, rows.after[step.after + i] as Row);
      }
    }
  }
}

function wholeThread(rows: Pair<Uint32Array>): ChangeStep {
  const positions = mapPair(rows, (side) => Array.from(side, (_, position) => position));
  const kind = rows.before.length > 0 ? "removed" : "added";
  return { kind, ...positions, at: { before: 0, after: 0 }, coarse: false };
}

/** The request is the same all along the run; where the result is not, the run is cut. */
function addMatches(
  steps: Step[],
  run: Run & { readonly kind: "match" },
  rows: Pair<Uint32Array>,
  outcomes: Outcomes,
): void {
  let start = 0;
  const flush = (end: number): void => {
    if (end > start) {
      steps.push({ kind: "match", before: run.before + start, after: run.after + start, count: end - start });
    }
  };
  for (let i = 0; i < run.count; i++) {
    const before = run.before + i;
    const after = run.after + i;
    if (outcomes.areSame(rows.before[before] as Row, rows.after[after] as Row)) continue;
    flush(i);
    start = i + 1;
    steps.push({ kind: "result", before: [before], after: [after], at: { before, after }, coarse: false });
  }
  flush(run.count);
}

function explainedSteps(view: GapView, run: Run & { readonly kind: "gap" }): ChangeStep[] {
  let before = run.before;
  let after = run.after;
  return Array.from(explainGap(view, run), (explained): ChangeStep => {
    const at = { before, after };
    before += explained.before.length;
    after += explained.after.length;
    return { ...explained, at, coarse: run.coarse };
  });
}

/** Columns for explaining gaps. Those by row are filled in where there are gaps only: pages never touched cost nothing. */
class GapColumns {
  readonly #pairing: Pairing;
  readonly #file: Pair<Int32Array>;
  readonly #flags: Pair<Int32Array>;

  constructor(pairing: Pairing) {
    this.#pairing = pairing;
    this.#file = mapPair(pairing.sides, ({ trace }) => new Int32Array(trace.table.length));
    this.#flags = mapPair(pairing.sides, ({ trace }) => new Int32Array(trace.table.length));
  }

  view(rows: Pair<Uint32Array>, run: Run & { readonly kind: "gap" }): GapView {
    this.#fill("before", rows.before.subarray(run.before, run.before + run.beforeCount));
    this.#fill("after", rows.after.subarray(run.after, run.after + run.afterCount));
    return mapPair(rows, (side, name) => ({
      rows: side,
      call: this.#pairing.sides[name].trace.table.call,
      file: this.#file[name],
      flags: this.#flags[name],
      offset: this.#pairing.keys[name].offset,
      size: this.#pairing.keys[name].size,
    }));
  }

  #fill(name: Side, rows: Uint32Array): void {
    const { trace, files } = this.#pairing.sides[name];
    const { fileIds, flagIds } = this.#pairing;
    for (const row of rows) {
      const file = files.file[row] as number;
      const flags = trace.table.flags[row] as number;
      this.#file[name][row] = file === NO_FILE ? NO_FILE : (fileIds[name][file] as number);
      this.#flags[name][row] = flags === NONE ? NONE : (flagIds[name][flags] as number);
    }
  }
}
