import { DOT, ESC, LESS, MINUS, PLUS, SPACE } from "../bytes/ascii.ts";
import type { Grammar } from "../grammar/grammar.ts";
import type { LineKind } from "../trace/line-kind.ts";
import type { Thread } from "../trace/trace.ts";
import type { CallFields } from "./call-fields.ts";
import { CallLedger } from "./call-ledger.ts";
import { CallRepair } from "./call-repair.ts";
import { type CallName, CallScanner } from "./call-scanner.ts";
import { attachedIn, supersederIn } from "./classify-text.ts";
import { skipFileStart, skipQuote, stripColors } from "./clean-line.ts";
import { CutLine } from "./cut-line.ts";
import { expectedAt } from "./expected-at.ts";
import type { ExpectedOutput } from "./expected-output.ts";
import { LeaderScanner } from "./leader-scanner.ts";
import { RESUMED, startsWith, takenOverBy, UNFINISHED, unfinishedSuffix } from "./line-ends.ts";
import { MovedExecve } from "./moved-execve.ts";
import { PlainReader } from "./plain-reader.ts";
import { type Finding, PROBLEM_TEXT, type ProblemList } from "./problem-list.ts";
import type { RecordStore } from "./record-store.ts";
import { ErrorNames } from "./result-scanner.ts";
import { StringPool } from "./string-pool.ts";
import { TextBuffer } from "./text-buffer.ts";
import { TextReader } from "./text-reader.ts";
import type { BrokenOff, PendingCall } from "./thread-book.ts";

// All positions stay within the line: it ends with a line end, at which every scanner stops.

const latin1 = new TextDecoder("latin1");

/** Reads line after line of one trace: decides what each is, joins what belongs together, stores the records. */
export class LineReader {
  readonly strings: StringPool = new StringPool();
  readonly errors: ErrorNames = new ErrorNames();
  readonly calls: CallScanner;
  readonly plain: PlainReader;
  readonly #ledger: CallLedger;
  readonly #problems: ProblemList;
  readonly #leader = new LeaderScanner();
  readonly #fields: CallFields;
  readonly #repair: CallRepair;
  /** Both halves of a call as one text. */
  readonly #joined: TextBuffer = new TextBuffer();
  readonly #cut: CutLine;
  readonly #moved: MovedExecve;
  readonly #text: TextReader;
  /** Whether a line of this source had colors: those after it must come without. */
  isColored = false;
  #isQuoted = false;
  readonly #colorless: TextBuffer = new TextBuffer();
  #source = 0;
  #line = 0;

