import type { Row } from "../trace/table.ts";
import type { Trace } from "../trace/trace.ts";

/**
 * What is small and repeats in the requests of one side (call, file, flags), numbered as it appears. A trace has few
 * heads and repeats them millions of times, so whatever is asked of heads is asked once for each.
 */
export type LocalHeads = {
  /** Index into the columns below by row. Only compared rows have one. */
  readonly head: Int32Array;
  readonly call: Int32Array;
  /** Index into `TraceFiles.files`; NO_FILE for calls on no file. */
  readonly file: Int32Array;
  /** Index into `trace.strings`; NO_STRING for calls without flags. */
  readonly flags: Int32Array;
  /** Compared calls of each head. */
  readonly calls: Uint32Array;
};

/** @param rows the compared rows */
export function localHeads(trace: Trace, file: Int32Array, rows: Uint32Array): LocalHeads {
  const { table } = trace;
  const head = new Int32Array(new SharedArrayBuffer(table.length * Int32Array.BYTES_PER_ELEMENT));
  const columns = { call: [] as number[], file: [] as number[], flags: [] as number[] };
  const calls: number[] = [];
  const known = new Map<string, number>();
  const recent = new RecentHeads();
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as Row;
    const call = table.call[row] as number;
    const flags = table.flags[row] as number;
    const on = file[row] as number;
    const slot = recent.slot(call, on, flags);
    let id = recent.find(slot, call, on, flags);
    if (id < 0) {
      const key = `${call} ${on} ${flags}`;
      id = known.get(key) ?? known.size;
      if (id === known.size) {
        known.set(key, id);
        columns.call.push(call);
        columns.file.push(on);
        columns.flags.push(flags);
        calls.push(0);
      }
      recent.keep(slot, call, on, flags, id);
    }
    head[row] = id;
    calls[id] = (calls[id] as number) + 1;
  }
  return {
    head,
    call: Int32Array.from(columns.call),
    file: Int32Array.from(columns.file),
    flags: Int32Array.from(columns.flags),
    calls: Uint32Array.from(calls),
  };
}

/** A power of two, so that a slot is a mask. */
const SLOTS = 4096;

/** A direct-mapped cache before the map of strings. */
class RecentHeads {
  readonly #call = new Int32Array(SLOTS).fill(-1);
  readonly #file = new Int32Array(SLOTS);
  readonly #flags = new Int32Array(SLOTS);
  readonly #head = new Int32Array(SLOTS);

  slot(call: number, file: number, flags: number): number {
    return (call + file * 31 + flags * 1009) & (SLOTS - 1);
  }

  find(slot: number, call: number, file: number, flags: number): number {
    const isHit = this.#call[slot] === call && this.#file[slot] === file && this.#flags[slot] === flags;
    return isHit ? (this.#head[slot] as number) : -1;
  }

  keep(slot: number, call: number, file: number, flags: number, head: number): void {
    this.#call[slot] = call;
    this.#file[slot] = file;
    this.#flags[slot] = flags;
    this.#head[slot] = head;
  }
}
