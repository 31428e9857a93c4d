import { sortWhole } from "../columns/sort-whole.ts";
import { RangeList } from "./range-list.ts";

/** Byte ranges of a file, from `start` up to but not including `end`, in order, apart from each other. */
export type Extents = { readonly starts: Float64Array; readonly ends: Float64Array };

/**
 * The union of byte ranges given in any order. Linear where they come in sequence, else O(n log n).
 * @param starts of non-empty ranges; not modified
 */
export function unionOf(starts: ArrayLike<number>, ends: ArrayLike<number>): Extents {
  const list = new RangeList();
  for (let i = 0; i < starts.length; i++) list.push(starts[i] as number, ends[i] as number);
  return unionOfList(list);
}

/** The union of the ranges of a list, which is not modified. */
export function unionOfList(list: RangeList): Extents {
  if (list.isSorted) return { starts: list.starts.slice(), ends: list.ends.slice() };
  const union = new RangeList();
  sweep(list, (start, end) => union.push(start, end));
  return { starts: union.starts.slice(), ends: union.ends.slice() };
}

/** What `bytesIn` gives for the union of the ranges of a list, without building it. */
export function bytesInUnion(list: RangeList): number {
  if (list.isSorted) return bytesIn(list);
  let sum = 0;
  sweep(list, (start, end) => {
    sum += end - start;
  });
  return sum;
}

/** Reports the extents of the union of ranges, in order. */
function sweep(ranges: Extents, tell: (start: number, end: number) => void): void {
  // The sorted starts and sorted ends alone determine the union: an extent is open while more ranges have started
  // than ended.
  const starts = sorted(ranges.starts);
  const ends = sorted(ranges.ends);
  let ended = 0;
  for (let started = 0; started < starts.length; ) {
    const start = starts[started] as number;
    do {
      const end = ends[ended] as number;
      while (started < starts.length && (starts[started] as number) <= end) started++;
      ended++;
    } while (ended < started);
    tell(start, ends[ended - 1] as number);
  }
}

// Positions are whole numbers from 0: ranges whose place is not known are in no list.
const sorted = (positions: Float64Array): Float64Array => sortWhole(positions.slice());

/** The union of two unions, in one pass. */
export function unionOfBoth(one: Extents, other: Extents): Extents {
  if (one.starts.length === 0) return other;
  if (other.starts.length === 0) return one;
  const list = new RangeList();
  let i = 0;
  let k = 0;
  while (i < one.starts.length || k < other.starts.length) {
    const isFirst =
      (one.starts[i] ?? Number.POSITIVE_INFINITY) <= (other.starts[k] ?? Number.POSITIVE_INFINITY);
    // the list joins a range to the one before where they touch
    if (isFirst) list.push(one.starts[i] as number, one.ends[i++] as number);
    else list.push(other.starts[k] as number, other.ends[k++] as number);
  }
  return { starts: list.starts.slice(), ends: list.ends.slice() };
}

export function bytesIn({ starts, ends }: Extents): number {
  let sum = 0;
  for (let i = 0; i < starts.length; i++) sum += (ends[i] as number) - (starts[i] as number);
  return sum;
}

/** Bytes of `one` that are not in `other`. */
export function bytesOutside(one: Extents, other: Extents): number {
  let outside = 0;
  let at = 0;
  for (let i = 0; i < one.starts.length; i++) {
    let start = one.starts[i] as number;
    const end = one.ends[i] as number;
    while (at < other.ends.length && (other.ends[at] as number) <= start) at++;
    for (let k = at; start < end; k++) {
      const next = Math.min(end, k < other.starts.length ? (other.starts[k] as number) : end);
      if (next > start) outside += next - start;
      start = k < other.ends.length ? Math.max(start, other.ends[k] as number) : end;
    }
  }
  return outside;
}
