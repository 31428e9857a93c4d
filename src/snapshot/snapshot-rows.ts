import type { Grammar } from "../grammar/grammar.ts";
import type { LineCounts } from "../trace/line-kind.ts";
import type { Problem } from "../trace/problem.ts";
import { NO_STRING, NONE, type Row, UNKNOWN } from "../trace/table.ts";
import type { CallsInFlight, KnownFiles, RowExtra, Trace } from "../trace/trace.ts";
import { type CallRow, TraceTableBuilder } from "../trace/trace-table-builder.ts";
import { SnapshotError } from "./snapshot-error.ts";
import type { SnapshotCall, SnapshotName } from "./snapshot-line.ts";
import { fileOfPrefix } from "./snapshot-name.ts";

/** File numbers start here, so that none is taken for standard input, output or error. */
const FIRST_FD = 3;
const NO_FILE = -1;

/** A snapshot does not say which thread was inside a call that never ended: none has this index. */
const NO_THREAD = 0xffff_ffff;
const MOST_PROBLEMS = 1000;

/** A call as its line was parsed. */
type ParsedRow = {
  readonly row: { -readonly [Column in keyof CallRow]: number };
  readonly file: number;
  readonly second: number;
  readonly result: bigint | null;
};

type File = KnownFiles["files"][number];

/** Turns the calls of a snapshot into the columns of a trace. */
export class SnapshotRows {
  readonly #grammar: Grammar;
  readonly #table = new TraceTableBuilder(0);
  readonly #threads = new Map<number, number>();
  readonly #strings = new Map([["", NO_STRING]]);
  readonly #errors = new Map([["", 0]]);
  readonly #names = new Map<string, number>();
  readonly #files: File[] = [];
  #fileOfRow = new Int32Array(1024);
  readonly #second = new Map<Row, number>();
  readonly #extras = new Map<Row, RowExtra>();
  readonly #exactOffsets = new Map<Row, bigint>();
  readonly #exactSizes = new Map<Row, bigint>();
  readonly #exactResults = new Map<Row, bigint>();

