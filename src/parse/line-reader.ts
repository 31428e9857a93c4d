import { DOT, ESC, GREATER, LESS, MINUS, OPEN_PAREN, PLUS, SPACE } from "../bytes/ascii.ts";
import type { Grammar } from "../grammar/grammar.ts";
import type { LineKind } from "../trace/line-kind.ts";
import type { Row } from "../trace/table.ts";
import { UNKNOWN } from "../trace/table.ts";
import { CallFields } from "./call-fields.ts";
import { CallRepair } from "./call-repair.ts";
import { type CallName, CallScanner } from "./call-scanner.ts";
import { attachedIn, classifyText, supersederIn } from "./classify-text.ts";
import { skipFileStart, stripColors } from "./clean-line.ts";
import type { ExpectedOutput } from "./expected-output.ts";
import { findLeader } from "./find-leader.ts";
import { LeaderScanner } from "./leader-scanner.ts";
import { PlainLineScanner } from "./plain-line-scanner.ts";
import type { ProblemList } from "./problem-list.ts";
import type { RecordStore } from "./record-store.ts";
import { ErrorNames } from "./result-scanner.ts";
import { StringPool } from "./string-pool.ts";
import { TextBuffer } from "./text-buffer.ts";
import { type PendingCall, type Task, ThreadBook } from "./thread-book.ts";
import { TraceClock } from "./trace-clock.ts";

// All positions stay within the line: it ends with a line end, at which every scanner stops.

const latin1 = new TextDecoder("latin1");
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const UNFINISHED = ascii(" <unfinished ...>");
const DETACHED = ascii(" <detached ...>");
const PID_CHANGED = ascii(" <pid changed to ");
const RESUMED = ascii(" resumed>");

const PLAIN_MISSES = 32;
const PLAIN_PAUSE = 1024;

/** The call whose line other text has cut and that has not gone on yet. There is one at most: strace prints one line at a time. */
type CutCall = {
  readonly task: Task;
  readonly pending: PendingCall;
  /** What of the call's own output is still to come. */
  output: ExpectedOutput | null;
};

/** Reads line after line of one trace: decides what each is, joins what belongs together, stores the records. */
export class LineReader {
  readonly strings: StringPool = new StringPool();
  readonly errors: ErrorNames = new ErrorNames();
  readonly calls: CallScanner;
  readonly book: ThreadBook = new ThreadBook();
  readonly clock: TraceClock = new TraceClock();
  readonly #grammar: Grammar;
  readonly #store: RecordStore;
  readonly #problems: ProblemList;
  readonly #leader = new LeaderScanner();
  readonly #fields = new CallFields();
  readonly #repair: CallRepair;
  /** Both halves of a call as one text. */
  readonly #joined: TextBuffer = new TextBuffer();
  readonly #plain: PlainLineScanner;
  /** Lines in a row that were not plain, and those since for which it was not tried. */
  #plainMisses = 0;
  #cut: CutCall | null = null;
  /** A line that may be a cut call of a name never seen before, or just output; taken back if it does not go on. */
  #doubtful: CutCall | null = null;
  /** Whether lines of this trace carry a time: text that looks like a line and has none is not strace's. */
  #isTimed: boolean | null = null;
  #hasLatency = false;
  #isColored = false;
  #isQuoted = false;
  readonly #colorless: TextBuffer = new TextBuffer();
  #source = 0;
  #line = 0;

  constructor(grammar: Grammar, store: RecordStore, problems: ProblemList) {
    this.#grammar = grammar;
    this.#store = store;
    this.#problems = problems;
    this.calls = new CallScanner(grammar, this.strings, this.errors);
    this.#plain = new PlainLineScanner(this.#leader, this.calls);
    this.#repair = new CallRepair(this.calls, this.#fields);
  }

