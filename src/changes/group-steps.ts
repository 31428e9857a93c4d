import type { Effect } from "../result/comparison.ts";
import type { Pair, Side } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import type { TraceView } from "../view/trace-view.ts";
import { EffectSums } from "./effect-sum.ts";
import { SingleCallKinds } from "./single-call-kinds.ts";
import type { ChangeStep } from "./step.ts";
import { type ComparedThread, changedRows, stepListOf } from "./thread-steps.ts";

// Casts in this file: groups are below their number, steps below those of their thread.

/** Equal changes; see GroupedChanges for which are equal. */
export type ChangeGroup = {
  readonly effect: Effect;
  readonly isCoarse: boolean;
  /** By member: index into the compared threads, and into the steps of its thread; in order. */
  readonly threads: Int32Array;
  readonly steps: Int32Array;
};

/**
 * Groups all changes, in the order in which the first of each comes.
 * @param changed see rowsOfChanges
 */
export function groupSteps(
  sides: Pair<TraceView>,
  threads: readonly ComparedThread[],
  changed: Pair<Uint32Array>,
): readonly ChangeGroup[] {
  const numbers = new GroupNumbers(sides, threads, changed);
  return numbers.groups();
}

/** Numbers groups as they come: first the number of every step, then a counting sort, since there may be millions. */
class GroupNumbers {
  readonly #sides: Pair<TraceView>;
  readonly #threads: readonly ComparedThread[];
  readonly #sums: EffectSums;
  readonly #singleCalls: SingleCallKinds;
  /** By kind of single call. */
  readonly #groupOfKind: number[] = [];
  /** By group, if it has only one. */
  readonly #kindOfGroup: number[] = [];
  readonly #byKey = new Map<string, number>();
  readonly #coarse = new Set<number>();
  #count = 0;

  constructor(sides: Pair<TraceView>, threads: readonly ComparedThread[], changed: Pair<Uint32Array>) {
    this.#sides = sides;
    this.#threads = threads;
    this.#sums = new EffectSums(sides);
    this.#singleCalls = new SingleCallKinds(sides, threads, changed);
  }

  groups(): readonly ChangeGroup[] {
    // By thread and step: the number of its group, from 1; 0 for matches.
    const numbers = this.#threads.map((thread, index) => this.#numberSteps(thread, index));
    const starts = new Uint32Array(this.#count + 1);
    for (const ofThread of numbers) {
      for (let at = 0; at < ofThread.length; at++) {
        const group = ofThread[at] as number;
        if (group > 0) starts[group] = (starts[group] as number) + 1;
      }
    }
    for (let group = 0; group < this.#count; group++) {
      starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number);
    }
    const threads = new Int32Array(starts[this.#count] as number);
    const steps = new Int32Array(threads.length);
    const next = starts.slice();
    numbers.forEach((ofThread, thread) => {
      for (let at = 0; at < ofThread.length; at++) {
        const group = (ofThread[at] as number) - 1;
        if (group < 0) continue;
        const place = next[group] as number;
        threads[place] = thread;
        steps[place] = at;
        next[group] = place + 1;
      }
    });
    return Array.from({ length: this.#count }, (_, group) => {
      const [start, end] = [starts[group], starts[group + 1]];
      const kind = this.#kindOfGroup[group];
      return {
        effect: kind === undefined ? this.#sums.effect(group) : this.#singleCalls.effect(kind),
        isCoarse: this.#coarse.has(group),
        threads: threads.subarray(start, end),
        steps: steps.subarray(start, end),
      };
    });
  }

  #numberSteps(thread: ComparedThread, index: number): Int32Array {
    const steps = stepListOf(thread.steps);
    const numbers = new Int32Array(steps.length);
    const isWhole = thread.before === null || thread.after === null;
    for (let at = 0; at < steps.length; at++) {
      if (steps.isMatch(at)) continue;
      if (!isWhole && steps.isSingleCall(at)) {
        const side = steps.singleCallSide(at);
        const rows = side === "before" ? thread.rows.before : thread.rows.after;
        const row = rows[steps.singleCallPosition(at)] as Row;
        const group = this.#groupOfSingleCall(this.#singleCalls.kindOf(side, row));
        numbers[at] = group + 1;
        if (steps.isCoarse(at)) this.#coarse.add(group);
        continue;
      }
      const step = steps.at(at) as ChangeStep;
      const rows = changedRows(this.#threads, thread, step);
      const group = this.#groupOf(isWhole ? `thread ${index}` : this.#key(rows, step));
      numbers[at] = group + 1;
      this.#sums.addChange(group, rows);
      if (step.coarse) this.#coarse.add(group);
    }
    return numbers;
  }

  #groupOfSingleCall(kind: number): number {
    const known = this.#groupOfKind[kind];
    if (known !== undefined) return known;
    const group = this.#count++;
    this.#groupOfKind[kind] = group;
    this.#kindOfGroup[group] = kind;
    return group;
  }

  #groupOf(key: string): number {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    this.#byKey.set(key, this.#count);
    return this.#count++;
  }

  #key(rows: Pair<readonly Row[]>, step: ChangeStep): string {
    return `${step.kind}${this.#calls("before", rows.before, step)} >${this.#calls("after", rows.after, step)}`;
  }

  #calls(name: Side, rows: readonly Row[], { kind }: ChangeStep): string {
    const { table, strings, errors } = this.#sides[name].trace;
    const [first] = rows;
    // For calls that were regrouped, their number counts, and their size if they all have the same.
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
