import { DOT, GREATER, LESS, MINUS, PLUS, SPACE } from "../bytes/ascii.ts";
import { LineSplitter } from "../bytes/line-splitter.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { LINE_KINDS, type LineKind } from "../trace/line-kind.ts";
import type { Problem, ProblemKind } from "../trace/problem.ts";
import { NONE, type Row, UNKNOWN } from "../trace/table.ts";
import type { RowExtra, Trace } from "../trace/trace.ts";
import { TraceTableBuilder } from "../trace/trace-table-builder.ts";
import { CallFields } from "./call-fields.ts";
import { type CallName, CallScanner } from "./call-scanner.ts";
import { classifyText } from "./classify-text.ts";
import { LeaderScanner } from "./leader-scanner.ts";
import { ErrorNames } from "./result-scanner.ts";
import { StringPool } from "./string-pool.ts";
import { type PendingCall, type Task, ThreadBook } from "./thread-book.ts";
import { TraceClock } from "./trace-clock.ts";

// All positions stay within the line: it ends with a line end, at which every scanner stops.

export type TraceParserOptions = {
  readonly source: string;
  /** Bytes of text expected: room is laid out at once, pages never touched cost nothing. */
  readonly sizeHint?: number;
  /** Bytes; a longer line is a problem and is passed over. */
  readonly lineLimit?: number;
  /** How many problems are kept; all are counted. */
  readonly problemLimit?: number;
};

const DEFAULT_LINE_LIMIT = 64 * 1024 * 1024;
const DEFAULT_PROBLEM_LIMIT = 1000;
/** The shortest records that strace prints are about so long. */
const BYTES_PER_LINE = 48;
const PROBLEM_TEXT = 120;
const UNFINISHED = " <unfinished ...>";
const LOWER_R = 0x72;

const latin1 = new TextDecoder("latin1");

type NewProblem = Problem extends infer One
  ? One extends Problem
    ? Omit<One, "line" | "source" | "text">
    : never
  : never;