  startSource(source: number, tid: number | null): void {
    this.#abandonAll();
    this.#source = source;
    this.#isTimed = null;
    this.#isColored = false;
    this.#isQuoted = false;
    this.#cut = null;
    this.#doubtful = null;
    this.book.startSource(source, tid);
  }

  /** Nothing more comes: what is still open is in flight. */
  finish(): void {
    this.#abandonAll();
  }

  /**
   * Reads a line of the commonest form, of which the end need not be known.
   * @param start of a line that has a line end within the chunk
   * @returns the position of its line end, or -1 where it has another form
   */
  readPlain(bytes: Uint8Array, start: number, line: number): number {
    if (this.#plainMisses >= PLAIN_MISSES) {
      // a trace of another form: try again now and then
      this.#plainMisses++;
      if (this.#plainMisses < PLAIN_PAUSE) return -1;
      this.#plainMisses = 0;
    }
    if (this.#cut !== null || this.#doubtful !== null) return -1;
    const end = this.#plain.scan(bytes, start, this.#fields);
    const { name } = this.#plain;
    if (end === -1 || name === null || (this.#isTimed === true && this.#leader.clock === "none")) {
      this.#plainMisses++;
      return -1;
    }
    this.#plainMisses = 0;
    this.#line = line;
    this.calls.result.isRestart = false;
    this.#storeWhole(name);
    return end;
  }

  /**
   * @param line its number, from 1
   * @param whole false for a last line without line end
   */
  read(bytes: Uint8Array, start: number, end: number, line: number, whole: boolean): LineKind {
    this.#line = line;
    if (this.#cut !== null || this.#doubtful !== null) {
      const kind = this.#continueCut(bytes, start, end);
      if (kind !== null) return kind;
    }
    if (line === 1) start = skipFileStart(bytes, start, end);
    if (this.#isQuoted) start = skipQuote(bytes, start);
    if (this.#isColored) return this.#readColored(bytes, start, end, whole);
    const kind = this.#readFrom(bytes, start, end, whole);
    return kind === "output" ? this.#readDisguised(bytes, start, end, whole) : kind;
  }

  #readFrom(bytes: Uint8Array, start: number, end: number, whole: boolean): LineKind {
    return this.#readBody(bytes, start, this.#leader.scan(bytes, start), end, whole);
  }

  #readColored(bytes: Uint8Array, start: number, end: number, whole: boolean): LineKind {
    stripColors(bytes, start, end, this.#colorless);
    return this.#readFrom(this.#colorless.bytes, 0, this.#colorless.length, whole);
  }

  /** A line that seems to be output may be one of a trace with colors, or of one that a mail quotes with `> `. */
  #readDisguised(bytes: Uint8Array, start: number, end: number, whole: boolean): LineKind {
    if (bytes.subarray(start, end).includes(ESC)) {
      const kind = this.#readColored(bytes, start, end, whole);
      if (kind !== "output") this.#isColored = true;
      return kind;
    }
    // only before the first call: later it would be the output of a program that shows traces
    if (this.#isTimed !== null || skipQuote(bytes, start) === start) return "output";
    const kind = this.#readFrom(bytes, skipQuote(bytes, start), end, whole);
    if (kind !== "output") this.#isQuoted = true;
    return kind;
  }

  #readBody(bytes: Uint8Array, start: number, body: number, end: number, whole: boolean): LineKind {
    const isForeign = this.#isTimed === true && this.#leader.clock === "none";
    const parenthesis = CallScanner.findParenthesis(bytes, body);
    if (parenthesis !== -1) {
      if (isForeign) return this.#readUntimed(bytes, start, body, parenthesis, end);
      const suffix = unfinishedSuffix(bytes, body, end);
      if (suffix !== -1 && !this.#isWhole(bytes, body, parenthesis, end)) {
        return this.#readUnfinished(bytes, body, parenthesis, suffix);
      }
      return this.#readCall(bytes, start, body, parenthesis, end, whole);
    }
    if (!isForeign) {
      const first = bytes[body];
      if (first === LESS && bytes[body + 1] === DOT) {
        const kind = this.#readResumed(bytes, start, body, end, whole);
        if (kind !== null) return kind;
      }
      if (first === PLUS && bytes[body + 1] === PLUS && bytes[body + 2] === PLUS) {
        return this.#readExit(bytes, body, end);
      }
      if (
        first === MINUS &&
        bytes[body + 1] === MINUS &&
        bytes[body + 2] === MINUS &&
        bytes[body + 3] === SPACE
      ) {
        this.clock.read(this.#leader);
        return "signal";
      }
    }
    return this.#readText(bytes, start, body, end);
  }

  #readCall(
    bytes: Uint8Array,
    start: number,
    body: number,
    parenthesis: number,
    end: number,
    whole: boolean,
  ): LineKind {
    const name = this.calls.name(bytes, body, parenthesis);
    const stop = this.calls.scan(bytes, parenthesis + 1, end, name, this.#fields);
    if (stop < 0 || this.#repair.hasGluedSize(bytes)) {
      return this.#repairCall(bytes, start, body, end, whole, name, stop);
    }
    if (!whole && this.#lacksLatency()) return this.#addTruncated(bytes, start, end);
    this.#storeWhole(name);
    return "call";
  }

  /** Whether a line is a whole call although it ends as if it went on: `write(3, "a", 1) = 1 <detached ...>`. */
  #isWhole(bytes: Uint8Array, body: number, parenthesis: number, end: number): boolean {
    if (startsWith(bytes, end - UNFINISHED.length, UNFINISHED)) return false;
    return (
      this.calls.scan(bytes, parenthesis + 1, end, this.calls.name(bytes, body, parenthesis), this.#fields) >=
      0
    );
  }

  /** Stores the call just read, which stands on one line. */
  #storeWhole(name: CallName): void {
    const fields = this.#fields;
    const task = this.book.find(this.#leader.tid, this.#line);
    fields.line = this.#line;
    fields.thread = task.index;
    fields.start = this.clock.read(this.#leader);
    this.#learn();
    if (task.pending !== null) this.#abandon(task);
    this.#complete(name, task, -1);
  }

  #learn(): void {
    this.#isTimed ??= this.#leader.clock !== "none";
    if (this.#fields.latency >= 0) this.#hasLatency = true;
  }

  /** A call that does not read as one line: foreign text has cut it, or it has a form that is not known. */
  #repairCall(
    bytes: Uint8Array,
    start: number,
    body: number,
    end: number,
    whole: boolean,
    name: CallName,
    stop: number,
  ): LineKind {
    this.#joined.set(bytes, body, end);
    const text = this.#joined.bytes;
    const { length } = this.#joined;
    const repair = this.#repair.repair(text, length, name);
    const isDoubtful = body === start && name.prototype === null && name.completed === 0;
    switch (repair.kind) {
      case "complete":
        this.#storeWhole(name);
        return "call";
      case "malformed": {
        // a size of which nothing shows where the output begins is taken as it stands
        if (
          stop >= 0 &&
          this.calls.scan(text, text.indexOf(OPEN_PAREN) + 1, length, name, this.#fields) >= 0
        ) {
          this.#storeWhole(name);
          return "call";
        }
        if (isDoubtful) return "output";
        const column = body - start + repair.at + 1;
        this.#addProblem(
          { kind: "malformed", column, expected: "an argument or a result" },
          bytes,
          start,
          end,
        );
        return "unread";
      }
      case "cut": {
        if (!whole) return this.#addTruncated(bytes, start, end);
        const attached = attachedIn(latin1.decode(text.subarray(repair.foreign, length)));
        if (isDoubtful) {
          const task = this.book.find(this.#leader.tid, this.#line);
          const pending = this.#startCall(name, new TextBuffer(), repair.entry, 0, repair.entry.length);
          this.#doubtful = { task, pending, output: repair.output };
          return "output";
        }
        this.#cut = this.#cutCall(name, repair.entry, repair.output);
        if (attached !== null) this.book.announce(attached);
        return "half";
      }
      default:
        return repair satisfies never;
    }
  }

  #cutCall(name: CallName, entry: Uint8Array, output: ExpectedOutput | null): CutCall {
    const task = this.book.find(this.#leader.tid, this.#line);
    if (task.pending !== null) this.#abandon(task);
    const pending = this.#startCall(name, task.text, entry, 0, entry.length);
    task.pending = pending;
    return { task, pending, output };
  }

  /** A call that has started and of which `bytes[from..to)` is known, from its name on. */
  #startCall(name: CallName, text: TextBuffer, bytes: Uint8Array, from: number, to: number): PendingCall {
    const start = this.clock.read(this.#leader);
    this.#isTimed ??= this.#leader.clock !== "none";
    const row = name.prototype === null ? -1 : this.#store.reserve();
    text.set(bytes, from, to);
    return { name, row, line: this.#line, start, text, argumentsAt: name.text.length + 1 };
  }

  /** What follows a line that was cut: more output, the rest of the call, or a line of its own (null). */
  #continueCut(bytes: Uint8Array, start: number, end: number): LineKind | null {
    const cut = this.#cut ?? this.#doubtful;
    if (cut === null) return null;
    if (this.#cut !== null && cut.task.pending !== cut.pending) {
      this.#cut = null;
      return null;
    }
    if (this.#endCut(cut, bytes, start, end)) return "half";
    if (cut.output === null) return null;
    const consumed = cut.output.consume(bytes, start, end);
    if (consumed.kind === "line") return "output";
    cut.output = null;
    if (consumed.kind === "mismatch" || consumed.at === start) return null;
    return this.#endCut(cut, bytes, consumed.at, end) ? "half" : "output";
  }

  /** Tries `bytes[at..end)` as the rest of the cut call. */
  #endCut(cut: CutCall, bytes: Uint8Array, at: number, end: number): boolean {
    const { pending } = cut;
    if (isLiteral(bytes, at, end, UNFINISHED) || isLiteral(bytes, at, end, DETACHED)) {
      cut.task.pending = pending;
      this.#forgetCut();
      return true;
    }
    if (!this.#repair.complete(pending.text, bytes, at, end, pending.name)) return false;
    this.#forgetCut();
    this.#finishPending(cut.task, pending);
    return true;
  }

  #forgetCut(): void {
    this.#cut = null;
    this.#doubtful = null;
  }

  /** `pread64(9,  <unfinished ...>`: keeps the place of the call, to be filled when it ends. */
  #readUnfinished(bytes: Uint8Array, body: number, parenthesis: number, end: number): LineKind {
    const name = this.calls.name(bytes, body, parenthesis);
    const task = this.book.find(this.#leader.tid, this.#line);
    if (task.pending !== null) this.#abandon(task);
    task.pending = this.#startCall(name, task.text, bytes, body, end);
    return "half";
  }

  /**
   *     <... pread64 resumed>"\0\1"..., 53, 11177) = 53 <0.000084>       5.0 to 6.15
   *     <... pread64 resumed> "\0\1"..., 53, 11177) = 53 <0.000084>      up to 4.26
   *     <... pread64 resumed>, "\0\1"..., 53, 11177) = 53 <0.000084>     since 6.16
   *
   * Which arguments stand on which side depends on the call and on the version: both texts are put together and
   * read as one.
   * @returns null where this is no such line
   */
  #readResumed(bytes: Uint8Array, start: number, body: number, end: number, whole: boolean): LineKind | null {
    const nameStart = body + 5;
    let nameEnd = nameStart;
    while (nameEnd < end && bytes[nameEnd] !== SPACE) nameEnd++;
    if (!startsWith(bytes, nameEnd, RESUMED)) return null;
    const rest = nameEnd + RESUMED.length;
    const name = this.calls.name(bytes, nameStart, nameEnd);
    this.clock.read(this.#leader);
    const task = this.book.findResumed(this.#leader.tid, this.#line, name);
    const { pending } = task;
    if (pending === null || pending.name !== name) {
      this.#addProblem({ kind: "orphan", thread: task.tid, call: name.text }, bytes, start, end);
      return "half";
    }
    const inParts = this.calls.scanHalves(pending, bytes, rest, end, name, this.#fields);
    if (inParts < 0 && !this.#readJoined(pending, bytes, rest, end)) {
      if (!whole) return this.#addTruncated(bytes, start, end);
      task.pending = null;
      const column = rest - start + 1;
      this.#addProblem({ kind: "malformed", column, expected: "the rest of the call" }, bytes, start, end);
      return "unread";
    }
    if (!whole && this.#lacksLatency()) return this.#addTruncated(bytes, start, end);
    this.#finishPending(task, pending);
    return "half";
  }

  /** Reads both halves as one text, in which foreign text may stand. */
  #readJoined(pending: PendingCall, bytes: Uint8Array, rest: number, end: number): boolean {
    const joined = this.#joined;
    const { name, text, argumentsAt } = pending;
    joined.set(text.bytes, 0, text.length);
    joined.append(bytes, rest, end);
    const stop = this.calls.scan(joined.bytes, argumentsAt, joined.length, name, this.#fields);
    if (stop >= 0 && !this.#repair.hasGluedSize(joined.bytes)) return true;
    return this.#repair.repair(joined.bytes, joined.length, name).kind === "complete";
  }

  /** Whether the call just read has no latency where others have one: its line was cut behind the result. */
  #lacksLatency(): boolean {
    return this.#hasLatency && this.#fields.latency < 0 && !this.calls.result.isUnknown;
  }

  /** Stores the call in `#fields`, whose first half stands where `pending` says. */
  #finishPending(task: Task, pending: PendingCall): void {
    const fields = this.#fields;
    task.pending = null;
    fields.line = pending.line;
    fields.thread = task.index;
    fields.start = pending.start;
    this.#learn();
    this.#complete(pending.name, task, pending.row);
  }

  /** Stores the call in `#fields`. @param row the place kept for it, or -1 */
  #complete(name: CallName, task: Task, row: Row): void {
    if (this.calls.result.isRestart) {
      name.restarts++;
      return;
    }
    name.completed++;
    if (name.prototype === null) return;
    this.#store.store(this.#fields, row);
    if (name.kind === "process") this.#follow(name, task);
  }

  /** Keeps the book of threads: who was born, who is about to end. */
  #follow(name: CallName, task: Task): void {
    const { call, line, result } = this.#fields;
    if (this.#grammar.calls[call]?.result === "pid") {
      if (result > 0) this.book.created(result, line);
    } else if (result === UNKNOWN && name.text.startsWith("exit")) {
      task.state = "ending";
    }
  }

  #readExit(bytes: Uint8Array, body: number, end: number): LineKind {
    this.clock.read(this.#leader);
    const superseder = supersederIn(latin1.decode(bytes.subarray(body, end)));
    if (superseder !== null) {
      const task = this.book.find(this.#leader.tid, this.#line);
      this.#abandon(task);
      this.book.takeOver(task, superseder);
      return "exit";
    }
    this.#abandon(this.book.exited(this.#leader.tid, this.#line));
    return "exit";
  }

  /** A line that looks like a call and lacks the time that every line of this trace has: some program wrote it. */
  #readUntimed(bytes: Uint8Array, start: number, body: number, parenthesis: number, end: number): LineKind {
    const name = this.calls.name(bytes, body, parenthesis);
    if (name.prototype === null || this.calls.scan(bytes, parenthesis + 1, end, name, this.#fields) < 0) {
      return this.#readText(bytes, start, body, end);
    }
    this.#addProblem({ kind: "malformed", column: body - start + 1, expected: "a time" }, bytes, start, end);
    return "unread";
  }

  #readText(bytes: Uint8Array, start: number, body: number, end: number): LineKind {
    const text = latin1.decode(bytes.subarray(start, end));
    const kind = classifyText(text);
    if (kind === "notice") {
      const attached = attachedIn(text);
      if (attached !== null) this.book.announce(attached);
      return kind;
    }
    if (kind !== "output") return kind;
    if (startsWith(bytes, start, UNFINISHED)) return "half";
    const cut = this.#cut;
    if (cut !== null && this.#repair.findTail(cut.pending.text, bytes, start, end, cut.pending.name)) {
      this.#forgetCut();
      this.#finishPending(cut.task, cut.pending);
      return "half";
    }
    return this.#readBehindOutput(bytes, body, end) ? "call" : "output";
  }

  /** `progress 009:52:21.139431 write(2, "progress 0", 10) = 10`: under -z lines are written whole, after the output. */
  #readBehindOutput(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#isTimed !== true) return false;
    for (let at = findLeader(bytes, start + 1, end); at !== -1; at = findLeader(bytes, at + 1, end)) {
      const body = this.#leader.scan(bytes, at);
      const parenthesis = CallScanner.findParenthesis(bytes, body);
      if (this.#leader.clock === "none" || parenthesis === -1) continue;
      const name = this.calls.name(bytes, body, parenthesis);
      if (this.calls.scan(bytes, parenthesis + 1, end, name, this.#fields) < 0) continue;
      this.#storeWhole(name);
      return true;
    }
    return false;
  }

  /** The call of a thread that starts another one, exits, or whose trace ends, will never end. */
  #abandon(task: Task): void {
    const { pending } = task;
    if (pending === null) return;
    task.pending = null;
    const finding = { kind: "in-flight", thread: task.tid, call: pending.name.text } as const;
    this.#problems.add(
      finding,
      pending.line,
      task.source,
      pending.text.bytes.subarray(0, pending.text.length),
    );
  }

  #abandonAll(): void {
    for (const task of this.book.tasks) this.#abandon(task);
  }

  /** The last line has no end: the call on it may have had another result, and is no record. */
  #addTruncated(bytes: Uint8Array, start: number, end: number): LineKind {
    this.#addProblem({ kind: "truncated" }, bytes, start, end);
    return "half";
  }

  #addProblem(
    finding: Parameters<ProblemList["add"]>[0],
    bytes: Uint8Array,
    start: number,
    end: number,
  ): void {
    this.#problems.add(finding, this.#line, this.#source, bytes.subarray(start, end));
  }
}

function startsWith(bytes: Uint8Array, at: number, literal: Uint8Array): boolean {
  for (let i = 0; i < literal.length; i++) if (bytes[at + i] !== literal[i]) return false;
  return true;
}

/**
 * Where the end of a line starts that says that the call goes on elsewhere, or -1:
 *
 *     pread64(9,  <unfinished ...>
 *     read(3,  <detached ...>
 *     execve("/x", ["x"], 0x7ffd <pid changed to 9 ...>
 */
function unfinishedSuffix(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[end - 1] !== GREATER || bytes[end - 2] !== DOT) return -1;
  let at = end - UNFINISHED.length;
  if (at > start && startsWith(bytes, at, UNFINISHED)) return at;
  at = end - 1;
  while (at > start && bytes[at] !== LESS) at--;
  at--;
  return at > start && (startsWith(bytes, at, DETACHED) || startsWith(bytes, at, PID_CHANGED)) ? at : -1;
}

/** Behind the `> ` that a mail puts before lines. */
function skipQuote(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== GREATER) return start;
  return bytes[start + 1] === SPACE ? start + 2 : start + 1;
}

function isLiteral(bytes: Uint8Array, at: number, end: number, literal: Uint8Array): boolean {
  return end - at === literal.length && startsWith(bytes, at, literal);
}
