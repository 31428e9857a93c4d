import { DOT, ESC, LESS, MINUS, PLUS, SPACE } from "../bytes/ascii.ts";
import type { Grammar } from "../grammar/grammar.ts";
import type { LineKind } from "../trace/line-kind.ts";
import type { CallsInFlight, Thread } from "../trace/trace.ts";
import type { CallFields } from "./arguments/call-fields.ts";
import type { CallFinder } from "./call-finder.ts";
import { CallRepair } from "./call-repair.ts";
import { type CallName, CallScanner } from "./call-scanner.ts";
import { attachedIn, isElision, supersederIn } from "./classify-text.ts";
import { CutLine } from "./cut-line.ts";
import { expectedAt } from "./expected-at.ts";
import type { ExpectedOutput } from "./expected-output.ts";
import { HalfReader } from "./half-reader.ts";
import { LeaderScanner } from "./leader-scanner.ts";
import { markBeforeRemark, startsWith, UNFINISHED, unfinishedSuffix } from "./line-ends.ts";
import { MovedExecve } from "./moved-execve.ts";
import { PendingCalls } from "./pending-calls.ts";
import { PlainReader } from "./plain/plain-reader.ts";
import { type Finding, PROBLEM_TEXT, type ProblemList } from "./problem-list.ts";
import type { RecordStore } from "./record-store.ts";
import { ErrorNames } from "./result-scanner.ts";
import { skipBlanks, skipFileStart, stripColors } from "./source/clean-line.ts";
import { LineWidth } from "./source/line-width.ts";
import { eventOrCallAt, type SourceShape } from "./source/source-head.ts";
import { StringPool } from "./string-pool.ts";
import { TextBuffer } from "./text-buffer.ts";
import { type TextLine, TextReader } from "./text-reader.ts";
import type { BrokenOff } from "./thread-tracker.ts";

// All positions stay within the line: it ends with a line end, at which every scanner stops.

/** What a line is that tells nothing of whether its colors are those of a trace. */
const TEXT_KINDS: ReadonlySet<LineKind> = new Set(["output", "unread", "blank", "elision"]);
const latin1 = new TextDecoder("latin1");

/** Reads line after line of one trace: decides what each is, joins what belongs together, stores the records. */
export class LineReader {
  readonly strings: StringPool = new StringPool();
  readonly errors: ErrorNames = new ErrorNames();
  readonly calls: CallScanner;
  readonly plain: PlainReader;
  readonly #pendingCalls: PendingCalls;
  readonly #problems: ProblemList;
  readonly #leader = new LeaderScanner();
  readonly #fields: CallFields;
  readonly #repair: CallRepair;
  /** Both halves of a call as one text. */
  readonly #joined: TextBuffer = new TextBuffer();
  readonly #cut: CutLine;
  readonly #moved: MovedExecve;
  readonly #halves: HalfReader;
  readonly #text: TextReader;
  readonly #finder: CallFinder;
  /** Whether a line of this source had colors: those after it must come without. */
  isColored = false;
  readonly #colorless: TextBuffer = new TextBuffer();
  readonly width: LineWidth = new LineWidth();
  #source = 0;
  #number = 0;

