import { NO_FILE } from "../../identity/descriptor-table.ts";
import type { CallRecord } from "../../result/call-record.ts";
import { NO_STRING, NONE, type Row, UNKNOWN } from "../../trace/table.ts";
import { offsetOf } from "../../view/record-of-row.ts";
import type { TraceView } from "../../view/trace-view.ts";

/** How a format writes the values of a record. */
export type ValueSyntax = {
  /** What to write if the trace does not say. */
  readonly none: string;
  readonly text: (value: string) => string;
  /** A whole number beyond 2^53, given as its digits. */
  readonly big: (digits: string) => string;
};

/** The members of a record, in the order in which every format has them. */
export const RECORD_FIELDS: readonly (keyof CallRecord)[] = [
  "line",
  "thread",
  "start",
  "call",
  "fd",
  "file",
  "offset",
  "size",
  "flags",
  "result",
  "error",
  "latency",
];

const SECOND = 1e9;

/**
 * The values of one trace's records as text in a format, row by row: the same as `callRecord`, without an object per
 * row. Text that repeats (names of calls, files, flags, errors, threads) is formatted once and kept.
 */
export class RecordTexts {
  readonly #side: TraceView;
  readonly #syntax: ValueSyntax;
  readonly #calls: readonly string[];
  readonly #files: readonly string[];
  readonly #threads: readonly string[];
  readonly #errors: readonly string[];
  /** By index into the strings of the trace; formatted when first needed, as most strings are not flags. */
  readonly #flags: (string | undefined)[] = [];
  readonly #originSeconds: number;
  readonly #originNanoseconds: number;

  constructor(side: TraceView, syntax: ValueSyntax) {
    const { trace, grammar, files } = side;
    this.#side = side;
    this.#syntax = syntax;
    this.#calls = grammar.calls.map(({ name }) => syntax.text(name));
    this.#files = files.files.map(({ path }) => (path === null ? syntax.none : syntax.text(path)));
    this.#threads = trace.threads.map(({ tid }) => String(tid));
    this.#errors = trace.errors.map((error) => (error === "" ? syntax.none : syntax.text(error)));
    // Nanoseconds since 1970 do not fit a double exactly, but seconds and their fraction do.
    this.#originSeconds = Number(trace.origin / BigInt(SECOND));
    this.#originNanoseconds = Number(trace.origin % BigInt(SECOND));
  }

  // Rows are rows of the columns, and what the columns hold indexes the lists beside.

  line(row: Row): number {
    return this.#side.trace.table.line[row] as number;
  }

  thread(row: Row): string {
    return this.#threads[this.#side.trace.table.thread[row] as number] as string;
  }

  start(row: Row): string {
    const sinceOrigin = this.#side.trace.table.start[row] as number;
    if (sinceOrigin === UNKNOWN) return this.#syntax.none;
    const nanoseconds = this.#originNanoseconds + (sinceOrigin % SECOND);
    const carry = Math.floor(nanoseconds / SECOND);
    const seconds = this.#originSeconds + Math.trunc(sinceOrigin / SECOND) + carry;
    const value = seconds * SECOND + (nanoseconds - carry * SECOND);
    if (Number.isSafeInteger(value)) return String(value);
    return this.#syntax.big(`${seconds}${String(nanoseconds - carry * SECOND).padStart(9, "0")}`);
  }

  call(row: Row): string {
    return this.#calls[this.#side.trace.table.call[row] as number] as string;
  }

  fd(row: Row): string {
    const fd = this.#side.trace.table.fd[row] as number;
    return fd === NONE ? this.#syntax.none : String(fd);
  }

  file(row: Row): string {
    const file = this.#side.files.file[row] as number;
    return file === NO_FILE ? this.#syntax.none : (this.#files[file] as string);
  }

  offset(row: Row): string {
    return this.#exact(offsetOf(this.#side, row), this.#side.trace.exact.offset, row);
  }

  size(row: Row): string {
    const { table, exact } = this.#side.trace;
    return this.#exact(table.size[row] as number, exact.size, row);
  }

  flags(row: Row): string {
    const { table, strings } = this.#side.trace;
    const flags = table.flags[row] as number;
    if (flags === NO_STRING) return this.#syntax.none;
    const written = this.#flags[flags] ?? this.#syntax.text(strings[flags] as string);
    this.#flags[flags] = written;
    return written;
  }

  result(row: Row): string {
    const { table, exact } = this.#side.trace;
    return this.#exact(table.result[row] as number, exact.result, row);
  }

  error(row: Row): string {
    return this.#errors[this.#side.trace.table.error[row] as number] as string;
  }

  latency(row: Row): string {
    const latency = this.#side.trace.table.latency[row] as number;
    return latency < 0 ? this.#syntax.none : String(latency);
  }

  #exact(value: number, exact: ReadonlyMap<Row, bigint>, row: Row): string {
    const known = exact.size === 0 ? undefined : exact.get(row);
    if (known === undefined) return value === UNKNOWN ? this.#syntax.none : String(value);
    return Number.isSafeInteger(Number(known)) ? String(known) : this.#syntax.big(String(known));
  }
}