/** Reads the text of a trace, chunk by chunk, into columns. */
export class TraceParser {
  readonly #grammar: Grammar;
  readonly #problemLimit: number;
  readonly #sources: string[];
  readonly #splitter: LineSplitter;
  readonly #table: TraceTableBuilder;
  readonly #strings = new StringPool();
  readonly #errors = new ErrorNames();
  readonly #leader = new LeaderScanner();
  readonly #calls: CallScanner;
  readonly #book = new ThreadBook();
  readonly #clock = new TraceClock();
  readonly #fields = new CallFields();
  readonly #exact = {
    offset: new Map<Row, bigint>(),
    size: new Map<Row, bigint>(),
    result: new Map<Row, bigint>(),
  };
  readonly #extras = new Map<Row, RowExtra>();
  readonly #kinds: Record<LineKind, number>;
  readonly #problems: Problem[] = [];
  readonly #problemCounts: Record<ProblemKind, number> = {
    malformed: 0,
    "in-flight": 0,
    orphan: 0,
    truncated: 0,
    "too-long": 0,
  };
  #line = 0;
  #lines = 0;

  constructor(grammar: Grammar, options: TraceParserOptions) {
    this.#grammar = grammar;
    this.#problemLimit = options.problemLimit ?? DEFAULT_PROBLEM_LIMIT;
    this.#sources = [options.source];
    this.#table = new TraceTableBuilder((options.sizeHint ?? 0) / BYTES_PER_LINE);
    this.#calls = new CallScanner(grammar, this.#strings, this.#errors);
    this.#kinds = Object.fromEntries(LINE_KINDS.map((kind) => [kind, 0])) as Record<LineKind, number>;
    const limit = options.lineLimit ?? DEFAULT_LINE_LIMIT;
    this.#splitter = new LineSplitter(
      (bytes, start, end, whole) => this.#readLine(bytes, start, end, whole),
      (bytes) => {
        this.#countLine("unread");
        this.#addProblem({ kind: "too-long", limit }, bytes, 0, bytes.length);
      },
      limit,
    );
  }

  /** Reads on. The chunk is not kept: its buffer may be used again. */
  feed(chunk: Uint8Array): void {
    this.#splitter.feed(chunk);
  }

  /** Ends the text: what is still open is in flight. */
  finish(): Trace {
    this.#splitter.finish();
    for (const task of this.#book.tasks) this.#abandon(task);
    const { table, places } = this.#table.finish(null);
    const move = <Value>(map: ReadonlyMap<Row, Value>): ReadonlyMap<Row, Value> =>
      places === null
        ? map
        : new Map(Array.from(map, ([row, value]) => [places[row] ?? NONE, value] as const));
    return {
      sources: this.#sources,
      table,
      exact: {
        offset: move(this.#exact.offset),
        size: move(this.#exact.size),
        result: move(this.#exact.result),
      },
      threads: this.#book.threads,
      strings: this.#strings.strings,
      errors: this.#errors.names,
      origin: this.#clock.origin,
      extras: move(this.#extras),
      lines: this.#lines,
      lineKinds: this.#kinds,
      otherCalls: countNames(this.#calls.names, (name) => (name.prototype === null ? name.completed : 0)),
      restarts: countNames(this.#calls.names, (name) => name.restarts),
      problems: this.#problems.sort((one, other) => one.source - other.source || one.line - other.line),
      problemCounts: this.#problemCounts,
    };
  }

  #countLine(kind: LineKind): void {
    this.#line++;
    this.#lines++;
    this.#kinds[kind]++;
  }

  #readLine(bytes: Uint8Array, start: number, end: number, whole: boolean): void {
    const body = this.#leader.scan(bytes, start);
    this.#countLine(this.#readBody(bytes, start, body, end, whole));
  }

  #readBody(bytes: Uint8Array, start: number, body: number, end: number, whole: boolean): LineKind {
    const parenthesis = CallScanner.findParenthesis(bytes, body);
    if (parenthesis !== -1) {
      if (endsUnfinished(bytes, end)) return this.#readUnfinished(bytes, body, parenthesis, end);
      return this.#readCall(bytes, start, body, parenthesis, end, whole);
    }
    switch (bytes[body]) {
      case LESS:
        if (bytes[body + 1] === DOT && bytes[body + 2] === DOT && bytes[body + 3] === DOT) {
          return this.#readResumed(bytes, start, body, end, whole);
        }
        break;
      case PLUS:
        if (bytes[body + 1] === PLUS && bytes[body + 2] === PLUS) return this.#readExit();
        break;
      case MINUS:
        if (bytes[body + 1] === MINUS && bytes[body + 2] === MINUS) return this.#readSignal();
        break;
    }
    const text = latin1.decode(bytes.subarray(start, end));
    const { kind, attached } = classifyText(text);
    if (attached !== null) this.#book.announce(attached);
    return kind;
  }

  #readCall(
    bytes: Uint8Array,
    start: number,
    body: number,
    parenthesis: number,
    end: number,
    whole: boolean,
  ): LineKind {
    const fields = this.#fields;
    const name = this.#calls.name(bytes, body, parenthesis);
    const stop = this.#calls.scan(bytes, parenthesis + 1, end, name, fields);
    if (stop < 0) {
      if (!whole) {
        this.#addProblem({ kind: "truncated" }, bytes, start, end);
        return "unread";
      }
      if (name.prototype === null && body === start) return "output";
      const column = ~stop - start + 1;
      this.#addProblem(
        { kind: "malformed", column, expected: "an argument or the result" },
        bytes,
        start,
        end,
      );
      return "unread";
    }
    const line = this.#line + 1;
    const task = this.#book.find(this.#leader.tid, line);
    fields.line = line;
    fields.thread = task.index;
    fields.start = this.#clock.read(this.#leader);
    if (task.pending !== null) this.#abandon(task);
    this.#complete(name, task, -1);
    return "call";
  }

  /** `pread64(9,  <unfinished ...>`: keeps the place of the call, to be filled when it ends. */
  #readUnfinished(bytes: Uint8Array, body: number, parenthesis: number, end: number): LineKind {
    const line = this.#line + 1;
    const name = this.#calls.name(bytes, body, parenthesis);
    const task = this.#book.find(this.#leader.tid, line);
    if (task.pending !== null) this.#abandon(task);
    task.pending = {
      name,
      row: name.prototype === null ? -1 : this.#table.reserve(),
      line,
      start: this.#clock.read(this.#leader),
      text: bytes.slice(body, end - UNFINISHED.length),
    };
    return "half";
  }

  /**
   *     <... pread64 resumed>"\0\1"..., 53, 11177) = 53 <0.000084>       5.0 to 6.15
   *     <... pread64 resumed> "\0\1"..., 53, 11177) = 53 <0.000084>      up to 4.26
   *     <... pread64 resumed>, "\0\1"..., 53, 11177) = 53 <0.000084>     since 6.16
   *
   * Which arguments stand on which side depends on the call and on the version: both texts are put together and
   * read as one.
   */
  #readResumed(bytes: Uint8Array, start: number, body: number, end: number, whole: boolean): LineKind {
    const nameStart = body + 5;
    let nameEnd = nameStart;
    while (nameEnd < end && bytes[nameEnd] !== SPACE) nameEnd++;
    const after = nameEnd + 1;
    if (bytes[after] !== LOWER_R || bytes[after + 7] !== GREATER) return "output";
    const rest = after + 8;
    const line = this.#line + 1;
    const nameText = latin1.decode(bytes.subarray(nameStart, nameEnd));
    this.#clock.read(this.#leader);
    const task = this.#book.findResumed(this.#leader.tid, line, nameText);
    const { pending } = task;
    if (pending === null || pending.name.text !== nameText) {
      this.#addProblem({ kind: "orphan", thread: task.tid, call: nameText }, bytes, start, end);
      return "half";
    }
    const joined = join(pending.text, bytes, rest, end);
    const parenthesis = CallScanner.findParenthesis(joined, 0);
    const fields = this.#fields;
    const stop = this.#calls.scan(joined, parenthesis + 1, joined.length - 1, pending.name, fields);
    if (stop < 0) {
      if (!whole) {
        this.#addProblem({ kind: "truncated" }, bytes, start, end);
        return "half";
      }
      task.pending = null;
      this.#addProblem({ kind: "malformed", column: 1, expected: "the rest of the call" }, bytes, start, end);
      return "unread";
    }
    task.pending = null;
    fields.line = pending.line;
    fields.thread = task.index;
    fields.start = pending.start;
    this.#complete(pending.name, task, pending.row);
    return "half";
  }

  /** Stores the call in `#fields`. @param row the place kept for it, or -1 */
  #complete(name: CallName, task: Task, row: Row): void {
    if (this.#calls.result.isRestart) {
      name.restarts++;
      return;
    }
    name.completed++;
    if (name.prototype === null) return;
    const fields = this.#fields;
    if (row === -1) row = this.#table.append(fields);
    else this.#table.fill(row, fields);
    if (fields.hasExtras) this.#storeExtras(row);
    if (name.kind === "process") this.#follow(name, task);
  }

  #storeExtras(row: Row): void {
    const fields = this.#fields;
    if (fields.exactOffset !== null) this.#exact.offset.set(row, fields.exactOffset);
    if (fields.exactSize !== null) this.#exact.size.set(row, fields.exactSize);
    if (fields.exactResult !== null) this.#exact.result.set(row, fields.exactResult);
    const extra: { -readonly [Name in keyof RowExtra]: RowExtra[Name] } = {};
    if (fields.resultPath !== NONE) extra.resultPath = fields.resultPath;
    if (fields.fds.length > 0) extra.fds = fields.fds;
    if (fields.paths.length > 0) extra.paths = fields.paths;
    if (fields.offset2 !== null) extra.offset = fields.offset2;
    if (Object.keys(extra).length > 0) this.#extras.set(row, extra);
  }

  /** Keeps the book of threads: who was born, who is about to end. */
  #follow(name: CallName, task: Task): void {
    const fields = this.#fields;
    const spec = this.#grammar.calls[fields.call];
    if (spec?.result === "pid") {
      if (fields.result > 0) this.#book.created(fields.result, fields.line);
    } else if (fields.result === UNKNOWN && name.text.startsWith("exit")) {
      task.state = "ending";
    }
  }

  #readExit(): LineKind {
    this.#clock.read(this.#leader);
    this.#abandon(this.#book.exited(this.#leader.tid, this.#line + 1));
    return "exit";
  }

  #readSignal(): LineKind {
    this.#clock.read(this.#leader);
    return "signal";
  }

  /** The call of a thread that starts another one, exits, or whose trace ends, will never end. */
  #abandon(task: Task): void {
    const { pending } = task;
    if (pending === null) return;
    task.pending = null;
    this.#addPendingProblem(task, pending);
  }

  #addPendingProblem(task: Task, pending: PendingCall): void {
    this.#problemCounts["in-flight"]++;
    if (this.#problems.length >= this.#problemLimit) return;
    this.#problems.push({
      kind: "in-flight",
      thread: task.tid,
      call: pending.name.text,
      line: pending.line,
      source: task.source,
      text: latin1.decode(pending.text.subarray(0, PROBLEM_TEXT)),
    });
  }

  #addProblem(problem: NewProblem, bytes: Uint8Array, start: number, end: number): void {
    this.#problemCounts[problem.kind]++;
    if (this.#problems.length >= this.#problemLimit) return;
    this.#problems.push({
      ...problem,
      line: this.#line + 1,
      source: this.#sources.length - 1,
      text: latin1.decode(bytes.subarray(start, Math.min(end, start + PROBLEM_TEXT))),
    });
  }
}

function endsUnfinished(bytes: Uint8Array, end: number): boolean {
  if (bytes[end - 1] !== GREATER || bytes[end - 2] !== DOT) return false;
  const start = end - UNFINISHED.length;
  for (let i = 0; i < UNFINISHED.length; i++) if (bytes[start + i] !== UNFINISHED.charCodeAt(i)) return false;
  return true;
}

/** Both parts as one line, with a line end. */
function join(first: Uint8Array, bytes: Uint8Array, start: number, end: number): Uint8Array {
  const joined = new Uint8Array(first.length + end - start + 1);
  joined.set(first);
  joined.set(bytes.subarray(start, end), first.length);
  joined[joined.length - 1] = 10;
  return joined;
}

function countNames(names: readonly CallName[], count: (name: CallName) => number): Record<string, number> {
  return Object.fromEntries(names.filter((name) => count(name) > 0).map((name) => [name.text, count(name)]));
}
