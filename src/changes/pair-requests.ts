import { align } from "../align/align.ts";
import type { CallSequence } from "../align/call-sequence.ts";
import { intern } from "../align/intern.ts";
import type { GapView, RequestColumns } from "./gap-view.ts";

// Casts in this file: positions lie in the gap, rows in their columns, cells in the table.

/** `resized`: only the size differs; `shifted`: only the offset; `retargeted`: only the file. By preference. */
export const PAIRED_KINDS = ["resized", "shifted", "retargeted"] as const;
export type PairedKind = (typeof PAIRED_KINDS)[number];

export type RequestPair = { readonly kind: PairedKind; readonly before: number; readonly after: number };

/** Calls `before` to `beforeEnd` - 1 against calls `after` to `afterEnd` - 1, by position. */
export type Rectangle = {
  readonly before: number;
  readonly beforeEnd: number;
  readonly after: number;
  readonly afterEnd: number;
};

/** A table of up to this many cells finds the best pairs; a larger gap is paired by one kind after another. */
const MOST_CELLS = 4096;
/** In larger gaps (65,536 calls a side) calls are paired by the first kind alone: the rest is a different program. */
const MOST_CELLS_OF_ALL_KINDS = 2 ** 32;
/** A table of 4096 cells has at most 64 pairs, so all pairs of a kind weigh less than one of the preceding kind. */
const WEIGHTS = { resized: 65 * 65, shifted: 65, retargeted: 1 } as const;

/**
 * Pairs calls that differ in only one thing, without crossing: as many of the first kind as possible, then as many of
 * the next. In order of position. Among equally good pairings, the same one is found when the sides are swapped.
 *
 * @param kinds in order of preference
 */
export function pairRequests(
  view: GapView,
  gap: Rectangle,
  kinds: readonly PairedKind[],
): readonly RequestPair[] {
  const beforeCount = gap.beforeEnd - gap.before;
  const afterCount = gap.afterEnd - gap.after;
  if (beforeCount === 0 || afterCount === 0) return [];
  if (beforeCount === 1 && afterCount === 1) return pairSingle(view, gap, kinds);
  if (beforeCount * afterCount <= MOST_CELLS) return pairByTable(view, gap, kinds);
  return pairByAlignment(view, gap, kinds);
}

function pairSingle(
  view: GapView,
  { before, after }: Rectangle,
  kinds: readonly PairedKind[],
): readonly RequestPair[] {
  const kind = kindOf(view, before, after);
  return kind === null || !kinds.includes(kind) ? [] : [{ kind, before, after }];
}

/** Null if nothing differs, more than one thing does, or something that makes them different calls altogether. */
function kindOf({ before, after }: GapView, beforeAt: number, afterAt: number): PairedKind | null {
  const row1 = before.rows[beforeAt] as number;
  const row2 = after.rows[afterAt] as number;
  if (before.call[row1] !== after.call[row2] || before.flags[row1] !== after.flags[row2]) return null;
  const sameFile = before.file[row1] === after.file[row2];
  const sameOffset = before.offset[row1] === after.offset[row2];
  const sameSize = before.size[row1] === after.size[row2];
  if (sameFile && sameOffset && !sameSize) return "resized";
  if (sameFile && !sameOffset && sameSize) return "shifted";
  return !sameFile && sameOffset && sameSize ? "retargeted" : null;
}

/** Best sum of weights over pairs that do not cross, as in the table of a longest common subsequence. */
function pairByTable(view: GapView, gap: Rectangle, kinds: readonly PairedKind[]): readonly RequestPair[] {
  const beforeCount = gap.beforeEnd - gap.before;
  const afterCount = gap.afterEnd - gap.after;
  const width = afterCount + 1;
  /** Best sum of the calls from (before, after) on. */
  const best = new Int32Array((beforeCount + 1) * width);
  const weights = new Int32Array(beforeCount * width);
  for (let i = beforeCount - 1; i >= 0; i--) {
    for (let j = afterCount - 1; j >= 0; j--) {
      const cell = i * width + j;
      const kind = kindOf(view, gap.before + i, gap.after + j);
      const weight = kind === null || !kinds.includes(kind) ? 0 : WEIGHTS[kind];
      weights[cell] = weight;
      const skipping = Math.max(best[cell + 1] as number, best[cell + width] as number);
      best[cell] = weight === 0 ? skipping : Math.max(skipping, weight + (best[cell + width + 1] as number));
    }
  }

  const beforeFirst = isInOrder(view, gap);
  const pairs: RequestPair[] = [];
  let i = 0;
  let j = 0;
  while (i < beforeCount && j < afterCount) {
    const cell = i * width + j;
    const value = best[cell] as number;
    if (value === 0) break;
    const weight = weights[cell] as number;
    if (weight > 0 && weight + (best[cell + width + 1] as number) === value) {
      const kind = kindOf(view, gap.before + i, gap.after + j);
      if (kind !== null) pairs.push({ kind, before: gap.before + i, after: gap.after + j });
      i++;
      j++;
      continue;
    }
    const canSkipBefore = best[cell + width] === value;
    const canSkipAfter = best[cell + 1] === value;
    if (canSkipBefore && (beforeFirst || !canSkipAfter)) i++;
    else j++;
  }
  return pairs;
}

