import { NO_FILE } from "../identity/descriptor-table.ts";
import { mapPair, type Pair } from "../trace/pair.ts";
import { NONE, type Row } from "../trace/table.ts";
import type { Ignorable } from "./comparison.ts";
import type { SideView } from "./side-view.ts";

/**
 * Numbers what is small and repeats in a request: call, file, flags, and for the few calls that have them the
 * second file, its offset, and values beyond 2^53. Two requests of any side are equal when head, offset and size are.
 */
export class RequestHeads {
  readonly #ids = new Map<string, number>();
  readonly #ignore: ReadonlySet<Ignorable>;

  constructor(ignore: readonly Ignorable[]) {
    this.#ignore = new Set(ignore);
  }

  /**
   * Heads of all rows of a side; only those of `side.rows` are set.
   * @param fileIds number of each file of the side, equal for files that are paired
   * @param flagIds see numberFlags
   */
  of(side: SideView, fileIds: Int32Array, flagIds: Int32Array): Int32Array {
    const { table, exact, extras } = side.trace;
    const { file } = side.files;
    const heads = new Int32Array(table.length);
    const cache = new HeadCache();
    for (let i = 0; i < side.rows.length; i++) {
      const row = side.rows[i] as Row;
      const call = table.call[row] as number;
      const index = file[row] as number;
      const fileId = index === NO_FILE ? NO_FILE : (fileIds[index] as number);
      const flags = table.flags[row] as number;
      const flagId = flags === NONE ? NONE : (flagIds[flags] as number);
      const slot = cache.slot(call, fileId, flagId);
      const known = cache.head(slot, call, fileId, flagId);
      heads[row] = known ?? cache.keep(slot, call, fileId, flagId, this.#id(`${call} ${fileId} ${flagId}`));
    }
    const special = new Set([...exact.offset.keys(), ...exact.size.keys(), ...extras.keys()]);
    for (const row of special) {
      const more = this.#specialParts(side, fileIds, row);
      if (more !== "") heads[row] = this.#id(`${heads[row]}${more}`);
    }
    return heads;
  }

  #id(key: string): number {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(key, id);
    return id;
  }

  #specialParts({ trace, files }: SideView, fileIds: Int32Array, row: Row): string {
    const { exact, extras } = trace;
    const second = files.second.get(row);
    const secondOffset = extras.get(row)?.offset;
    const offset = exact.offset.get(row);
    const size = exact.size.get(row);
    let parts = "";
    if (second !== undefined) parts += ` second ${fileIds[second]}`;
    if (secondOffset !== undefined && !this.#ignore.has("offset")) parts += ` second-offset ${secondOffset}`;
    if (offset !== undefined && !this.#ignore.has("offset")) parts += ` offset ${offset}`;
    if (size !== undefined && !this.#ignore.has("size")) parts += ` size ${size}`;
    return parts;
  }
}

/** A direct-mapped cache before the map of strings: a trace has few heads and repeats them millions of times. */
class HeadCache {
  readonly #call = new Int32Array(CACHE_SLOTS).fill(-1);
  readonly #file = new Int32Array(CACHE_SLOTS);
  readonly #flags = new Int32Array(CACHE_SLOTS);
  readonly #head = new Int32Array(CACHE_SLOTS);

  slot(call: number, file: number, flags: number): number {
    return (call + file * 31 + flags * 1009) & (CACHE_SLOTS - 1);
  }

  head(slot: number, call: number, file: number, flags: number): number | undefined {
    const hit = this.#call[slot] === call && this.#file[slot] === file && this.#flags[slot] === flags;
    return hit ? this.#head[slot] : undefined;
  }

  keep(slot: number, call: number, file: number, flags: number, head: number): number {
    this.#call[slot] = call;
    this.#file[slot] = file;
    this.#flags[slot] = flags;
    this.#head[slot] = head;
    return head;
  }
}

/** A power of two, so that a slot is a mask. */
const CACHE_SLOTS = 4096;

/** Per side, index into `trace.strings` to a number that flags with one text share; NONE where not used as flags. */
export function numberFlags(sides: Pair<SideView>, ignore: readonly Ignorable[]): Pair<Int32Array> {
  const numbers = new Map<string, number>();
  return mapPair(sides, ({ trace, rows }) => {
    const ids = new Int32Array(trace.strings.length).fill(NONE);
    if (ignore.includes("flags")) return ids;
    for (let i = 0; i < rows.length; i++) {
      const flags = trace.table.flags[rows[i] as Row] as number;
      if (flags === NONE || ids[flags] !== NONE) continue;
      const text = trace.strings[flags] as string;
      const known = numbers.get(text) ?? numbers.size;
      numbers.set(text, known);
      ids[flags] = known;
    }
    return ids;
  });
}
