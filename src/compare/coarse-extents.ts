import type { Extents } from "./extents.ts";

/** For each extent, so that most of what lies between two of them is in cells of its own. */
const CELLS_AN_EXTENT = 16;
const MOST_CELLS = 1 << 17;

/**
 * Tells of nearly every byte range, at the price of a few comparisons, that it meets none of some extents: what lies
 * between the first and the last of them is cut into cells, and those are marked in which an extent lies.
 */
export class CoarseExtents {
  readonly #start: number;
  readonly #end: number;
  /** Cells a byte. */
  readonly #scale: number;
  readonly #marked: Uint8Array;

  constructor({ starts, ends }: Extents) {
    this.#start = starts[0] ?? 0;
    this.#end = ends.at(-1) ?? 0;
    const cells = Math.min(MOST_CELLS, CELLS_AN_EXTENT * (starts.length + 1));
    this.#scale = cells / Math.max(1, this.#end - this.#start);
    this.#marked = new Uint8Array(cells);
    for (let i = 0; i < starts.length; i++) {
      this.#marked.fill(1, this.#cellOf(starts[i] as number), this.#cellOf((ends[i] as number) - 1) + 1);
    }
  }

  /** False only where no byte of the range is in an extent. */
  mayMeet(start: number, end: number): boolean {
    if (start >= this.#end || end <= this.#start) return false;
    const first = this.#cellOf(start);
    const last = this.#cellOf(end - 1);
    return last - first > 1 || this.#marked[first] === 1 || this.#marked[last] === 1;
  }

  /** Rises with the position, whatever is lost in rounding. */
  #cellOf(position: number): number {
    const within = Math.min(Math.max(position, this.#start), this.#end - 1);
    return Math.min(this.#marked.length - 1, Math.floor((within - this.#start) * this.#scale));
  }
}
