/** Extents of a chunk before it is split: so few that moving them costs about as much as finding them. */
const CHUNK = 512;

/** Extents in order, apart from each other. */
type Chunk = { readonly starts: number[]; readonly ends: number[] };

/** Where in the chunks an extent stands, or would stand. */
type Place = { readonly chunk: number; readonly index: number };

/** A set of bytes of a file that grows and shrinks range by range; O(log n) each for n extents apart from each other. */
export class ByteSet {
  /** None is empty. */
  readonly #chunks: Chunk[] = [];

  /** Adds the bytes from `start` up to but not including `end`. @returns how many of them were there already */
  add(start: number, end: number): number {
    const place = this.#firstEndingFrom(start);
    const chunk = this.#chunks[place.chunk];
    // Most ranges go on where another one ended, or lie within one: nothing has to move.
    if (chunk !== undefined && this.#isAlone(place, start, end)) {
      const from = chunk.starts[place.index] as number; // the place is that of an extent
      const to = chunk.ends[place.index] as number;
      chunk.starts[place.index] = Math.min(from, start);
      chunk.ends[place.index] = Math.max(to, end);
      return Math.max(0, Math.min(to, end) - Math.max(from, start));
    }
    const taken = this.#take(place, start, end);
    this.#insert(place, Math.min(start, taken.start), Math.max(end, taken.end));
    return taken.bytes;
  }

  /** Takes the bytes out that are there. */
  remove(start: number, end: number): void {
    const place = this.#firstEndingFrom(start);
    const taken = this.#take(place, start, end);
    if (taken.end > end) this.#insert(place, end, taken.end);
    else if (this.#chunks[place.chunk]?.starts.length === 0) this.#chunks.splice(place.chunk, 1);
    if (taken.start < start) this.#insert(this.#firstEndingFrom(taken.start), taken.start, start);
  }

  /** The first extent that ends at or after `start`. */
  #firstEndingFrom(start: number): Place {
    let chunk = 0;
    for (let high = this.#chunks.length; chunk < high; ) {
      const middle = (chunk + high) >>> 1;
      const { ends } = this.#chunks[middle] as Chunk; // middle < high
      if ((ends[ends.length - 1] as number) < start) chunk = middle + 1;
      else high = middle;
    }
    return { chunk, index: firstAtLeast(this.#chunks[chunk]?.ends ?? [], start) };
  }

  /** Whether the range meets the extent at this place and no other. */
  #isAlone({ chunk, index }: Place, start: number, end: number): boolean {
    const { starts, ends } = this.#chunks[chunk] ?? { starts: [], ends: [] };
    const next = starts[index + 1] ?? this.#chunks[chunk + 1]?.starts[0] ?? Number.POSITIVE_INFINITY;
    return index < ends.length && (starts[index] as number) <= end && next > end && start < end;
  }

  /** Takes out all extents that meet the range, from `place` on. */
  #take({ chunk, index }: Place, start: number, end: number): { start: number; end: number; bytes: number } {
    const taken = { start: Number.POSITIVE_INFINITY, end: Number.NEGATIVE_INFINITY, bytes: 0 };
    let at = chunk;
    for (let from = index; ; from = 0) {
      const { starts, ends } = this.#chunks[at] ?? { starts: [], ends: [] };
      let to = from;
      while (to < starts.length && (starts[to] as number) <= end) {
        const [first, last] = [starts[to] as number, ends[to] as number];
        taken.start = Math.min(taken.start, first);
        taken.end = Math.max(taken.end, last);
        taken.bytes += Math.max(0, Math.min(last, end) - Math.max(first, start));
        to++;
      }
      const wasLast = to < starts.length || at >= this.#chunks.length;
      starts.splice(from, to - from);
      ends.splice(from, to - from);
      if (wasLast) return taken;
      // The first chunk stays, even if empty, for what is put into its place.
      if (starts.length === 0 && at !== chunk) this.#chunks.splice(at, 1);
      else at++;
    }
  }

  #insert({ chunk, index }: Place, start: number, end: number): void {
    const into = this.#chunks[chunk] ?? this.#lastChunk();
    const at = this.#chunks[chunk] === undefined ? into.starts.length : index;
    into.starts.splice(at, 0, start);
    into.ends.splice(at, 0, end);
    if (into.starts.length <= CHUNK) return;
    const half = { starts: into.starts.splice(CHUNK / 2), ends: into.ends.splice(CHUNK / 2) };
    this.#chunks.splice(this.#chunks.indexOf(into) + 1, 0, half);
  }

  #lastChunk(): Chunk {
    const last = this.#chunks.at(-1);
    if (last !== undefined) return last;
    const chunk: Chunk = { starts: [], ends: [] };
    this.#chunks.push(chunk);
    return chunk;
  }
}

/** The index of the first of these ascending numbers that is at least `wanted`. */
function firstAtLeast(ascending: readonly number[], wanted: number): number {
  let low = 0;
  for (let high = ascending.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) < wanted)
      low = middle + 1; // middle < high
    else high = middle;
  }
  return low;
}