  /** @param plainFrom see TraceParserOptions */
  constructor(
    grammar: Grammar,
    finder: CallFinder,
    store: RecordStore,
    problems: ProblemList,
    plainFrom: number,
  ) {
    this.#problems = problems;
    this.#finder = finder;
    this.calls = new CallScanner(grammar, finder, this.strings, this.errors);
    this.#pendingCalls = new PendingCalls(
      grammar,
      store,
      problems,
      this.#leader,
      this.calls.result,
      this.strings,
    );
    this.#fields = this.#pendingCalls.fields;
    this.#repair = new CallRepair(this.calls, finder, this.#fields);
    this.#cut = new CutLine(this.#repair, finder, this.#pendingCalls);
    this.plain = new PlainReader(this.calls, this.strings, this.#pendingCalls, this.#cut, store, plainFrom);
    this.#moved = new MovedExecve(this.calls, this.#pendingCalls, problems);
    this.#halves = new HalfReader(
      this.#leader,
      this.calls,
      finder,
      this.#pendingCalls,
      this.#repair,
      this.#moved,
      problems,
    );
    this.#text = new TextReader(
      this.#leader,
      this.calls,
      finder,
      this.#pendingCalls,
      this.#cut,
      this.width,
      problems,
    );
  }

  get threads(): readonly Thread[] {
    return this.#pendingCalls.tracker.threads;
  }

  /** Nanoseconds, see Trace.origin. */
  get origin(): bigint {
    return this.#pendingCalls.clock.origin;
  }

  /** See Trace.injected. */
  get injected(): number {
    return this.#pendingCalls.injected;
  }

  /** See Trace.inFlight. */
  get inFlight(): CallsInFlight | null {
    return this.#pendingCalls.inFlight.finish();
  }

  /** Lines that `read` called halves and that turned out to be unread. */
  get damagedHalves(): number {
    return this.#pendingCalls.damagedHalves;
  }

  /** Lines that `read` called output and that turned out to be parts of a call. */
  get wrappedLines(): number {
    return this.#pendingCalls.wrappedLines;
  }

  /** See TraceClock.isRelative. */
  get isRelative(): boolean {
    return this.#pendingCalls.clock.isRelative;
  }

  startSource(source: number, tid: number | null): void {
    this.#source = source;
    this.isColored = false;
    this.#cut.forget();
    this.#pendingCalls.startSource(source, tid);
  }

  /** What the start of the source has told, before its first line. */
  startText({ isColored, hasIndentedPids, width }: SourceShape): void {
    this.isColored = isColored;
    this.width.start(width);
    this.#leader.hasIndentedPids = hasIndentedPids;
  }

  /** Nothing more comes: what is still open is in flight. */
  finish(): void {
    this.#moved.finish();
    this.#pendingCalls.abandonAll();
  }

  /**
   * @param line its number, from 1
   * @param whole false for a last line without line end
   */
  read(bytes: Uint8Array, start: number, end: number, line: number, whole: boolean): LineKind {
    this.#number = line;
    const kind = this.#cut.isOpen
      ? this.#readBehindCut(bytes, start, end, whole)
      : this.#readWhole(bytes, start, end, whole);
    this.width.add(end - start);
    return kind;
  }

  #readBehindCut(bytes: Uint8Array, start: number, end: number, whole: boolean): LineKind {
    this.#leader.scan(bytes, start);
    const cut = this.#cut.current;
    const rest = this.#cut.read(bytes, start, end, this.#text.isStraces(), this.width.isFull);
    if (rest !== null) return rest;
    const kind = this.#readWhole(bytes, start, end, whole);
    if (kind !== "output" && this.#cut.current === cut) this.#cut.interrupt();
    return kind;
  }

  #readWhole(bytes: Uint8Array, start: number, end: number, whole: boolean): LineKind {
    if (this.#number === 1) start = skipFileStart(bytes, start, end);
    return this.#readFrom(bytes, start, end, whole);
  }

  #readFrom(bytes: Uint8Array, start: number, end: number, whole: boolean): LineKind {
    return this.#readBody(bytes, start, this.#leader.scan(bytes, start), end, whole);
  }

  #readColored(bytes: Uint8Array, start: number, end: number, whole: boolean): LineKind {
    stripColors(bytes, start, end, this.#colorless);
    return this.#readFrom(this.#colorless.bytes, 0, this.#colorless.length, whole);
  }

  #readBody(bytes: Uint8Array, start: number, body: number, end: number, whole: boolean): LineKind {
    const isForeign = this.#pendingCalls.isTimed === true && this.#leader.clock === "none";
    const parenthesis = CallScanner.findParenthesis(bytes, body);
    if (parenthesis !== -1 && this.calls.name(bytes, body, parenthesis).isName) {
      if (isForeign) return this.#readUntimed(bytes, start, body, parenthesis, end, whole);
      const suffix = unfinishedSuffix(bytes, body, end);
      if (suffix !== -1 && !this.#isWhole(bytes, body, parenthesis, end)) {
        return this.#halves.readUnfinished(this.#line(bytes, start, body, end, whole), parenthesis, suffix);
      }
      return this.#readCall(bytes, start, body, parenthesis, end, whole);
    }
    if (!isForeign) {
      const kind = this.#readEvent(bytes, start, body, end, whole);
      if (kind !== null) return kind;
    }
    const indented = skipBlanks(bytes, start, end);
    if (indented > start) {
      const inner = this.#leader.scan(bytes, indented);
      if (eventOrCallAt(bytes, start, end, this.#finder) === inner) {
        return this.#readBody(bytes, indented, inner, end, whole);
      }
    }
    // colors of another program are output like the rest of what it writes
    if (!this.isColored && bytes !== this.#colorless.bytes && bytes.subarray(start, end).includes(ESC)) {
      const kind = this.#readColored(bytes, start, end, whole);
      if (!TEXT_KINDS.has(kind)) this.isColored = true;
      return kind;
    }
    this.#leader.scan(bytes, start);
    const line = this.#line(bytes, start, body, end, whole);
    const kind = body === start && bytes[start] !== SPACE ? this.#halves.readRest(line) : null;
    return kind ?? this.#text.read(line);
  }

  /** `<... fsync resumed>) = 0`, `+++ exited with 0 +++`, `--- SIGALRM {...} ---`; null for other lines. */
  #readEvent(bytes: Uint8Array, start: number, body: number, end: number, whole: boolean): LineKind | null {
    const first = bytes[body] as number;
    if (first === LESS && bytes[body + 1] === DOT) {
      return this.#halves.readResumed(this.#line(bytes, start, body, end, whole));
    }
    if ((first !== PLUS && first !== MINUS) || bytes[body + 1] !== first || bytes[body + 2] !== first)
      return null;
    // text in front of a call may look like that too
    if ((whole && !isClosed(bytes, body, end)) || this.#finder.find(bytes, body, end) !== -1) return null;
    if (first === PLUS) return this.#readExit(bytes, body, end);
    if (bytes[body + 3] !== SPACE || isElision(latin1.decode(bytes.subarray(body, end)))) return null;
    this.#pendingCalls.clock.read(this.#leader);
    return "signal";
  }

  #line(bytes: Uint8Array, start: number, body: number, end: number, whole: boolean): TextLine {
    return { bytes, start, body, end, whole, line: this.#number, source: this.#source };
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
    if (!whole && this.#pendingCalls.lacksLatency()) return this.#addTruncated(bytes, start, end);
    this.#pendingCalls.storeWhole(name, this.#number);
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
    if (repair.kind !== "complete") {
      const mark = markBeforeRemark(bytes, body, end);
      if (mark !== -1 && this.#finder.find(bytes, mark, end) === -1) {
        const line = this.#line(bytes, start, body, end, whole);
        return this.#halves.readUnfinished(line, body + name.text.length, mark);
      }
      if (this.#readWithoutColors(bytes, start, end, name)) return "call";
    }
    const isUncertain = body === start && name.prototype === null && name.completed === 0;
    switch (repair.kind) {
      case "complete":
        this.#pendingCalls.storeWhole(name, this.#number);
        return "call";
      case "malformed": {
        if (isUncertain || this.#isProse(text, length))
          return this.#text.read(this.#line(bytes, start, body, end, whole));
        // with no line end behind it, the trace was cut
        if (!whole && repair.at >= length) return this.#addTruncated(bytes, start, end);
        const column = body - start + repair.at + 1;
        const expected = expectedAt(text, repair.at);
        this.#addProblem({ kind: "malformed", column, expected }, bytes, start, end);
        return "unread";
      }
      case "cut": {
        if (!whole) return this.#addTruncated(bytes, start, end);
        if (isUncertain) {
          const kind = this.#text.read(this.#line(bytes, start, body, end, whole));
          if (kind === "output") this.#cut.startUncertain(name, repair.entry, repair.output);
          return kind;
        }
        const attached = attachedIn(latin1.decode(text.subarray(repair.foreign, length)));
        const column = body - start + repair.foreign + 1;
        const broken = { text: bytes.slice(start, Math.min(end, start + PROBLEM_TEXT)), column };
        this.#startCut(name, repair.entry, repair.output, broken);
        if (attached !== null) this.#pendingCalls.tracker.announce(attached);
        return "half";
      }
      default:
        return repair satisfies never;
    }
  }

  /** `open("/x"): No such file`: strace pads every call with blanks, and puts nothing right behind its parenthesis. */
  #isProse(text: Uint8Array, length: number): boolean {
    const { argumentsEnd } = this.calls;
    return argumentsEnd >= 0 && argumentsEnd < length && (text[argumentsEnd] as number) > SPACE;
  }

  /** A call of which a program that searches has colored a part, `pread64(3, "a", \x1b[31m512\x1b[0m, 0) = 512`. */
  #readWithoutColors(bytes: Uint8Array, start: number, end: number, name: CallName): boolean {
    if (this.isColored || !bytes.subarray(start, end).includes(ESC)) return false;
    stripColors(bytes, start, end, this.#colorless);
    const { bytes: text, length } = this.#colorless;
    const body = this.#leader.scan(text, 0);
    const stop = this.calls.scan(text, body + name.text.length + 1, length, name, this.#fields);
    if (stop < 0) return false;
    this.isColored = true;
    this.#pendingCalls.storeWhole(name, this.#number);
    return true;
  }

  #startCut(name: CallName, entry: Uint8Array, output: ExpectedOutput | null, broken: BrokenOff): void {
    const task = this.#pendingCalls.tracker.find(this.#leader.tid, this.#number);
    if (task.pending !== null) this.#pendingCalls.abandon(task);
    task.pending = this.#pendingCalls.startCall(name, task, entry, 0, entry.length, this.#number);
    task.pending.broken = broken;
    this.#cut.start(task, task.pending, output, this.#joined);
  }

  #readExit(bytes: Uint8Array, body: number, end: number): LineKind {
    this.#pendingCalls.clock.read(this.#leader);
    const superseder = supersederIn(latin1.decode(bytes.subarray(body, end)));
    if (superseder !== null) {
      const task = this.#pendingCalls.tracker.find(this.#leader.tid, this.#number);
      this.#pendingCalls.abandon(task);
      this.#pendingCalls.tracker.takeOver(task, superseder);
      return "exit";
    }
    this.#pendingCalls.abandon(this.#pendingCalls.tracker.exited(this.#leader.tid, this.#number));
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
      return this.#text.read(this.#line(bytes, start, body, end, whole));
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
    this.#problems.add(finding, this.#number, this.#source, bytes.subarray(start, end));
  }
}

/** Whether what starts as `+++ ` or `--- ` ends so too, behind which a person may have put something. */
function isClosed(bytes: Uint8Array, body: number, end: number): boolean {
  const mark = bytes[body] as number;
  for (let at = end - 3; at > body + 3; at--) {
    if (bytes[at] !== mark || bytes[at + 1] !== mark || bytes[at + 2] !== mark || bytes[at - 1] !== SPACE)
      continue;
    return at + 3 === end || (bytes[at + 3] as number) <= SPACE;
  }
  return false;
}