  /** @param plainFrom see TraceParserOptions */
  constructor(grammar: Grammar, store: RecordStore, problems: ProblemList, plainFrom: number) {
    this.#problems = problems;
    this.calls = new CallScanner(grammar, this.strings, this.errors);
    this.#ledger = new CallLedger(grammar, store, problems, this.#leader, this.calls.result);
    this.#fields = this.#ledger.fields;
    this.#repair = new CallRepair(this.calls, this.#fields);
    this.#cut = new CutLine(this.#repair, this.#ledger);
    this.plain = new PlainReader(this.calls, this.strings, this.#ledger, this.#cut, store, plainFrom);
    this.#moved = new MovedExecve(this.calls, this.#ledger, problems);
    this.#text = new TextReader(this.#leader, this.calls, this.#ledger, this.#cut, problems);
  }

  get threads(): readonly Thread[] {
    return this.#ledger.book.threads;
  }

  /** Nanoseconds, see Trace.origin. */
  get origin(): bigint {
    return this.#ledger.clock.origin;
  }

  /** See Trace.injected. */
  get injected(): number {
    return this.#ledger.injected;
  }

  /** Lines that `read` called halves and that turned out to be unread. */
  get damagedHalves(): number {
    return this.#ledger.damagedHalves;
  }

  /** See TraceClock.isRelative. */
  get isRelative(): boolean {
    return this.#ledger.clock.isRelative;
  }

  startSource(source: number, tid: number | null): void {
    this.#source = source;
    this.isColored = false;
    this.#isQuoted = false;
    this.#cut.forget();
    this.#ledger.startSource(source, tid);
  }

  /** Nothing more comes: what is still open is in flight. */
  finish(): void {
    this.#moved.finish();
    this.#ledger.abandonAll();
  }

  /**
   * @param line its number, from 1
   * @param whole false for a last line without line end
   */
  read(bytes: Uint8Array, start: number, end: number, line: number, whole: boolean): LineKind {
    this.#line = line;
    if (this.#cut.isOpen) {
      this.#leader.scan(bytes, start);
      const kind = this.#cut.read(bytes, start, end, this.#text.isStraces());
      if (kind !== null) return kind;
    }
    if (line === 1) start = skipFileStart(bytes, start, end);
    if (this.#isQuoted) start = skipQuote(bytes, start);
    if (this.isColored) return this.#readFrom(bytes, start, end, whole);
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
      if (kind !== "output") this.isColored = true;
      return kind;
    }
    // only before the first call: later it would be the output of a program that shows traces
    if (this.#ledger.isTimed !== null || skipQuote(bytes, start) === start) return "output";
    const kind = this.#readFrom(bytes, skipQuote(bytes, start), end, whole);
    if (kind !== "output") this.#isQuoted = true;
    return kind;
  }

  #readBody(bytes: Uint8Array, start: number, body: number, end: number, whole: boolean): LineKind {
    const isForeign = this.#ledger.isTimed === true && this.#leader.clock === "none";
    const parenthesis = CallScanner.findParenthesis(bytes, body);
    if (parenthesis !== -1) {
      if (isForeign) return this.#readUntimed(bytes, start, body, parenthesis, end, whole);
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
        this.#ledger.clock.read(this.#leader);
        return "signal";
      }
    }
    const kind = body === start && bytes[start] !== SPACE ? this.#readRest(bytes, start, end, whole) : null;
    return kind ?? this.#readText(bytes, start, body, end, whole);
  }

