import { NO_FILE } from "../identity/descriptor-table.ts";
import type { Order } from "../result/comparison.ts";
import type { TraceView } from "../view/trace-view.ts";
import type { Shapes } from "./snapshot-shapes.ts";

/** Calls whose order counts: those of a thread, of a file, of a thread on a file, or all. */
export type Sequence = {
  /** Number of the thread from 1; null if threads do not count. */
  readonly thread: number | null;
  /** Index into the files of the trace; null if the sequence is not that of a file, NO_FILE for calls on none. */
  readonly file: number | null;
  /** Positions in `side.rows`. */
  readonly calls: Int32Array;
};

export type CanonicalSequences = {
  readonly sequences: readonly Sequence[];
  /** Per position: number of the thread from 1, for the one order of all; null for other orders. */
  readonly threadOf: Int32Array | null;
};

/**
 * The calls in an order that does not depend on what differs from run to run although the pattern is the same at a
 * level: ids, descriptors, which thread came first. Sequences are sorted by content; if they are equal up to the
 * numbers of files, by how other sequences use those files.
 */
export function canonicalSequences(side: TraceView, shapes: Shapes, order: Order): CanonicalSequences {
  const sorter = new SequenceSorter(side, shapes);
  switch (order) {
    case "total":
      return sorter.total();
    case "thread":
      return { sequences: sorter.threads(), threadOf: null };
    case "file":
      return { sequences: sorter.files(), threadOf: null };
    case "stream":
      return { sequences: sorter.streams(), threadOf: null };
    case "set":
      return { sequences: sorter.set(), threadOf: null };
    default:
      return order satisfies never;
  }
}

class SequenceSorter {
  readonly #side: TraceView;
  readonly #shapes: Shapes;
  /** Per shape: its place among all shapes sorted as text, files by their prefixes. */
  readonly #rank: Int32Array;

  constructor(side: TraceView, shapes: Shapes) {
    this.#side = side;
    this.#shapes = shapes;
    this.#rank = rankShapes(shapes);
  }

  total(): CanonicalSequences {
    const { rows, trace } = this.#side;
    const numbers = new Map<number, number>();
    const threadOf = Int32Array.from(rows, (row) => {
      const thread = trace.table.thread[row] as number; // in range
      const known = numbers.get(thread) ?? numbers.size + 1;
      numbers.set(thread, known);
      return known;
    });
    return { sequences: [{ thread: null, file: null, calls: allPositions(rows.length) }], threadOf };
  }

