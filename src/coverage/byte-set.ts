/** Extents per chunk before it is split: so few that moving them costs about as much as finding them. */
const CHUNK = 512;
const FIRST_CAPACITY = 8;

/** Extents in order, apart from each other. Extent `i` starts at `bounds[2 * i]` and ends at `bounds[2 * i + 1]`. */
type Chunk = { bounds: Float64Array; count: number };

/** Where in the chunks an extent is, or would be. */
type BytePosition = { readonly chunk: number; readonly index: number };

/** The extents that a range meets or touches: how many, from where to where, and how many bytes are in the range. */
type Met = { readonly count: number; readonly start: number; readonly end: number; readonly bytes: number };

/** A set of bytes of a file that grows and shrinks range by range, each in O(log n) for n separate extents. */
export class ByteSet {
  /** None is empty. */
  readonly #chunks: Chunk[] = [];

  /** Adds the bytes from `start` up to but not including `end`. @returns how many of them were there already */
  add(start: number, end: number): number {
    const place = this.#firstEndingFrom(start);
    const met = this.#meet(place, start, end);
    if (met.count === 0) {
      this.#insert(place, start, end);
      return 0;
    }
    const { bounds } = this.#chunks[place.chunk] as Chunk; // that of the first extent met
    bounds[2 * place.index] = Math.min(start, met.start);
    bounds[2 * place.index + 1] = Math.max(end, met.end);
    this.#delete({ chunk: place.chunk, index: place.index + 1 }, met.count - 1);
    return met.bytes;
  }

  /** Removes the bytes that are there. */
  remove(start: number, end: number): void {
    const place = this.#firstEndingFrom(start);
    const met = this.#meet(place, start, end);
    if (met.count === 0) return;
    this.#delete(place, met.count);
    if (met.end > end) this.#insert(place, end, met.end);
    if (met.start < start) this.#insert(place, met.start, start);
    if (this.#chunks[place.chunk]?.count === 0) this.#chunks.splice(place.chunk, 1);
  }

  /** The first extent that ends at or after `start`. */
  #firstEndingFrom(start: number): BytePosition {
    let chunk = 0;
    for (let high = this.#chunks.length; chunk < high; ) {
      const middle = (chunk + high) >>> 1;
      const { bounds, count } = this.#chunks[middle] as Chunk; // middle < high
      if ((bounds[2 * count - 1] as number) < start) chunk = middle + 1;
      else high = middle;
    }
    const found = this.#chunks[chunk];
    return { chunk, index: found === undefined ? 0 : firstEndingFrom(found, start) };
  }

  #meet({ chunk, index }: BytePosition, start: number, end: number): Met {
    let count = 0;
    let bytes = 0;
    let first = Number.POSITIVE_INFINITY;
    let last = Number.NEGATIVE_INFINITY;
    for (let at = chunk, from = index; at < this.#chunks.length; at++, from = 0) {
      const { bounds, count: extents } = this.#chunks[at] as Chunk;
      for (let i = from; i < extents; i++) {
        const extentStart = bounds[2 * i] as number; // i < extents
        if (extentStart > end) return { count, start: first, end: last, bytes };
        if (count++ === 0) first = extentStart;
        last = bounds[2 * i + 1] as number;
        bytes += Math.max(0, Math.min(last, end) - Math.max(extentStart, start));
      }
    }
    return { count, start: first, end: last, bytes };
  }

  /** Removes this many extents from a place on. Its chunk stays, even if empty, for what is added there. */
  #delete({ chunk, index }: BytePosition, count: number): void {
    let left = count;
    for (let at = chunk, from = index; left > 0; from = 0) {
      const part = this.#chunks[at] as Chunk; // there are so many
      const taken = Math.min(left, part.count - from);
      part.bounds.copyWithin(2 * from, 2 * (from + taken), 2 * part.count);
      part.count -= taken;
      left -= taken;
      if (part.count === 0 && at !== chunk) this.#chunks.splice(at, 1);
      else at++;
    }
  }

  #insert({ chunk, index }: BytePosition, start: number, end: number): void {
    const known = this.#chunks[chunk];
    if (known === undefined) {
      this.#append(start, end);
      return;
    }
    if (known.count < CHUNK) {
      insertInto(known, index, start, end);
      return;
    }
    const half = CHUNK / 2;
    const upper = { bounds: known.bounds.slice(CHUNK), count: half };
    known.count = half;
    this.#chunks.splice(chunk + 1, 0, upper);
    if (index <= half) insertInto(known, index, start, end);
    else insertInto(upper, index - half, start, end);
  }

  /** Appends after all others. Chunks filled in this way stay full. */
  #append(start: number, end: number): void {
    let last = this.#chunks.at(-1);
    if (last === undefined || last.count === CHUNK) {
      last = { bounds: new Float64Array(2 * FIRST_CAPACITY), count: 0 };
      this.#chunks.push(last);
    }
    insertInto(last, last.count, start, end);
  }
}

/** The index of the first extent that ends at or after `start`. */
function firstEndingFrom({ bounds, count }: Chunk, start: number): number {
  let low = 0;
  for (let high = count; low < high; ) {
    const middle = (low + high) >>> 1;
    if ((bounds[2 * middle + 1] as number) < start)
      low = middle + 1; // middle < high
    else high = middle;
  }
  return low;
}

function insertInto(chunk: Chunk, index: number, start: number, end: number): void {
  if (2 * chunk.count === chunk.bounds.length) {
    const bounds = new Float64Array(2 * chunk.bounds.length);
    bounds.set(chunk.bounds);
    chunk.bounds = bounds;
  }
  chunk.bounds.copyWithin(2 * (index + 1), 2 * index, 2 * chunk.count);
  chunk.bounds[2 * index] = start;
  chunk.bounds[2 * index + 1] = end;
  chunk.count++;
}
