import { NO_FILE } from "../identity/descriptor-table.ts";
import type { Pair, Side } from "../trace/pair.ts";
import { NO_STRING, type Row } from "../trace/table.ts";
import type { Changes } from "./changes.ts";
import type { Change, Effect } from "./comparison.ts";
import { EffectSum } from "./effect-sum.ts";
import { fileName } from "./file-pairs.ts";
import type { SideView } from "./side-view.ts";
import type { ChangeStep } from "./step.ts";
import { type ComparedThread, changedRows, stepListOf } from "./thread-steps.ts";

/** Equal changes in order: indexes into the threads and into the steps of each. */
type Fold = {
  readonly threads: number[];
  readonly steps: number[];
  readonly sum: EffectSum;
  /** Files of the calls: twice the index into the files of the side, plus one for the after side. */
  readonly files: Set<number>;
  isCoarse: boolean;
};

type Located = { readonly thread: ComparedThread; readonly step: ChangeStep };

/**
 * The changes of a comparison, equal ones folded into one with a count, those of greatest effect first. Changes are
 * equal when they are of one kind and their calls agree in name, flags and size (and result, where that is what
 * differs), whatever file and place they are at: a loop that reads larger blocks is one change, not one a turn. Where
 * calls were split or merged their number counts, and their size if they all have one.
 */
export class FoldedChanges implements Iterable<Change> {
  readonly #sides: Pair<SideView>;
  readonly #threads: readonly ComparedThread[];
  readonly #changes: Changes;
  #folds: readonly Fold[] | null = null;

  constructor(sides: Pair<SideView>, threads: readonly ComparedThread[], changes: Changes) {
    this.#sides = sides;
    this.#threads = threads;
    this.#changes = changes;
  }

  *[Symbol.iterator](): Iterator<Change> {
    this.#folds ??= this.#ranked();
    for (const fold of this.#folds) {
      const first = this.#stepAt(fold, 0);
      if (first === null) continue;
      const change = this.#changes.changeOf(first.thread, first.step);
      yield fold.steps.length === 1 ? change : this.#folded(change, fold);
    }
  }

  /** Places and files are listed when they are asked for: a fold can stand for a million changes. */
  #folded(change: Change, fold: Fold): Change {
    const repeats = (): Change["repeats"] =>
      this.#stepsOf(fold)
        .slice(1)
        .map(({ thread, step }) => this.#changes.placeOf(thread, step));
    const files = (): Change["files"] => this.#filesOf(fold);
    return {
      ...change,
      count: fold.steps.length,
      get repeats() {
        return repeats();
      },
      get files() {
        return files();
      },
      effect: fold.sum.effect,
      coarse: fold.isCoarse,
    };
  }