  /** Null if there are none. */
  #inFlight: {
    readonly table: TraceTableBuilder;
    readonly files: number[];
    readonly offsets: Map<Row, bigint>;
    readonly sizes: Map<Row, bigint>;
  } | null = null;
  readonly #problems: Problem[] = [];

  constructor(grammar: Grammar) {
    this.#grammar = grammar;
  }

  /**
   * @param file of the sequence, for calls that do not name one
   * @returns appends the call once, its offset moved by the given number of bytes
   * @throws SnapshotError for calls that are not known or not compared
   */
  prepare(
    parsed: SnapshotCall,
    line: number,
    thread: number,
    sequence: SnapshotName | null,
  ): (moved: number) => void {
    const { row, file, second, result } = this.#rowOf(parsed, line, sequence);
    row.thread = numberIn(this.#threads, thread);
    return (moved) => {
      const offset = parsed.offset === null || moved === 0 ? parsed.offset : parsed.offset + BigInt(moved);
      const at = this.#append(moved === 0 || offset === null ? row : { ...row, offset: Number(offset) });
      this.#fileOfRow[at] = file;
      if (second !== NO_FILE) this.#second.set(at, second);
      if (second !== NO_FILE) this.#extras.set(at, extraOf(parsed));
      if (isLarge(offset)) this.#exactOffsets.set(at, offset);
      if (isLarge(parsed.size)) this.#exactSizes.set(at, parsed.size);
      if (isLarge(result)) this.#exactResults.set(at, result);
    };
  }

  /**
   * A call that never ended, as often as its line says.
   * @throws SnapshotError as `prepare`
   */
  addInFlight(parsed: SnapshotCall, line: number, text: string): void {
    const { row, file } = this.#rowOf(parsed, line, null);
    row.thread = NO_THREAD;
    this.#inFlight ??= { table: new TraceTableBuilder(0), files: [], offsets: new Map(), sizes: new Map() };
    const { table, files, offsets, sizes } = this.#inFlight;
    for (let i = 0; i < (parsed.count ?? 1); i++) {
      const at = table.append(row);
      files.push(file);
      if (isLarge(parsed.offset)) offsets.set(at, parsed.offset);
      if (isLarge(parsed.size)) sizes.set(at, parsed.size);
      if (this.#problems.length === MOST_PROBLEMS) continue;
      this.#problems.push({ kind: "in-flight", line, source: 0, text, thread: 0, call: parsed.call });
    }
  }

  #rowOf(parsed: SnapshotCall, line: number, sequence: SnapshotName | null): ParsedRow {
    const call = this.#grammar.byName.get(parsed.call);
    const spec = this.#grammar.calls[call ?? -1];
    if (call === undefined || spec === undefined || spec.kind === "process") {
      throw new SnapshotError(line, `no I/O call is named ${parsed.call}`);
    }
    const name = parsed.file ?? sequence;
    const file = name === null ? NO_FILE : this.#file(name);
    const second = parsed.second === null ? NO_FILE : this.#file(parsed.second);
    if (second === NO_FILE && parsed.secondOffset !== null) {
      throw new SnapshotError(line, "an offset in a second file, but no second file");
    }
    const isError = /^(?:[A-Z]|errno )/.test(parsed.result);
    const isNumber = /^-?\d+$/.test(parsed.result);
    const result = isNumber ? BigInt(parsed.result) : null;
    const row: { -readonly [Column in keyof CallRow]: number } = {
      line,
      thread: 0,
      start: UNKNOWN,
      call,
      fd: file !== NO_FILE && spec.arguments.some((role) => role === "fd") ? this.#fd(file) : NONE,
      path: NO_STRING,
      offset: parsed.offset === null ? UNKNOWN : Number(parsed.offset),
      size: parsed.size === null ? UNKNOWN : Number(parsed.size),
      flags: parsed.flags === null ? NO_STRING : numberIn(this.#strings, parsed.flags),
      result: isError ? -1 : result === null ? resultOfWord(parsed.result) : Number(result),
      error: isError ? numberIn(this.#errors, parsed.result) : 0,
      latency: -1,
    };
    return { row, file, second, result };
  }

  trace(source: string, lines: number, lineKinds: LineCounts): Trace {
    const { table } = this.#table.finish(null);
    const inFlight = this.#finishInFlight();
    return {
      sources: [source],
      table,
      exact: { offset: this.#exactOffsets, size: this.#exactSizes, result: this.#exactResults },
      threads: [...this.#threads.keys()].map((tid) => ({ tid, source: 0 })),
      strings: [...this.#strings.keys()],
      errors: [...this.#errors.keys()],
      origin: 0n,
      extras: this.#extras,
      lines,
      lineKinds,
      otherCalls: {},
      injected: 0,
      restarts: {},
      problems: this.#problems,
      problemCounts: {
        malformed: 0,
        "in-flight": inFlight?.table.length ?? 0,
        orphan: 0,
        truncated: 0,
        "too-long": 0,
      },
      ...(inFlight === null ? {} : { inFlight }),
      knownFiles: {
        files: this.#files,
        file: this.#fileOfRow.slice(0, table.length),
        second: this.#second,
        ...(this.#inFlight === null ? {} : { inFlight: Int32Array.from(this.#inFlight.files) }),
      },
    };
  }

  #finishInFlight(): CallsInFlight | null {
    if (this.#inFlight === null) return null;
    const { table, offsets, sizes } = this.#inFlight;
    return {
      table: table.finish(null).table,
      exact: { offset: offsets, size: sizes, result: new Map() },
      extras: new Map(),
    };
  }

  #append(row: CallRow): Row {
    const at = this.#table.append(row);
    if (at >= this.#fileOfRow.length) {
      const grown = new Int32Array(this.#fileOfRow.length * 2);
      grown.set(this.#fileOfRow);
      this.#fileOfRow = grown;
    }
    return at;
  }

  #file({ prefix, number }: SnapshotName): number {
    const index = numberIn(this.#names, `${number} ${prefix}`);
    if (index === this.#files.length) this.#files.push(fileOfPrefix(prefix, FIRST_FD + index));
    return index;
  }

  #fd(file: number): number {
    return this.#files[file]?.fd ?? NONE;
  }
}

/** Any number will do if only success counts; `= ?` has none. */
function resultOfWord(word: string): number {
  return word === "?" ? UNKNOWN : 0;
}

/** The number of a key, in order of first appearance from 0. */
function numberIn<Key>(numbers: Map<Key, number>, key: Key): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

function isLarge(value: bigint | null): value is bigint {
  return value !== null && !Number.isSafeInteger(Number(value));
}

/** Calls on two files have an entry, whether or not they have a second offset. */
function extraOf({ secondOffset }: SnapshotCall): RowExtra {
  if (secondOffset === null) return {};
  return { offset: isLarge(secondOffset) ? secondOffset : Number(secondOffset) };
}