/**
 * An order of the two sides that does not depend on which is called before. Files and flags come last, since their
 * numbers may depend on it.
 */
function isInOrder({ before, after }: GapView, gap: Rectangle): boolean {
  const beforeCount = gap.beforeEnd - gap.before;
  const afterCount = gap.afterEnd - gap.after;
  if (beforeCount !== afterCount) return beforeCount < afterCount;
  for (const column of ["offset", "size", "call", "flags", "file"] as const) {
    for (let i = 0; i < beforeCount; i++) {
      const value1 = before[column][before.rows[gap.before + i] as number] as number;
      const value2 = after[column][after.rows[gap.after + i] as number] as number;
      if (value1 !== value2) return value1 < value2;
    }
  }
  return true;
}

/** Pairs of the first kind by an alignment that ignores what may differ; the other kinds between them. */
function pairByAlignment(
  view: GapView,
  gap: Rectangle,
  kinds: readonly PairedKind[],
): readonly RequestPair[] {
  const [kind, ...others] = kinds;
  if (kind === undefined) return [];
  const size = (gap.beforeEnd - gap.before) * (gap.afterEnd - gap.after);
  if (size > MOST_CELLS_OF_ALL_KINDS && kind !== PAIRED_KINDS[0]) return [];
  const pairs: RequestPair[] = [];
  const between = (rectangle: Rectangle): void => {
    const cells = (rectangle.beforeEnd - rectangle.before) * (rectangle.afterEnd - rectangle.after);
    if (cells === 0) return;
    const found =
      cells <= MOST_CELLS ? pairByTable(view, rectangle, kinds) : pairByAlignment(view, rectangle, others);
    for (const pair of found) pairs.push(pair);
  };

  let { before, after } = gap;
  for (const stretch of alignBlindly(view, gap, kind)) {
    for (let i = 0; i < stretch.count; i++) {
      const pair = { kind, before: gap.before + stretch.before + i, after: gap.after + stretch.after + i };
      if (kindOf(view, pair.before, pair.after) !== kind) continue;
      if (before < pair.before && after < pair.after) {
        between({ before, beforeEnd: pair.before, after, afterEnd: pair.after });
      }
      pairs.push(pair);
      before = pair.before + 1;
      after = pair.after + 1;
    }
  }
  between({ ...gap, before, after });
  return pairs;
}

type MatchRun = { readonly before: number; readonly after: number; readonly count: number };

function alignBlindly(view: GapView, gap: Rectangle, kind: PairedKind): readonly MatchRun[] {
  const beforeRows = view.before.rows.subarray(gap.before, gap.beforeEnd);
  const afterRows = view.after.rows.subarray(gap.after, gap.afterEnd);
  // Call, file and flags become one number, as the operation of an alignment wants them.
  const hasFile = kind !== "retargeted";
  const operations = intern(
    targets(view.before, beforeRows, hasFile),
    targets(view.after, afterRows, hasFile),
  );
  const sequence = (side: RequestColumns, rows: Uint32Array, operation: Int32Array): CallSequence => ({
    rows: countUp(rows.length),
    operation,
    offset: kind === "shifted" ? new Float64Array(rows.length) : gather(side.offset, rows),
    size: kind === "resized" ? new Float64Array(rows.length) : gather(side.size, rows),
  });
  const stretches = align(
    sequence(view.before, beforeRows, operations.before),
    sequence(view.after, afterRows, operations.after),
  );
  return stretches.filter((stretch) => stretch.kind === "match");
}

// Plain loops: TypedArray.from uses an iterator and costs ten times as much.
function gather(column: ArrayLike<number>, rows: Uint32Array): Float64Array {
  const gathered = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) gathered[i] = column[rows[i] as number] as number;
  return gathered;
}

function countUp(length: number): Uint32Array {
  const numbers = new Uint32Array(length);
  for (let i = 0; i < length; i++) numbers[i] = i;
  return numbers;
}

const targets = (side: RequestColumns, rows: Uint32Array, hasFile: boolean): CallSequence => ({
  rows: countUp(rows.length),
  operation: hasFile ? Int32Array.from(gather(side.file, rows)) : new Int32Array(rows.length),
  offset: gather(side.call, rows),
  size: gather(side.flags, rows),
});
