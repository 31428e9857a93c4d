import type { Effect } from "../result/comparison.ts";
import { mapPair, type Pair, type Side } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import type { TraceView } from "../view/trace-view.ts";
import { EffectSums } from "./effect-sum.ts";
import { type ComparedThread, stepListOf } from "./thread-steps.ts";

// Casts in this file: positions are positions of the thread, rows are rows of the columns.

/** Slots of the cache of kinds, a power of two: as many as the high bits of a hash tell apart. */
const SLOT_BITS = 12;
const SLOTS = 1 << SLOT_BITS;
const SLOT_SHIFT = 32 - SLOT_BITS;
/** Numbers of a slot. */
const SLOT = 3;
/** Stands for any size requested by a read that finds the end of the file. */
const AT_END = 0.5;

/**
 * Kinds of single calls that make up a change, by side, call, flags and size. Entirely different traces have millions,
 * so they are visited in order of starts, which reads the columns from start to end.
 */
export class SingleCallKinds {
  readonly #sides: Pair<TraceView>;
  readonly #sums: EffectSums;
  /** By row, if it is one of them. */
  readonly #kinds: Pair<Int32Array>;
  /** By call and flags, then by size. */
  readonly #all: Pair<Map<string, Map<number, number>>> = { before: new Map(), after: new Map() };
  /** The same by operation. */
  readonly #byOperation: Pair<(Map<number, number> | undefined)[]>;
  /** The same before the maps, direct-mapped: operation and side, size and kind of each. */
  readonly #recent = new Int32Array(SLOTS * SLOT).fill(-1);
  readonly #reads: Uint8Array;
  #count = 0;

  /** @param changed see rowsOfChanges */
  constructor(sides: Pair<TraceView>, threads: readonly ComparedThread[], changed: Pair<Uint32Array>) {
    this.#sides = sides;
    this.#sums = new EffectSums(sides);
    this.#kinds = mapPair(sides, ({ trace }) => new Int32Array(trace.table.length));
    this.#byOperation = mapPair(sides, ({ operations }) => new Array(operations.call.length).fill(undefined));
    this.#reads = Uint8Array.from(sides.before.grammar.calls, ({ direction }) =>
      Number(direction === "read"),
    );
    const isSingleCall = mapPair(sides, ({ trace }) => new Uint8Array(trace.table.length));
    for (const thread of threads) markSingleCalls(thread, isSingleCall);
    this.#number("before", changed.before, isSingleCall.before);
    this.#number("after", changed.after, isSingleCall.after);
  }

  kindOf(side: Side, row: Row): number {
    // a property by name costs less than one by a variable
    return (side === "before" ? this.#kinds.before[row] : this.#kinds.after[row]) as number;
  }

  /** For all calls of a kind. */
  effect(kind: number): Effect {
    return this.#sums.effect(kind);
  }

  #number(side: Side, rows: Uint32Array, isSingleCall: Uint8Array): void {
    const { trace, operations } = this.#sides[side];
    const { call, size: sizes, result } = trace.table;
    const kinds = this.#kinds[side];
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as Row;
      if (isSingleCall[row] === 0) continue;
      const operation = operations.operation[row] as number;
      const findsEnd = result[row] === 0 && this.#reads[call[row] as number] === 1;
      const size = sizes[row] as number;
      const kind = findsEnd ? this.#ofSize(side, operation, AT_END) : this.#recentOf(side, operation, size);
      kinds[row] = kind;
      this.#sums.add(kind, side, row);
    }
  }

  #recentOf(side: Side, operation: number, asked: number): number {
    const size = asked | 0;
    if (size !== asked) return this.#ofSize(side, operation, asked);
    const recent = this.#recent;
    const key = operation * 2 + Number(side === "after");
    const slot = ((Math.imul(key, 0x9e37_79b1) ^ Math.imul(size, 0x85eb_ca6b)) >>> SLOT_SHIFT) * SLOT;
    if (recent[slot] !== key || recent[slot + 1] !== size) {
      recent[slot] = key;
      recent[slot + 1] = size;
      recent[slot + 2] = this.#ofSize(side, operation, size);
    }
    return recent[slot + 2] as number;
  }

  #ofSize(side: Side, operation: number, size: number): number {
    const bySize = this.#byOperation[side][operation] ?? this.#sizesOf(side, operation);
    const kind = bySize.get(size) ?? this.#count++;
    bySize.set(size, kind);
    return kind;
  }

  #sizesOf(side: Side, operation: number): Map<number, number> {
    const { trace, operations } = this.#sides[side];
    const key = `${operations.call[operation]} ${trace.strings[operations.flags[operation] as number]}`;
    const bySize = this.#all[side].get(key) ?? new Map<number, number>();
    this.#all[side].set(key, bySize);
    this.#byOperation[side][operation] = bySize;
    return bySize;
  }
}

function markSingleCalls(
  { before, after, rows, steps }: ComparedThread,
  isSingleCall: Pair<Uint8Array>,
): void {
  // a thread without a partner is one change, however many calls it has
  if (before === null || after === null) return;
  const list = stepListOf(steps);
  for (let at = 0; at < list.length; at++) {
    if (!list.isSingleCall(at)) continue;
    const position = list.singleCallPosition(at);
    if (list.singleCallSide(at) === "before") isSingleCall.before[rows.before[position] as Row] = 1;
    else isSingleCall.after[rows.after[position] as Row] = 1;
  }
}
