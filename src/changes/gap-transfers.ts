import type { Stretch } from "../align/stretch.ts";
import type { Pair, Side } from "../trace/pair.ts";
import { UNKNOWN } from "../trace/table.ts";
import type { TransferRole } from "../view/transfers.ts";
import type { ExplainedCalls } from "./explained-calls.ts";
import type { RequestColumns } from "./gap-view.ts";

// Casts in this file: positions lie in the thread, rows in their columns.

/** Which bytes calls transferred. */
export type TransferView = {
  /** By index into `Grammar.calls`. */
  readonly roles: readonly TransferRole[];
  readonly columns: Pair<TransferColumns>;
};

/** By row. */
export type TransferColumns = {
  /** The first byte that a read or write transferred, as given with the call; UNKNOWN if it was not. */
  readonly offset: Float64Array;
  /** The same as known from the file position, UNKNOWN if it is not; null if it never is. */
  readonly positions: Float64Array | null;
  /** The bytes that a read or write transferred, or the position that a seek reached; below 0 if it failed. */
  readonly result: Float64Array;
};

const NO_ENTRIES = new Int32Array();
/** Calls that claim to have transferred more are left alone. */
const MOST_BYTES = 2 ** 40;

/** The reads and writes of one side that are in gaps, as columns by entry. */
export class GapTransfers {
  /** Entries by file and direction, in order. */
  readonly streams: ReadonlyMap<number, Int32Array>;
  readonly position: Int32Array;
  readonly gap: Int32Array;
  readonly call: Uint16Array;
  readonly start: Float64Array;
  readonly bytes: Float64Array;
  /** Position of the seek in the same gap that the transfer relies on; -1 if there is none. */
  readonly seek: Int32Array;
  /** Whether the start of any of them is unknown. */
  hasUnknown = false;
  #count = 0;
  /** By entry and by stream: its file and direction; the number of entries. */
  readonly #key: Int32Array;
  readonly #sizes: number[] = [];
  /** By file: the last seek, until a transfer uses it, and the file position as far as the gap shows it. */
  readonly #files = new Map<number, { seek: number; cursor: number; gap: number }>();

  constructor(
    columns: RequestColumns,
    { roles, columns: transfers }: TransferView,
    side: Side,
    stretches: readonly Stretch[],
    explained: ExplainedCalls,
  ) {
    const countName = side === "before" ? "beforeCount" : "afterCount";
    let most = 0;
    for (const stretch of stretches) if (stretch.kind === "gap") most += stretch[countName];
    this.position = new Int32Array(most);
    this.gap = new Int32Array(most);
    this.call = new Uint16Array(most);
    this.start = new Float64Array(most);
    this.bytes = new Float64Array(most);
    this.seek = new Int32Array(most);
    this.#key = new Int32Array(most);
    const { rows, call, file } = columns;
    const { offset, positions, result } = transfers[side];
    stretches.forEach((stretch, gap) => {
      if (stretch.kind === "match") return;
      const start = stretch[side];
      const end = start + stretch[countName];
      for (let at = start; at < end; at++) {
        if (!explained.isFree(side, at)) continue;
        const row = rows[at] as number;
        const role = roles[call[row] as number] ?? null;
        if (role === null) continue;
        const came = result[row] as number;
        if (role === "seek") {
          this.#files.set(file[row] as number, { seek: at, cursor: came, gap });
          continue;
        }
        const given = offset[row] as number;
        const known = positions === null ? UNKNOWN : (positions[row] as number);
        const position = given < 0 ? known : given;
        this.#add(columns, row, at, gap, role, position, came);
      }
    });
    this.streams = this.#sorted();
  }

  /** A counting sort: there may be millions. */
  #sorted(): ReadonlyMap<number, Int32Array> {
    const streams = new Map<number, Int32Array>();
    this.#sizes.forEach((size, key) => {
      streams.set(key, new Int32Array(size));
    });
    const all = Array.from(this.#sizes, (_, key) => streams.get(key) ?? NO_ENTRIES);
    const next = new Int32Array(all.length);
    for (let entry = 0; entry < this.#count; entry++) {
      const key = this.#key[entry] as number;
      const at = next[key] as number;
      (all[key] as Int32Array)[at] = entry;
      next[key] = at + 1;
    }
    return streams;
  }

  #add(
    columns: RequestColumns,
    row: number,
    at: number,
    gap: number,
    role: "read" | "write",
    position: number,
    bytes: number,
  ): void {
    const file = columns.file[row] as number;
    // Sums of such numbers stay exact, and the kernel ends a transfer at 2 GiB anyway.
    if (!(bytes > 0 && bytes <= MOST_BYTES) || position + bytes > Number.MAX_SAFE_INTEGER) return;

    const entry = this.#count++;
    this.position[entry] = at;
    this.gap[entry] = gap;
    this.call[entry] = columns.call[row] as number;
    this.bytes[entry] = bytes;
    this.start[entry] = position;
    this.seek[entry] = -1;
    const state = this.#files.size === 0 ? undefined : this.#files.get(file);
    if (columns.offset[row] === UNKNOWN && state?.gap === gap) {
      if (position === UNKNOWN) this.start[entry] = state.cursor;
      this.seek[entry] = state.seek;
      state.seek = -1;
      state.cursor = (this.start[entry] as number) + bytes;
    }
    if (this.start[entry] === UNKNOWN) this.hasUnknown = true;
    // calls on no file have a number below 0
    const key = (file + 1) * 2 + (role === "read" ? 0 : 1);
    this.#key[entry] = key;
    this.#sizes[key] = (this.#sizes[key] ?? 0) + 1;
  }
}
