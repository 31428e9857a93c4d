import { COMPARABLE_RESULTS } from "../grammar/grammar.ts";
import { NO_FILE } from "../identity/descriptor-table.ts";
import { NO_STRING, type Row, UNKNOWN } from "../trace/table.ts";
import type { TraceView } from "../view/trace-view.ts";
import { prefixOf, quoted } from "./snapshot-name.ts";

/** Everything about a call but its offset, thread and place in the order. */
export type Shape = {
  readonly call: string;
  /** Index into the files of the trace; NO_FILE if there is none. */
  readonly file: number;
  readonly second: number;
  /** The words after the file: `@?` in place of an offset, then size, flags, result. */
  readonly secondOffset: string | null;
  readonly hasOffset: boolean;
  /** An offset beyond 2^53, which loops cannot step through. */
  readonly exactOffset: string | null;
  readonly rest: string;
};

export type Shapes = {
  readonly shapes: readonly Shape[];
  /** Per compared row, in their order: index into `shapes`. */
  readonly shape: Int32Array;
  /** Per compared row: bytes; 0 if the call has none. */
  readonly offset: Float64Array;
  /** Per file of the trace: see prefixOf. */
  readonly prefixes: readonly string[];
};

/** The compared calls of a trace, each as the number of one of a few shapes and an offset. */
export function shapesOf(side: TraceView): Shapes {
  const { trace, rows } = side;
  const tids = new Set(trace.threads.map(({ tid }) => String(tid)).filter((tid) => tid.length >= 3));
  const prefixes = side.files.files.map((file) => prefixOf(file, tids));
  const numbers = new Map<string, number>();
  const shapes: Shape[] = [];
  // Rows that differ only in what a snapshot does not keep, such as the descriptor returned by open, have one shape.
  const byText = new Map<string, number>();
  const shape = new Int32Array(rows.length);
  const offset = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as Row; // in range
    const key = keyOf(side, row);
    let number = numbers.get(key);
    if (number === undefined) {
      const made = shapeOf(side, row);
      const text = JSON.stringify(made);
      number = byText.get(text) ?? shapes.push(made) - 1;
      byText.set(text, number);
      numbers.set(key, number);
    }
    shape[i] = number;
    const given = trace.table.offset[row] as number; // in range
    if (given !== UNKNOWN && shapes[number]?.exactOffset === null) offset[i] = given;
  }
  return { shapes, shape, offset, prefixes };
}

/** Equal for rows of one shape. */
function keyOf(side: TraceView, row: Row): string {
  const { table, exact, extras } = side.trace;
  const { file, second } = side.files;
  const hasOffset = table.offset[row] !== UNKNOWN;
  const common = `${table.call[row]} ${file[row]} ${table.flags[row]} ${table.size[row]} ${table.result[row]} ${table.error[row]} ${hasOffset}`;
  const extra = extras.get(row)?.offset;
  const other = second.get(row);
  const large = exact.offset.get(row) ?? exact.size.get(row) ?? exact.result.get(row);
  if (extra === undefined && other === undefined && large === undefined) return common;
  return `${common} ${other} ${extra} ${exact.offset.get(row)} ${exact.size.get(row)} ${exact.result.get(row)}`;
}

function shapeOf(side: TraceView, row: Row): Shape {
  const { table, exact, extras, strings } = side.trace;
  const size = table.size[row] as number; // in range, as below
  const flags = table.flags[row] as number;
  const extra = extras.get(row)?.offset;
  const words = [
    ...(size === UNKNOWN ? [] : [String(exact.size.get(row) ?? size)]),
    ...(flags === NO_STRING ? [] : [`(${flagsWord(strings[flags] ?? "")})`]),
    `= ${resultWord(side, row)}`,
  ];
  const call = side.grammar.calls[table.call[row] as number];
  return {
    call: call?.name ?? "",
    file: side.files.file[row] as number,
    second: side.files.second.get(row) ?? NO_FILE,
    secondOffset: extra === undefined ? null : String(extra),
    hasOffset: table.offset[row] !== UNKNOWN,
    exactOffset: exact.offset.get(row)?.toString() ?? null,
    rest: words.join(" "),
  };
}

/** Flags as strace prints them; characters that could end the parenthesis or the line are escaped as in JSON. */
function flagsWord(flags: string): string {
  return /^[^()"\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u.test(flags) ? flags : quoted(flags);
}

function resultWord(side: TraceView, row: Row): string {
  const { table, exact, errors } = side.trace;
  const result = table.result[row] as number;
  const error = errors[table.error[row] as number] ?? "";
  const isComparable = COMPARABLE_RESULTS.has(
    side.grammar.calls[table.call[row] as number]?.result ?? "status",
  );
  if (error !== "") return error;
  if (result === UNKNOWN) return isComparable ? "?" : "ok";
  return isComparable ? String(exact.result.get(row) ?? result) : "ok";
}
