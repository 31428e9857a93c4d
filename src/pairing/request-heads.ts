import { NO_FILE } from "../identity/descriptor-table.ts";
import type { Ignorable } from "../result/comparison.ts";
import type { Row } from "../trace/table.ts";
import { HeadNumbers } from "../view/head-numbers.ts";
import type { TraceView } from "../view/trace-view.ts";
import type { HeadRequests } from "./head-requests.ts";

export type NumberedHeads = {
  /** By row; only those of compared rows are set. */
  readonly head: Int32Array;
  /** By local head the number of its rows, but for special ones. */
  readonly numbers: Int32Array;
  /** Whether some rows have a number of their own, for what their local head does not tell. */
  readonly areSpecial: boolean;
};

/**
 * Numbers what is small and repeats in a request: call, file, flags, and for the few calls that have them the
 * second file, its offset, and values beyond 2^53. Two requests of any side are equal when head, offset and size are.
 */
export class RequestHeads {
  readonly #common = new HeadNumbers();
  /** Of special rows, below 0. */
  readonly #special = new Map<string, number>();
  readonly #ignore: ReadonlySet<Ignorable>;

  constructor(ignore: readonly Ignorable[]) {
    this.#ignore = new Set(ignore);
  }

  /**
   * Heads of all rows of a side.
   * @param fileIds number of each file of the side, equal for files that are paired
   * @param requests see RequestNumbers
   */
  of(side: TraceView, fileIds: Int32Array, requests: HeadRequests): NumberedHeads {
    const { head, file } = side.heads;
    const numbers = Int32Array.from(requests.call, (call, index) => {
      const on = file[index] as number;
      const fileId = on === NO_FILE ? NO_FILE : (fileIds[on] as number);
      return this.#common.of(call, fileId, requests.flags[index] as number);
    });
    const special = this.#specialRows(side, fileIds);
    if (special.size === 0 && numbers.every((number, index) => number === index)) {
      return { head, numbers, areSpecial: false };
    }
    const heads = new Int32Array(head.length);
    for (let i = 0; i < side.rows.length; i++) {
      const row = side.rows[i] as Row;
      heads[row] = numbers[head[row] as number] as number;
    }
    for (const [row, more] of special) heads[row] = this.#specialId(`${heads[row]}${more}`);
    return { head: heads, numbers, areSpecial: special.size > 0 };
  }

  /** What tells rows apart beside their local heads. */
  #specialRows(side: TraceView, fileIds: Int32Array): ReadonlyMap<Row, string> {
    const { exact, extras } = side.trace;
    const special = new Map<Row, string>();
    for (const row of new Set([...exact.offset.keys(), ...exact.size.keys(), ...extras.keys()])) {
      const more = this.#specialParts(side, fileIds, row);
      if (more !== "") special.set(row, more);
    }
    return special;
  }

  #specialId(key: string): number {
    const id = this.#special.get(key) ?? -1 - this.#special.size;
    this.#special.set(key, id);
    return id;
  }

  #specialParts({ trace, files }: TraceView, fileIds: Int32Array, row: Row): string {
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