  #readText(bytes: Uint8Array, start: number, body: number, end: number, whole: boolean): LineKind {
    return this.#text.read({ bytes, start, body, end, whole, line: this.#line, source: this.#source });
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
      return this.#repairCall(bytes, start, body, end, whole, name);
    }
    if (!whole && this.#ledger.lacksLatency()) return this.#addTruncated(bytes, start, end);
    this.#ledger.storeWhole(name, this.#line);
    return "call";
  }

  /** Whether a line is a whole call although it ends as if it went on: `write(3, "a", 1) = 1 <detached ...>`. */
  #isWhole(bytes: Uint8Array, body: number, parenthesis: number, end: number): boolean {
    if (startsWith(bytes, end - UNFINISHED.length, UNFINISHED)) return false;
    const name = this.calls.name(bytes, body, parenthesis);
    return this.calls.scan(bytes, parenthesis + 1, end, name, this.#fields) >= 0;
  }

  /** A call that does not read as one line: foreign text has cut it, or it has a form that is not known. */
  #repairCall(
    bytes: Uint8Array,
    start: number,
    body: number,
    end: number,
    whole: boolean,
    name: CallName,
  ): LineKind {
    this.#joined.set(bytes, body, end);
    const text = this.#joined.bytes;
    const { length } = this.#joined;
    const repair = this.#repair.repair(text, length, name);
    const isDoubtful = body === start && name.prototype === null && name.completed === 0;
    switch (repair.kind) {
      case "complete":
        this.#ledger.storeWhole(name, this.#line);
        return "call";
      case "malformed": {
        if (isDoubtful) return "output";
        const column = body - start + repair.at + 1;
        const expected = expectedAt(text, repair.at);
        this.#addProblem({ kind: "malformed", column, expected }, bytes, start, end);
        return "unread";
      }
      case "cut": {
        if (!whole) return this.#addTruncated(bytes, start, end);
        if (isDoubtful) {
          this.#cut.startDoubtful(name, repair.entry, repair.output);
          return "output";
        }
        const attached = attachedIn(latin1.decode(text.subarray(repair.foreign, length)));
        const column = body - start + repair.foreign + 1;
        const broken = { text: bytes.slice(start, Math.min(end, start + PROBLEM_TEXT)), column };
        this.#startCut(name, repair.entry, repair.output, broken);
        if (attached !== null) this.#ledger.book.announce(attached);
        return "half";
      }
      default:
        return repair satisfies never;
    }
  }

  #startCut(name: CallName, entry: Uint8Array, output: ExpectedOutput | null, broken: BrokenOff): void {
    const task = this.#ledger.book.find(this.#leader.tid, this.#line);
    if (task.pending !== null) this.#ledger.abandon(task);
    task.pending = this.#ledger.startCall(name, task, entry, 0, entry.length, this.#line);
    task.pending.broken = broken;
    this.#cut.start(task, task.pending, output);
  }

  /** `pread64(9,  <unfinished ...>`: keeps the place of the call, to be filled when it ends. */
  #readUnfinished(bytes: Uint8Array, body: number, parenthesis: number, end: number): LineKind {
    const name = this.calls.name(bytes, body, parenthesis);
    const task = this.#ledger.book.find(this.#leader.tid, this.#line);
    if (task.pending !== null) this.#ledger.abandon(task);
    task.pending = this.#ledger.startCall(name, task, bytes, body, end, this.#line);
    this.#moved.start(takenOverBy(bytes, end), task);
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
    this.#ledger.clock.read(this.#leader);
    const task = this.#ledger.book.findResumed(this.#leader.tid, this.#line, name);
    const { pending } = task;
    if (pending === null || pending.name !== name) {
      if (name.text === "execve" && this.#ledger.book.isOneOfSet) {
        this.#moved.end({ text: bytes.slice(start, end), restAt: rest - start, task, line: this.#line });
        return "half";
      }
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
    if (!whole && this.#ledger.lacksLatency()) return this.#addTruncated(bytes, start, end);
    this.#ledger.finishPending(task, pending);
    return "half";
  }

  /**
   * With -z strace keeps the text of a call until its result is known, the end of a line that another thread has cut
   * included:
   *
   *     12102 17:11:20.412912 pread64(3,  <unfinished ...>
   *     "vm\n", 4096, 0)                        = 3 <0.000087>
   *
   * @returns null where this is no such line
   */
  #readRest(bytes: Uint8Array, start: number, end: number, whole: boolean): LineKind | null {
    const task = this.#ledger.lastStarted;
    const pending = task?.pending ?? null;
    if (task === null || pending === null || pending.line !== this.#line - 1) return null;
    if (!this.#repair.complete(pending.text, bytes, start, end, pending.name)) return null;
    if (!whole && this.#ledger.lacksLatency()) return this.#addTruncated(bytes, start, end);
    this.#ledger.finishPending(task, pending);
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

  #readExit(bytes: Uint8Array, body: number, end: number): LineKind {
    this.#ledger.clock.read(this.#leader);
    const superseder = supersederIn(latin1.decode(bytes.subarray(body, end)));
    if (superseder !== null) {
      const task = this.#ledger.book.find(this.#leader.tid, this.#line);
      this.#ledger.abandon(task);
      this.#ledger.book.takeOver(task, superseder);
      return "exit";
    }
    this.#ledger.abandon(this.#ledger.book.exited(this.#leader.tid, this.#line));
    return "exit";
  }

  /** A line that looks like a call and lacks the time that every line of this trace has: some program wrote it. */
  #readUntimed(
    bytes: Uint8Array,
    start: number,
    body: number,
    parenthesis: number,
    end: number,
    whole: boolean,
  ): LineKind {
    const name = this.calls.name(bytes, body, parenthesis);
    if (name.prototype === null || this.calls.scan(bytes, parenthesis + 1, end, name, this.#fields) < 0) {
      return this.#readText(bytes, start, body, end, whole);
    }
    this.#addProblem({ kind: "malformed", column: body - start + 1, expected: "a time" }, bytes, start, end);
    return "unread";
  }

  /** The last line has no end: the call on it may have had another result, and is no record. */
  #addTruncated(bytes: Uint8Array, start: number, end: number): LineKind {
    this.#addProblem({ kind: "truncated" }, bytes, start, end);
    return "half";
  }

  #addProblem(finding: Finding, bytes: Uint8Array, start: number, end: number): void {
    this.#problems.add(finding, this.#line, this.#source, bytes.subarray(start, end));
  }
}
