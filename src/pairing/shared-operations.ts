import { NO_FILE } from "../identity/descriptor-table.ts";
import type { Ignorable } from "../result/comparison.ts";
import type { Row } from "../trace/table.ts";
import { OperationNumbers } from "../view/operation-numbers.ts";
import type { TraceView } from "../view/trace-view.ts";
import type { OperationRequests } from "./operation-requests.ts";

export type NumberedOperations = {
  /** By row; only those of compared rows are set. */
  readonly operation: Int32Array;
  /** By operation of the trace, the number of its rows, except special ones. */
  readonly numbers: Int32Array;
  /** Whether some rows have their own number, for what their operation does not include. */
  readonly areSpecial: boolean;
};

/**
 * Numbers the small, repeating part of a request: call, file, flags and, for the few calls that have them, the second
 * file, its offset, and values beyond 2^53. Two requests of any side are equal if operation, offset and size are.
 */
export class SharedOperations {
  readonly #common = new OperationNumbers();
  /** Of special rows, below 0. */
  readonly #special = new Map<string, number>();
  readonly #ignore: ReadonlySet<Ignorable>;

  constructor(ignore: readonly Ignorable[]) {
    this.#ignore = new Set(ignore);
  }

  /**
   * Operations of all rows of a side.
   * @param fileIds number of each file of the side, equal for files that are paired
   * @param requests see RequestNumbers
   */
  of(side: TraceView, fileIds: Int32Array, requests: OperationRequests): NumberedOperations {
    const { operation, file } = side.operations;
    const numbers = Int32Array.from(requests.call, (call, index) => {
      const on = file[index] as number;
      const fileId = on === NO_FILE ? NO_FILE : (fileIds[on] as number);
      return this.#common.of(call, fileId, requests.flags[index] as number);
    });
    const special = this.#specialRows(side, fileIds);
    if (special.size === 0 && numbers.every((number, index) => number === index)) {
      return { operation, numbers, areSpecial: false };
    }
    const operations = new Int32Array(operation.length);
    for (let i = 0; i < side.rows.length; i++) {
      const row = side.rows[i] as Row;
      operations[row] = numbers[operation[row] as number] as number;
    }
    for (const [row, more] of special) operations[row] = this.#specialId(`${operations[row]}${more}`);
    return { operation: operations, numbers, areSpecial: special.size > 0 };
  }

  /** What tells rows apart besides their operation. */
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
