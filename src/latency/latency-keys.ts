import { NO_FILE } from "../identity/descriptor-table.ts";
import type { FilePairing } from "../identity/pair-files.ts";
import type { Pairing } from "../pairing/pairing.ts";
import type { Grouping, GroupKey } from "../result/timing.ts";
import { mapPair, type Pair, type Side } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import { bytesAskedFor, wholeNumber } from "../trace/whole-number.ts";
import type { TraceView } from "../view/trace-view.ts";

/** The compared calls of both sides in groups, numbered alike. */
export type LatencyKeys = {
  /** Per side, the group of each row; the value is meaningless for rows that are not compared. */
  readonly groups: Pair<Uint16Array | Int32Array>;
  readonly keys: readonly GroupKey[];
};

/** One way to group: a number from 0 for each row, and what each number means. */
type Part = {
  readonly numbers: (side: Side) => (row: Row) => number;
  readonly key: (number: number) => GroupKey;
};

/** Groups the calls of both sides. Paired threads and files count as one thread and one file. */
export function latencyKeys(pairing: Pairing, by: readonly Grouping[]): LatencyKeys {
  const { sides } = pairing;
  // The usual grouping already exists, as a column of the table.
  if (by.length === 1 && by[0] === "call") {
    const keys = sides.before.grammar.calls.map(({ name }) => ({ call: name }));
    return { groups: mapPair(sides, ({ trace }) => trace.table.call), keys };
  }
  let keys: readonly GroupKey[] = [{}];
  let groups: Pair<Int32Array> = mapPair(sides, ({ trace }) => new Int32Array(trace.table.length));
  for (const grouping of by) {
    const part = partOf(grouping, pairing);
    const split = new GroupSplitter(keys, part);
    groups = mapPair(groups, (column, side) => split.apply(column, sides[side].rows, part.numbers(side)));
    keys = split.keys;
  }
  return { groups, keys };
}

/** Splits groups by one more part, and numbers the new groups in order of appearance. */
class GroupSplitter {
  readonly #known: readonly GroupKey[];
  readonly #part: Part;
  readonly #numbers = new Map<number, number>();
  readonly keys: GroupKey[] = [];

  constructor(known: readonly GroupKey[], part: Part) {
    this.#known = known;
    this.#part = part;
  }

  apply(column: Int32Array, rows: Uint32Array, numberOf: (row: Row) => number): Int32Array {
    const split = new Int32Array(column.length);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as Row; // i < length, and rows are rows of the column
      split[row] = this.#numberOf(column[row] as number, numberOf(row));
    }
    return split;
  }

  #numberOf(group: number, part: number): number {
    const combined = group * 0x1_0000_0000 + part;
    const known = this.#numbers.get(combined);
    if (known !== undefined) return known;
    const number = this.keys.length;
    this.#numbers.set(combined, number);
    this.keys.push({ ...this.#known[group], ...this.#part.key(part) });
    return number;
  }
}

function partOf(grouping: Grouping, pairing: Pairing): Part {
  switch (grouping) {
    case "call":
      return callPart(pairing.sides);
    case "file":
      return filePart(pairing.sides, pairing.files);
    case "thread":
      return threadPart(pairing);
    case "size":
      return sizePart(pairing.sides);
    default:
      return grouping satisfies never;
  }
}

function callPart(sides: Pair<TraceView>): Part {
  const { calls } = sides.before.grammar;
  return {
    numbers: (side) => {
      const { call } = sides[side].trace.table;
      return (row) => call[row] as number;
    },
    key: (call) => ({ call: calls[call]?.name ?? "" }),
  };
}

/** 0 for calls on no file, then the files of before, then those of after that have no partner. */
function filePart(sides: Pair<TraceView>, files: FilePairing): Part {
  const count = sides.before.files.files.length;
  const name = (side: TraceView, file: number): string | number | null => {
    const traced = side.files.files[file];
    return traced?.path ?? traced?.fd ?? null;
  };
  // Several descriptors may be paired with one file of the other side: all get the number of the first one.
  const fromAfter = (after: number): number => {
    const before = files.before(after);
    return 1 + (before === NO_FILE ? count + after : before);
  };
  const fromBefore = (before: number): number => {
    const after = files.after(before);
    return after === NO_FILE ? 1 + before : fromAfter(after);
  };
  return {
    numbers: (side) => {
      const { file } = sides[side].files;
      const number = side === "before" ? fromBefore : fromAfter;
      return (row) => (file[row] === NO_FILE ? 0 : number(file[row] as number));
    },
    key: (number) => {
      if (number === 0) return { file: null };
      if (number > count) return { file: { before: null, after: name(sides.after, number - 1 - count) } };
      const before = number - 1;
      const after = files.after(before);
      return {
        file: {
          before: name(sides.before, before),
          after: after === NO_FILE ? null : name(sides.after, after),
        },
      };
    },
  };
}

function threadPart({ sides, threads }: Pairing): Part {
  const numbers = mapPair(sides, ({ trace }) => new Int32Array(trace.threads.length));
  threads.forEach(({ before, after }, number) => {
    if (before !== null) numbers.before[before] = number;
    if (after !== null) numbers.after[after] = number;
  });
  const tid = (side: TraceView, thread: number | null | undefined): number | null =>
    thread === null || thread === undefined ? null : (side.trace.threads[thread]?.tid ?? 0);
  return {
    numbers: (side) => {
      const { thread } = sides[side].trace.table;
      return (row) => numbers[side][thread[row] as number] as number;
    },
    key: (number) => ({
      thread: {
        before: tid(sides.before, threads[number]?.before),
        after: tid(sides.after, threads[number]?.after),
      },
    }),
  };
}

/**
 * 0 for calls that ask for no particular number of bytes, or for all there is; 1 for 0 bytes; `2 + k` from 2^k up to
 * 2^(k+1) - 1.
 */
function sizePart(sides: Pair<TraceView>): Part {
  return {
    numbers: (side) => {
      const { size } = sides[side].trace.table;
      return (row) => sizeNumber(size[row] as number);
    },
    key: (number) => {
      if (number === 0) return { size: null };
      if (number === 1) return { size: { from: 0, to: 0 } };
      const from = 2n ** BigInt(number - 2);
      return { size: { from: wholeNumber(from), to: wholeNumber(2n * from - 1n) } };
    },
  };
}

function sizeNumber(size: number): number {
  if (size === 0) return 1;
  if (bytesAskedFor(size) === 0) return 0;
  const power = Math.floor(Math.log2(size));
  // Just below a power of two the logarithm is rounded up to it.
  return 2 + (2 ** power > size ? power - 1 : power);
}
