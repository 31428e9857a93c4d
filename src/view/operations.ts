import type { Grammar } from "../grammar/grammar.ts";
import { newestRequest } from "../grammar/newest-request.ts";
import { NO_FILE } from "../identity/descriptor-table.ts";
import type { TracedFile } from "../identity/file-catalog.ts";
import type { TraceFiles } from "../identity/trace-files.ts";
import type { Row } from "../trace/table.ts";
import type { Trace } from "../trace/trace.ts";
import { OperationNumbers } from "./operation-numbers.ts";

/**
 * The small, repeating part of the requests of one side (call, file, flags), numbered. A trace has few operations and
 * repeats them millions of times, so whatever depends on the operation alone is computed once for each.
 */
export type Operations = {
  /** Index into the columns below by row. Only compared rows have one. */
  readonly operation: Int32Array;
  readonly call: Int32Array;
  /** Index into `TraceFiles.files`; NO_FILE for calls on no file. */
  readonly file: Int32Array;
  /** Index into `trace.strings`; NO_STRING for calls without flags. */
  readonly flags: Int32Array;
  /**
   * A hash of the call by its newest name, of the path or descriptor, and of the flags, ascending: two sides with the
   * same operations by name number them alike.
   */
  readonly name: Int32Array;
  /** Compared calls of each operation. */
  readonly calls: Uint32Array;
};

/** @param rows the compared rows */
export function operationsOf(
  trace: Trace,
  grammar: Grammar,
  { file, files }: Pick<TraceFiles, "file" | "files">,
  rows: Uint32Array,
): Operations {
  const { table } = trace;
  const operation = new Int32Array(new SharedArrayBuffer(table.length * Int32Array.BYTES_PER_ELEMENT));
  const operations = new OperationNumbers();
  // A direct-mapped cache before the maps: call, file, flags and the operation of each.
  const recent = new Int32Array(SLOTS * SLOT).fill(-1);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as Row;
    const call = table.call[row] as number;
    const flags = table.flags[row] as number;
    const on = file[row] as number;
    const slot = ((call + on * 31 + flags * 1009) & (SLOTS - 1)) * SLOT;
    if (recent[slot] !== call || recent[slot + 1] !== on || recent[slot + 2] !== flags) {
      recent[slot] = call;
      recent[slot + 1] = on;
      recent[slot + 2] = flags;
      recent[slot + 3] = operations.of(call, on, flags);
    }
    operation[row] = recent[slot + 3] as number;
  }
  const names = namesOf(operations, grammar, files, trace.strings);
  const order = Int32Array.from(names.keys()).sort(
    (x, y) => (names[x] as number) - (names[y] as number) || x - y,
  );
  const inOrder = (column: ArrayLike<number>): Int32Array => order.map((id) => column[id] as number);
  return {
    operation,
    call: inOrder(operations.call),
    file: inOrder(operations.file),
    flags: inOrder(operations.flags),
    name: inOrder(names),
    calls: renumber(operation, rows, order),
  };
}

function namesOf(
  { call, file, flags }: OperationNumbers,
  grammar: Grammar,
  files: readonly TracedFile[],
  strings: readonly string[],
): Int32Array {
  return Int32Array.from(call, (one, id) => {
    const on = file[id] as number;
    const target = on === NO_FILE ? "" : (files[on]?.path ?? files[on]?.fd ?? "");
    const words = strings[flags[id] as number] as string;
    const request = newestRequest(grammar.calls, { call: one, flags: words });
    return hashOf(`${request.call} ${target} ${request.flags}`);
  });
}

/**
 * Numbers the operations by their place in the order.
 * @returns the rows of each, by number
 */
function renumber(operation: Int32Array, rows: Uint32Array, order: Int32Array): Uint32Array {
  const numbers = new Int32Array(order.length);
  for (let number = 0; number < order.length; number++) numbers[order[number] as number] = number;
  const counts = new Uint32Array(order.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as Row;
    const number = numbers[operation[row] as number] as number;
    operation[row] = number;
    counts[number] = (counts[number] as number) + 1;
  }
  return counts;
}

/** A power of two, so that a slot is a mask. */
const SLOTS = 4096;
/** Numbers per slot. */
const SLOT = 4;

/** FNV-1a (Fowler, Noll, Vo) of the UTF-16 units of a text. */
function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x0100_0193);
  return hash;
}