  #stepAt({ threads, steps }: Fold, at: number): Located | null {
    const thread = this.#threads[threads[at] as number];
    const step = thread?.steps.at(steps[at] as number);
    return thread === undefined || step === undefined || step.kind === "match" ? null : { thread, step };
  }

  #stepsOf(fold: Fold): Located[] {
    return fold.steps.flatMap((_, at) => this.#stepAt(fold, at) ?? []);
  }

  #addFile({ files }: Fold, side: Side, row: Row): void {
    const file = this.#sides[side].files.file[row] as number;
    if (file !== NO_FILE) files.add(file * 2 + Number(side === "after"));
  }

  #filesOf({ files }: Fold): (string | number)[] {
    const names = Array.from(files, (number) => {
      const side = this.#sides[number % 2 === 0 ? "before" : "after"];
      return fileName(side, number >> 1);
    });
    return [...new Set(names.filter((name) => name !== null))];
  }

  #ranked(): Fold[] {
    const folds = new Map<string | number, Fold>();
    const foldOf = (key: string | number, thread: number, step: number, coarse: boolean): Fold => {
      let fold = folds.get(key);
      if (fold === undefined) {
        fold = { threads: [], steps: [], sum: new EffectSum(this.#sides), files: new Set(), isCoarse: false };
        folds.set(key, fold);
      }
      fold.threads.push(thread);
      fold.steps.push(step);
      fold.isCoarse ||= coarse;
      return fold;
    };
    this.#threads.forEach((thread, index) => {
      const steps = stepListOf(thread.steps);
      const isWhole = thread.before === null || thread.after === null;
      if (!isWhole) {
        steps.forEachLone((kind, at, position) => {
          const side = kind === "removed" ? "before" : "after";
          const row = thread.rows[side][position] as Row;
          const fold = foldOf(this.#loneKey(kind, side, row), index, at, steps.isCoarse(at));
          fold.sum.add(side, row);
          this.#addFile(fold, side, row);
        });
      }
      for (let at = 0; at < steps.length; at++) {
        if (steps.isMatch(at) || (!isWhole && steps.isLone(at))) continue;
        const step = steps.at(at) as ChangeStep;
        const rows = changedRows(this.#threads, thread, step);
        const key = isWhole ? `thread ${index}` : this.#key(rows, step);
        const fold = foldOf(key, index, at, step.coarse);
        fold.sum.addChange(rows);
        for (const row of rows.before) this.#addFile(fold, "before", row);
        for (const row of rows.after) this.#addFile(fold, "after", row);
      }
    });
    const ranked = Array.from(folds.values(), (fold) => ({ fold, effect: fold.sum.effect }));
    // Sorting keeps the order of first appearance among equals.
    ranked.sort(
      (x, y) => weightOf(y.effect) - weightOf(x.effect) || y.fold.steps.length - x.fold.steps.length,
    );
    return ranked.map(({ fold }) => fold);
  }

  /** A number where that can be: wholly different traces have millions of lone calls. */
  #loneKey(kind: "removed" | "added", side: Side, row: Row): string | number {
    const { table, strings } = this.#sides[side].trace;
    const call = (table.call[row] as number) * 2 + Number(kind === "added");
    const size = this.#findsEnd(side, row) ? LARGEST_SIZE : (table.size[row] as number);
    const flags = table.flags[row] as number;
    if (flags !== NO_STRING) return `lone ${call} ${size} ${strings[flags]}`;
    return size < 0 || size > LARGEST_SIZE ? `lone ${call} ${size}` : call * (LARGEST_SIZE + 1) + size;
  }

  #key(rows: Pair<readonly Row[]>, step: ChangeStep): string {
    return `${step.kind}${this.#calls("before", rows.before, step)} >${this.#calls("after", rows.after, step)}`;
  }

  #calls(name: Side, rows: readonly Row[], { kind }: ChangeStep): string {
    const { table, strings, errors } = this.#sides[name].trace;
    const [first] = rows;
    // Of calls that were put together differently the number counts, and the size where they all have one.
    const hasOneSize = rows.every((row) => table.size[row] === table.size[first ?? row]);
    let text = "";
    let last = "";
    let repeated = 0;
    for (const row of rows) {
      let call = ` ${table.call[row]} ${strings[table.flags[row] as number] ?? ""}`;
      if (hasOneSize) call += ` ${table.size[row]}`;
      if (kind === "result") call += ` ${table.result[row]} ${errors[table.error[row] as number]}`;
      if (call === last) {
        repeated++;
        continue;
      }
      if (repeated > 0) text += ` x${repeated}`;
      repeated = 0;
      text += call;
      last = call;
    }
    return repeated > 0 ? `${text} x${repeated}` : text;
  }

  /** A read that finds the end of the file is one whatever size it asks for. */
  #findsEnd(name: Side, row: Row): boolean {
    const { trace, grammar } = this.#sides[name];
    const spec = grammar.calls[trace.table.call[row] as number];
    return spec?.result === "bytes" && trace.table.result[row] === 0;
  }
}

/** Larger sizes have no number as key; the largest stands for reads that find the end of the file. */
const LARGEST_SIZE = 2 ** 32 - 1;

/** Bytes weigh as such, a call as much as a page, time as one byte a microsecond: only the order of changes hangs on it. */
function weightOf({ bytes, calls, latency }: Effect): number {
  return Math.abs(bytes) + Math.abs(calls) * 4096 + Math.abs(latency ?? 0) / 1000;
}