  threads(): Sequence[] {
    const sequences = [...this.#groups((at) => this.#threadAt(at)).values()];
    return this.#sorted(sequences).map((calls, at) => ({ thread: at + 1, file: null, calls }));
  }

  files(): Sequence[] {
    const groups = this.#groups((at) => this.#fileAt(at));
    const fileOf = new Map([...groups].map(([file, calls]) => [calls, file]));
    return this.#sortedByPrefix([...groups.values()]).map((calls) => ({
      thread: null,
      file: fileOf.get(calls) ?? NO_FILE,
      calls,
    }));
  }

  streams(): Sequence[] {
    const parts = new Map<Int32Array, Sequence[]>();
    const wholes: Int32Array[] = [];
    for (const positions of this.#groups((at) => this.#threadAt(at)).values()) {
      const groups = this.#sortedByPrefix([...group(positions, (at) => this.#fileAt(at)).values()]);
      const whole = Int32Array.from(groups.flatMap((calls) => [...calls]));
      parts.set(
        whole,
        groups.map((calls) => ({ thread: null, file: this.#fileAt(calls[0] as number), calls })), // no group is empty
      );
      wholes.push(whole);
    }
    return this.#sorted(wholes).flatMap((whole, at) =>
      (parts.get(whole) ?? []).map((sequence) => ({ ...sequence, thread: at + 1 })),
    );
  }

  set(): Sequence[] {
    const { offset } = this.#shapes;
    const byFile = [...this.#groups((at) => this.#fileAt(at)).values()].map((calls) => this.#bySaying(calls));
    const use = this.#fileUse(byFile);
    const calls = this.#bySaying(allPositions(this.#side.rows.length));
    const sorted = calls.sort(
      (one, other) =>
        this.#rankAt(one) - this.#rankAt(other) ||
        (offset[one] as number) - (offset[other] as number) ||
        (use[this.#fileAt(one)] ?? 0) - (use[this.#fileAt(other)] ?? 0) ||
        one - other,
    );
    return [{ thread: null, file: null, calls: sorted }];
  }

  /** Positions sorted by shape and offset. */
  #bySaying(positions: Int32Array): Int32Array {
    const { offset } = this.#shapes;
    return positions.sort(
      (one, other) =>
        this.#rankAt(one) - this.#rankAt(other) || (offset[one] as number) - (offset[other] as number),
    );
  }

  #threadAt(at: number): number {
    return this.#side.trace.table.thread[this.#side.rows[at] as number] as number; // in range
  }

  #fileAt(at: number): number {
    return this.#shapes.shapes[this.#shapes.shape[at] as number]?.file ?? NO_FILE;
  }

  #rankAt(at: number): number {
    return this.#rank[this.#shapes.shape[at] as number] as number; // in range
  }

  #groups(keyOf: (at: number) => number): Map<number, Int32Array> {
    return group(allPositions(this.#side.rows.length), keyOf);
  }

  #sortedByPrefix(sequences: readonly Int32Array[]): Int32Array[] {
    const prefix = (calls: Int32Array): string =>
      this.#shapes.prefixes[this.#fileAt(calls[0] as number)] ?? "";
    return this.#sorted(sequences).sort((one, other) => compareText(prefix(one), prefix(other)));
  }

  #sorted(sequences: readonly Int32Array[]): Int32Array[] {
    const use = this.#fileUse(sequences);
    return [...sequences].sort(
      (one, other) =>
        this.#compare(one, other) || compareFileUse(this.#uses(one, use), this.#uses(other, use)),
    );
  }

  /** By what is written first: shape, offset, then which files of one prefix are the same. */
  #compare(one: Int32Array, other: Int32Array): number {
    const { offset } = this.#shapes;
    const length = Math.min(one.length, other.length);
    for (let i = 0; i < length; i++) {
      const left = one[i] as number; // in range, as below
      const right = other[i] as number;
      const difference =
        this.#rankAt(left) - this.#rankAt(right) || (offset[left] as number) - (offset[right] as number);
      if (difference !== 0) return difference;
    }
    return one.length - other.length || compareFileUse(this.#firstUses(one), this.#firstUses(other));
  }

  /** Per call, the number of its file in order of first use in the sequence. */
  #firstUses(calls: Int32Array): number[] {
    const numbers = new Map<number, number>();
    return Array.from(calls, (at) => {
      const file = this.#fileAt(at);
      const known = numbers.get(file) ?? numbers.size;
      numbers.set(file, known);
      return known;
    });
  }

  /** The files of a sequence in order of first use, as numbers that reflect how all sequences use them. */
  #uses(calls: Int32Array, use: readonly number[]): number[] {
    return [...new Set(Array.from(calls, (at) => this.#fileAt(at)))].map((file) => use[file] ?? 0);
  }

  /** Per file, a number made from what every sequence does with it and where, whatever the order of sequences. */
  #fileUse(sequences: readonly Int32Array[]): number[] {
    const { offset } = this.#shapes;
    const sums = this.#shapes.prefixes.map(() => 0);
    for (const calls of sequences) {
      const hashes = new Map<number, number>();
      calls.forEach((at, place) => {
        const file = this.#fileAt(at);
        if (file === NO_FILE) return;
        const use = mix(mix(mix(hashes.get(file) ?? 1, place), this.#rankAt(at)), offset[at] as number);
        hashes.set(file, use);
      });
      for (const [file, hash] of hashes)
        sums[file] = ((sums[file] as number) + mix(hash, calls.length)) >>> 0;
    }
    return sums;
  }
}

function allPositions(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, at) => at);
}

function group(positions: Int32Array, keyOf: (at: number) => number): Map<number, Int32Array> {
  const counts = new Map<number, number>();
  for (const at of positions) counts.set(keyOf(at), (counts.get(keyOf(at)) ?? 0) + 1);
  const groups = new Map([...counts].map(([key, count]) => [key, new Int32Array(count)]));
  const filled = new Map<number, number>();
  for (const at of positions) {
    const key = keyOf(at);
    const next = filled.get(key) ?? 0;
    const calls = groups.get(key);
    if (calls !== undefined) calls[next] = at;
    filled.set(key, next + 1);
  }
  return groups;
}

function rankShapes({ shapes, prefixes }: Shapes): Int32Array {
  const texts = shapes.map((shape) => {
    const names = [prefixes[shape.file] ?? "", prefixes[shape.second] ?? ""];
    const { call, secondOffset, hasOffset, exactOffset, rest } = shape;
    return JSON.stringify([call, ...names, hasOffset, exactOffset, secondOffset, rest]);
  });
  const order = [...new Set(texts)].sort(compareText);
  const places = new Map(order.map((text, at) => [text, at]));
  return Int32Array.from(texts, (text) => places.get(text) ?? 0);
}

/** By code units, whatever the locale. */
function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function compareFileUse(one: readonly number[], other: readonly number[]): number {
  for (const [at, value] of one.entries()) {
    const difference = value - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** One step of FNV-1a over a number's two halves. */
function mix(hash: number, value: number): number {
  const low = Math.imul(hash ^ (value >>> 0), 0x0100_0193);
  return Math.imul(low ^ Math.floor(value / 0x1_0000_0000), 0x0100_0193) >>> 0;
}
