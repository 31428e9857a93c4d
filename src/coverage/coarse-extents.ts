import type { Extents } from "./extents.ts";

/** Cells per extent, so that most of the space between two extents has separate cells. */
const CELLS_AN_EXTENT = 16;
const LEAST_CELLS = 1 << 14;
const MOST_CELLS = 1 << 17;
/** Cells of all files together, as long as each file gets at least the minimum. */
const LEAST_CELLS_OF_ALL = 1 << 22;
/** A range of more cells is assumed to meet an extent. */
const MOST_LOOKED_AT = 16;

/**
 * Rules out, with a few comparisons, nearly every byte range that meets none of some extents: the space between the
 * first and the last extent is divided into cells, and cells that contain part of an extent are marked. It holds
 * several files at once, each with its own extents.
 */
export class CoarseExtents {
  /** By file: where the first extent starts and the last one ends, and cells per byte. */
  readonly #start: Float64Array;
  readonly #end: Float64Array;
  readonly #scale: Float64Array;
  /** By file: a range of this many bytes is in one cell or in two. */
  readonly #short: Float64Array;
  /** By file: where its cells start, and how many follow the first. */
  readonly #cells: Int32Array;
  readonly #last: Int32Array;
  readonly #marked: Uint8Array;

  constructor(files: readonly Extents[]) {
    const least = Math.min(LEAST_CELLS, LEAST_CELLS_OF_ALL / files.length);
    const counts = files.map(({ starts }) =>
      starts.length === 0
        ? 0
        : Math.ceil(Math.min(MOST_CELLS, Math.max(least, CELLS_AN_EXTENT * starts.length))),
    );
    this.#start = Float64Array.from(files, ({ starts }) => starts[0] ?? 0);
    this.#end = Float64Array.from(files, ({ ends }) => ends.at(-1) ?? Number.NEGATIVE_INFINITY);
    this.#scale = Float64Array.from(
      counts,
      (count, file) => count / Math.max(1, (this.#end[file] as number) - (this.#start[file] as number)),
    );
    this.#short = this.#scale.map((scale) => 0.5 / scale);
    this.#last = Int32Array.from(counts);
    this.#cells = new Int32Array(files.length);
    let all = 0;
    counts.forEach((count, file) => {
      this.#cells[file] = all;
      all += count + 1;
    });
    this.#marked = new Uint8Array(all);
    files.forEach(({ starts, ends }, file) => {
      for (let i = 0; i < starts.length; i++) {
        const first = this.#cellOf(file, starts[i] as number); // i < length of both
        this.#marked.fill(1, first, this.#cellOf(file, (ends[i] as number) - 1) + 1);
      }
    });
  }

  /** False only if no byte of the range is in an extent of the file. */
  mayMeet(file: number, start: number, end: number): boolean {
    if (start >= (this.#end[file] as number) || end <= (this.#start[file] as number)) return false;
    const first = this.#cellOf(file, start);
    if (end - start <= (this.#short[file] as number)) {
      return this.#marked[first] === 1 || this.#marked[first + 1] === 1;
    }
    const last = this.#cellOf(file, end - 1);
    if (last - first > MOST_LOOKED_AT) return true;
    for (let cell = first; cell <= last; cell++) if (this.#marked[cell] === 1) return true;
    return false;
  }

  /** Never falls as the position rises, despite rounding. */
  #cellOf(file: number, position: number): number {
    const cells = this.#cells[file] as number;
    const start = this.#start[file] as number;
    if (position <= start) return cells;
    if (position >= (this.#end[file] as number)) return cells + (this.#last[file] as number);
    return cells + (((position - start) * (this.#scale[file] as number)) | 0);
  }
}
