/** Byte ranges of a file, from `start` up to but not including `end`, in order, apart from each other. */
export type Extents = { readonly starts: Float64Array; readonly ends: Float64Array };

/**
 * The union of byte ranges given in any order. Linear where they come in sequence, else O(n log n).
 * @param starts of non-empty ranges; not modified
 */
export function unionOf(starts: ArrayLike<number>, ends: ArrayLike<number>): Extents {
  const joined: { starts: number[]; ends: number[] } = { starts: [], ends: [] };
  let isSorted = true;
  for (let i = 0; i < starts.length; i++) {
    const start = starts[i] as number;
    const end = ends[i] as number;
    const last = joined.ends.length - 1;
    if (last >= 0 && start >= (joined.starts[last] as number) && start <= (joined.ends[last] as number)) {
      joined.ends[last] = Math.max(end, joined.ends[last] as number);
      continue;
    }
    if (last >= 0 && start < (joined.starts[last] as number)) isSorted = false;
    joined.starts.push(start);
    joined.ends.push(end);
  }
  if (isSorted) return { starts: Float64Array.from(joined.starts), ends: Float64Array.from(joined.ends) };
  // The union of ranges is told by its sorted starts and sorted ends alone: it is open while more have started
  // than ended.
  const allStarts = Float64Array.from(joined.starts).sort();
  const allEnds = Float64Array.from(joined.ends).sort();
  const union: { starts: number[]; ends: number[] } = { starts: [], ends: [] };
  let ended = 0;
  for (let started = 0; started < allStarts.length; ) {
    union.starts.push(allStarts[started] as number);
    do {
      const end = allEnds[ended] as number;
      while (started < allStarts.length && (allStarts[started] as number) <= end) started++;
      ended++;
    } while (ended < started);
    union.ends.push(allEnds[ended - 1] as number);
  }
  return { starts: Float64Array.from(union.starts), ends: Float64Array.from(union.ends) };
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

/** Whether a byte of the range is in the extents. */
export function overlaps({ starts, ends }: Extents, start: number, end: number): boolean {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] as number) <= start) low = middle + 1;
    else high = middle;
  }
  return low < starts.length && (starts[low] as number) < end;
}
