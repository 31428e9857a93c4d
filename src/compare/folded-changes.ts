import type { Pair } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import type { Changes } from "./changes.ts";
import type { Change, Effect } from "./comparison.ts";
import { EffectSum } from "./effect-sum.ts";
import type { SideView } from "./side-view.ts";
import { type ChangeStep, type ComparedThread, changedRows, forEachChange } from "./thread-steps.ts";

/** Equal changes: the steps in order, the first one at the front. */
type Fold = { readonly steps: { thread: ComparedThread; step: ChangeStep }[]; readonly sum: EffectSum };

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
    for (const { steps, sum } of this.#folds) {
      const [first, ...others] = steps;
      if (first === undefined) continue;
      const change = this.#changes.changeOf(first.thread, first.step);
      if (others.length === 0) {
        yield change;
        continue;
      }
      yield {
        ...change,
        count: steps.length,
        repeats: others.map(({ thread, step }) => this.#changes.placeOf(thread, step)),
        files: this.#filesOf(steps),
        effect: sum.effect,
        coarse: steps.some(({ step }) => step.coarse),
      };
    }
  }

  #filesOf(steps: Fold["steps"]): (string | number)[] {
    const names = new Set<string | number>();
    for (const { thread, step } of steps) {
      for (const name of this.#changes.filesOf(changedRows(this.#threads, thread, step))) names.add(name);
    }
    return [...names];
  }

  #ranked(): Fold[] {
    const folds = new Map<string, Fold>();
    let whole = 0;
    forEachChange(this.#threads, (rows, step, thread) => {
      const isWhole = thread.before === null || thread.after === null;
      const key = isWhole ? `thread ${whole++}` : this.#key(rows, step);
      let fold = folds.get(key);
      if (fold === undefined) {
        fold = { steps: [], sum: new EffectSum(this.#sides) };
        folds.set(key, fold);
      }
      fold.steps.push({ thread, step });
      fold.sum.addChange(rows);
    });
    const ranked = Array.from(folds.values(), (fold) => ({ fold, effect: fold.sum.effect }));
    // Sorting keeps the order of first appearance among equals.
    ranked.sort(
      (x, y) => weightOf(y.effect) - weightOf(x.effect) || y.fold.steps.length - x.fold.steps.length,
    );
    return ranked.map(({ fold }) => fold);
  }

  #key(rows: Pair<readonly Row[]>, step: ChangeStep): string {
    return `${step.kind}${this.#calls("before", rows.before, step)} >${this.#calls("after", rows.after, step)}`;
  }

  #calls(name: "before" | "after", rows: readonly Row[], { kind }: ChangeStep): string {
    const { table, strings, errors } = this.#sides[name].trace;
    const [first] = rows;
    // Of calls that were put together differently the number counts, and the size where they all have one.
    const isSize = kind !== "added" && kind !== "removed";
    const size = rows.every((row) => table.size[row] === table.size[first ?? row]) ? isSize : false;
    let text = "";
    let last = "";
    let repeated = 0;
    for (const row of rows) {
      let call = ` ${table.call[row]} ${strings[table.flags[row] as number] ?? ""}`;
      if (size || (!isSize && !this.#findsEnd(name, row))) call += ` ${table.size[row]}`;
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
  #findsEnd(name: "before" | "after", row: Row): boolean {
    const { trace, grammar } = this.#sides[name];
    const spec = grammar.calls[trace.table.call[row] as number];
    return spec?.result === "bytes" && trace.table.result[row] === 0;
  }
}

/** Bytes weigh as such, a call as much as a page, time as one byte a microsecond: only the order of changes hangs on it. */
function weightOf({ bytes, calls, latency }: Effect): number {
  return Math.abs(bytes) + Math.abs(calls) * 4096 + Math.abs(latency ?? 0) / 1000;
}
