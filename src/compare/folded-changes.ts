import { mapPair, type Pair, type Side } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
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

  /** Asked for the few folds that are shown. */
  #filesOf(fold: Fold): (string | number)[] {
    const files: Pair<Set<number>> = { before: new Set(), after: new Set() };
    const add = (side: Side, row: Row): void => {
      files[side].add(this.#sides[side].files.file[row] as number);
    };
    fold.steps.forEach((step, at) => {
      const thread = this.#threads[fold.threads[at] as number] as ComparedThread;
      const steps = stepListOf(thread.steps);
      // a fold may stand for a million of these, so nothing is made of each
      if (steps.isLone(step)) {
        const side = steps.loneSide(step);
        add(side, thread.rows[side][steps.lonePosition(step)] as Row);
        return;
      }
      const rows = changedRows(this.#threads, thread, steps.at(step) as ChangeStep);
      for (const row of rows.before) add("before", row);
      for (const row of rows.after) add("after", row);
    });
    const names = (["before", "after"] as const).flatMap((side) =>
      Array.from(files[side], (file) => fileName(this.#sides[side], file)),
    );
    return [...new Set(names.filter((name) => name !== null))];
  }

  #ranked(): Fold[] {
    const folds: Fold[] = [];
    const byKey = new Map<string, Fold>();
    const newFold = (): Fold => {
      const fold = { threads: [], steps: [], sum: new EffectSum(this.#sides), isCoarse: false };
      folds.push(fold);
      return fold;
    };
    const loneFolds = new LoneFolds(this.#sides, newFold);
    this.#threads.forEach((thread, index) => {
      const steps = stepListOf(thread.steps);
      const isWhole = thread.before === null || thread.after === null;
      const add = (fold: Fold, step: number): void => {
        fold.threads.push(index);
        fold.steps.push(step);
        if (steps.isCoarse(step)) fold.isCoarse = true;
      };
      if (!isWhole) {
        steps.forEachLone((kind, at, position) => {
          const side = kind === "removed" ? "before" : "after";
          const row = thread.rows[side][position] as Row;
          const fold = loneFolds.of(side, row);
          add(fold, at);
          fold.sum.add(side, row);
        });
      }
      for (let at = 0; at < steps.length; at++) {
        if (steps.isMatch(at) || (!isWhole && steps.isLone(at))) continue;
        const step = steps.at(at) as ChangeStep;
        const rows = changedRows(this.#threads, thread, step);
        const key = isWhole ? `thread ${index}` : this.#key(rows, step);
        const fold = byKey.get(key) ?? newFold();
        byKey.set(key, fold);
        add(fold, at);
        fold.sum.addChange(rows);
      }
    });
    const ranked = folds.map((fold) => ({ fold, effect: fold.sum.effect }));
    // Sorting keeps the order of first appearance among equals.
    ranked.sort(
      (x, y) => weightOf(y.effect) - weightOf(x.effect) || y.fold.steps.length - x.fold.steps.length,
    );
    return ranked.map(({ fold }) => fold);
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
}

/** Stands for whatever size a read asks for that finds the end of the file. */
const AT_END = 0.5;

/** The folds of calls that stand alone, by side, call, flags and size: wholly different traces have millions. */
class LoneFolds {
  readonly #sides: Pair<SideView>;
  readonly #newFold: () => Fold;
  /** By call and flags, then by size. */
  readonly #all: Pair<Map<string, Map<number, Fold>>> = { before: new Map(), after: new Map() };
  /** The same by head. */
  readonly #byHead: Pair<(Map<number, Fold> | undefined)[]>;
  readonly #givesBytes: Uint8Array;

  constructor(sides: Pair<SideView>, newFold: () => Fold) {
    this.#sides = sides;
    this.#newFold = newFold;
    this.#byHead = mapPair(sides, ({ heads }) => new Array(heads.call.length).fill(undefined));
    this.#givesBytes = Uint8Array.from(sides.before.grammar.calls, ({ result }) =>
      Number(result === "bytes"),
    );
  }

  of(side: Side, row: Row): Fold {
    const { trace, heads } = this.#sides[side];
    const { call, size: sizes, result } = trace.table;
    const head = heads.head[row] as number;
    const bySize = this.#byHead[side][head] ?? this.#sizesOf(side, head);
    const findsEnd = result[row] === 0 && this.#givesBytes[call[row] as number] === 1;
    const size = findsEnd ? AT_END : (sizes[row] as number);
    let fold = bySize.get(size);
    if (fold === undefined) {
      fold = this.#newFold();
      bySize.set(size, fold);
    }
    return fold;
  }

  #sizesOf(side: Side, head: number): Map<number, Fold> {
    const { trace, heads } = this.#sides[side];
    const key = `${heads.call[head]} ${trace.strings[heads.flags[head] as number]}`;
    const bySize = this.#all[side].get(key) ?? new Map<number, Fold>();
    this.#all[side].set(key, bySize);
    this.#byHead[side][head] = bySize;
    return bySize;
  }
}

/** Bytes weigh as such, a call as much as a page, time as one byte a microsecond: only the order of changes hangs on it. */
function weightOf({ bytes, calls, latency }: Effect): number {
  return Math.abs(bytes) + Math.abs(calls) * 4096 + Math.abs(latency ?? 0) / 1000;
}
