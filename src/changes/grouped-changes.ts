import { fileName } from "../pairing/file-pairs.ts";
import type { Change, Effect } from "../result/comparison.ts";
import { mapPair, type Pair } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import type { TraceView } from "../view/trace-view.ts";
import type { Changes } from "./changes.ts";
import { type ChangeGroup, groupSteps } from "./group-steps.ts";
import type { ChangeStep } from "./step.ts";
import type { StepList } from "./step-list.ts";
import { type ComparedThread, changedRows, stepListOf } from "./thread-steps.ts";

type Located = { readonly thread: ComparedThread; readonly step: ChangeStep };

/**
 * The changes of a comparison, equal ones grouped into one with a count, largest effect first. Changes are
 * equal when they are of one kind and their calls agree in name, flags and size (and result, where that is what
 * differs), whatever their file and place: a loop that reads larger blocks is one change, not one per iteration. If
 * calls were split or merged, their number counts, and their size if they all have the same.
 */
export class GroupedChanges implements Iterable<Change> {
  readonly #sides: Pair<TraceView>;
  readonly #threads: readonly ComparedThread[];
  readonly #changed: Pair<Uint32Array>;
  readonly #changes: Changes;
  #groups: readonly ChangeGroup[] | null = null;

  /** @param changed see rowsOfChanges */
  constructor(
    sides: Pair<TraceView>,
    threads: readonly ComparedThread[],
    changed: Pair<Uint32Array>,
    changes: Changes,
  ) {
    this.#sides = sides;
    this.#threads = threads;
    this.#changed = changed;
    this.#changes = changes;
  }

  *[Symbol.iterator](): Iterator<Change> {
    this.#groups ??= this.#ranked();
    for (const group of this.#groups) {
      const first = this.#stepAt(group, 0);
      if (first === null) continue;
      const change = this.#changes.changeOf(first.thread, first.step);
      yield group.steps.length === 1 ? change : this.#grouped(change, group);
    }
  }

  /** Places and files are listed on demand: a group can represent a million changes. */
  #grouped(change: Change, group: ChangeGroup): Change {
    const repeats = (): Change["repeats"] =>
      this.#stepsOf(group)
        .slice(1)
        .map(({ thread, step }) => this.#changes.placeOf(thread, step));
    const files = (): Change["files"] => this.#filesOf(group);
    return {
      ...change,
      count: group.steps.length,
      get repeats() {
        return repeats();
      },
      get files() {
        return files();
      },
      effect: group.effect,
      coarse: group.isCoarse,
    };
  }

  #stepAt({ threads, steps }: ChangeGroup, at: number): Located | null {
    const thread = this.#threads[threads[at] as number];
    const step = thread?.steps.at(steps[at] as number);
    return thread === undefined || step === undefined || step.kind === "match" ? null : { thread, step };
  }

  #stepsOf(group: ChangeGroup): Located[] {
    return Array.from(group.steps).flatMap((_, at) => this.#stepAt(group, at) ?? []);
  }

  /** Called for the few groups that are shown. */
  #filesOf(group: ChangeGroup): (string | number)[] {
    // twice the index into the files of a side, and one for the after side; in order of appearance
    const files = new Set<number>();
    let last = Number.NaN;
    const { before, after } = mapPair(this.#sides, (side) => side.files.file);
    const add = (isBefore: boolean, row: Row): void => {
      const file = isBefore ? (before[row] as number) * 2 : (after[row] as number) * 2 + 1;
      if (file !== last) files.add(file);
      last = file;
    };
    const lists = this.#threads.map(({ steps }) => stepListOf(steps));
    // a group may stand for a million steps, most of one call, so nothing is made of each
    for (let at = 0; at < group.steps.length; at++) {
      const index = group.threads[at] as number;
      const step = group.steps[at] as number;
      const thread = this.#threads[index] as ComparedThread;
      const steps = lists[index] as StepList;
      if (steps.isSingleCall(step)) {
        const isBefore = steps.singleCallSide(step) === "before";
        // a property by name costs less than one by a variable
        const rows = isBefore ? thread.rows.before : thread.rows.after;
        add(isBefore, rows[steps.singleCallPosition(step)] as Row);
        continue;
      }
      const rows = changedRows(this.#threads, thread, steps.at(step) as ChangeStep);
      for (const row of rows.before) add(true, row);
      for (const row of rows.after) add(false, row);
    }
    const names = Array.from(files, (number) => {
      const side = (number & 1) === 0 ? "before" : "after";
      return fileName(this.#sides[side], number >> 1);
    });
    return [...new Set(names.filter((name) => name !== null))];
  }

  #ranked(): readonly ChangeGroup[] {
    // Sorting keeps the order of first appearance among equals.
    return groupSteps(this.#sides, this.#threads, this.#changed).toSorted(
      (x, y) => weightOf(y.effect) - weightOf(x.effect) || y.steps.length - x.steps.length,
    );
  }
}

/** A call weighs as much as a page of bytes, a microsecond as a byte: only the order of changes depends on it. */
function weightOf({ bytes, calls, latency }: Effect): number {
  return Math.abs(Number(bytes)) + Math.abs(calls) * 4096 + Math.abs(Number(latency ?? 0)) / 1000;
}
