import { DOT, ESC, LESS, MINUS, PLUS, SPACE, startsWith } from "../bytes/ascii.ts";
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
import type { Line } from "./line.ts";
import { markBeforeRemark, UNFINISHED, unfinishedSuffix } from "./line-ends.ts";
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
import { TextReader } from "./text-reader.ts";
import type { BrokenOff } from "./thread-tracker.ts";

// All positions stay within the line: it ends with a line end, where every scanner stops.

/** The kinds of line that do not show whether colors belong to the trace. */
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
  /** Whether a line of this source had colors: those after it must arrive without. */
  isColored = false;
  readonly #colorless: TextBuffer = new TextBuffer();
  readonly width: LineWidth = new LineWidth();
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
    this.isColored = false;
    this.#cut.forget();
    this.#pendingCalls.startSource(source, tid);
  }

  /** What the start of the source has shown, before its first line. */
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

  /** @param line whose `body` is where it starts, since its leader has not been read yet */
  read(line: Line): LineKind {
    this.#number = line.number;
    const kind = this.#cut.isOpen ? this.#readBehindCut(line) : this.#readWhole(line);
    this.width.add(line.end - line.start);
    return kind;
  }

  #readBehindCut(line: Line): LineKind {
    this.#leader.scan(line.bytes, line.start);
    const cut = this.#cut.current;
    const rest = this.#cut.read(line.bytes, line.start, line.end, this.#text.isStraces(), this.width.isFull);
    if (rest !== null) return rest;
    const kind = this.#readWhole(line);
    if (kind !== "output" && this.#cut.current === cut) this.#cut.interrupt();
    return kind;
  }

  #readWhole(line: Line): LineKind {
    const start = line.number === 1 ? skipFileStart(line.bytes, line.start, line.end) : line.start;
    return this.#readFrom(start === line.start ? line : { ...line, start });
  }

  #readFrom(line: Line): LineKind {
    return this.#readBody({ ...line, body: this.#leader.scan(line.bytes, line.start) });
  }

  #readColored(line: Line): LineKind {
    stripColors(line.bytes, line.start, line.end, this.#colorless);
    const { bytes, length } = this.#colorless;
    return this.#readFrom({ ...line, bytes, start: 0, end: length });
  }

  #readBody(line: Line): LineKind {
    const { bytes, start, body, end } = line;
    const isForeign = this.#pendingCalls.isTimed === true && this.#leader.clock === "none";
    const parenthesis = CallScanner.findParenthesis(bytes, body);
    if (parenthesis !== -1 && this.calls.name(bytes, body, parenthesis).isName) {
      if (isForeign) return this.#readUntimed(line, parenthesis);
      const suffix = unfinishedSuffix(bytes, body, end);
      if (suffix !== -1 && !this.#isWhole(line, parenthesis)) {
        return this.#halves.readUnfinished(line, parenthesis, suffix);
      }
      return this.#readCall(line, parenthesis);
    }
    if (!isForeign) {
      const kind = this.#readEvent(line);
      if (kind !== null) return kind;
    }
    const indented = skipBlanks(bytes, start, end);
    if (indented > start) {
      const inner = this.#leader.scan(bytes, indented);
      if (eventOrCallAt(bytes, start, end, this.#finder) === inner) {
        return this.#readBody({ ...line, start: indented, body: inner });
      }
    }
    // colors of another program are output like the rest of what it writes
    if (!this.isColored && bytes !== this.#colorless.bytes && bytes.subarray(start, end).includes(ESC)) {
      const kind = this.#readColored(line);
      if (!TEXT_KINDS.has(kind)) this.isColored = true;
      return kind;
    }
    this.#leader.scan(bytes, start);
    const kind = body === start && bytes[start] !== SPACE ? this.#halves.readRest(line) : null;
    return kind ?? this.#text.read(line);
  }

  /** `<... fsync resumed>) = 0`, `+++ exited with 0 +++`, `--- SIGALRM {...} ---`; null for other lines. */
  #readEvent(line: Line): LineKind | null {
    const { bytes, body, end } = line;
    const first = bytes[body] as number;
    if (first === LESS && bytes[body + 1] === DOT) return this.#halves.readResumed(line);
    if ((first !== PLUS && first !== MINUS) || bytes[body + 1] !== first || bytes[body + 2] !== first)
      return null;
    // text before a call may look like that too
    if ((line.whole && !isClosed(bytes, body, end)) || this.#finder.find(bytes, body, end) !== -1)
      return null;
    if (first === PLUS) return this.#readExit(line);
    if (bytes[body + 3] !== SPACE || isElision(latin1.decode(bytes.subarray(body, end)))) return null;
    this.#pendingCalls.clock.read(this.#leader);
    return "signal";
  }

  #readCall(line: Line, parenthesis: number): LineKind {
    const { bytes, body, end } = line;
    const name = this.calls.name(bytes, body, parenthesis);
    const stop = this.calls.scan(bytes, parenthesis + 1, end, name, this.#fields);
    if (stop < 0 || this.#repair.hasGluedSize(bytes)) return this.#repairCall(line, name);
    if (!line.whole && this.#pendingCalls.lacksLatency()) return this.#addTruncated(line);
    this.#pendingCalls.storeWhole(name, this.#number);
    return "call";
  }

  /** Whether a line is a whole call although it ends as if it continued: `write(3, "a", 1) = 1 <detached ...>`. */
  #isWhole({ bytes, body, end }: Line, parenthesis: number): boolean {
    if (startsWith(bytes, end - UNFINISHED.length, UNFINISHED)) return false;
    const name = this.calls.name(bytes, body, parenthesis);
    return this.calls.scan(bytes, parenthesis + 1, end, name, this.#fields) >= 0;
  }

  /** A call that does not read as one line: foreign text has split it, or it has an unknown form. */
  #repairCall(line: Line, name: CallName): LineKind {
    const { bytes, start, body, end } = line;
    this.#joined.set(bytes, body, end);
    const text = this.#joined.bytes;
    const { length } = this.#joined;
    const repair = this.#repair.repair(text, length, name);
    if (repair.kind !== "complete") {
      const mark = markBeforeRemark(bytes, body, end);
      if (mark !== -1 && this.#finder.find(bytes, mark, end) === -1) {
        return this.#halves.readUnfinished(line, body + name.text.length, mark);
      }
      if (this.#readWithoutColors(line, name)) return "call";
    }
    const isUncertain = body === start && name.prototype === null && name.completed === 0;
    switch (repair.kind) {
      case "complete":
        this.#pendingCalls.storeWhole(name, this.#number);
        return "call";
      case "malformed": {
        if (isUncertain || this.#isProse(text, length)) return this.#text.read(line);
        // with no line end after it, the trace was cut
        if (!line.whole && repair.at >= length) return this.#addTruncated(line);
        const column = body - start + repair.at + 1;
        this.#addProblem({ kind: "malformed", column, expected: expectedAt(text, repair.at) }, line);
        return "unread";
      }
      case "cut": {
        if (!line.whole) return this.#addTruncated(line);
        if (isUncertain) {
          const kind = this.#text.read(line);
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

  /** `open("/x"): No such file`: strace pads every call with blanks and puts nothing right after its parenthesis. */
  #isProse(text: Uint8Array, length: number): boolean {
    const { argumentsEnd } = this.calls;
    return argumentsEnd >= 0 && argumentsEnd < length && (text[argumentsEnd] as number) > SPACE;
  }

  /** A call partly colored by a search program, `pread64(3, "a", \x1b[31m512\x1b[0m, 0) = 512`. */
  #readWithoutColors({ bytes, start, end }: Line, name: CallName): boolean {
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

  #readExit({ bytes, body, end }: Line): LineKind {
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

  /** A line that looks like a call but lacks the time that every line of this trace has: some program wrote it. */
  #readUntimed(line: Line, parenthesis: number): LineKind {
    const { bytes, start, body, end } = line;
    const name = this.calls.name(bytes, body, parenthesis);
    if (name.prototype === null || this.calls.scan(bytes, parenthesis + 1, end, name, this.#fields) < 0) {
      return this.#text.read(line);
    }
    this.#addProblem({ kind: "malformed", column: body - start + 1, expected: "a time" }, line);
    return "unread";
  }

  /** The last line has no end: the call on it may have had another result, and does not make a record. */
  #addTruncated(line: Line): LineKind {
    this.#addProblem({ kind: "truncated" }, line);
    return "half";
  }

  #addProblem(finding: Finding, { bytes, start, end, number, source }: Line): void {
    this.#problems.add(finding, number, source, bytes.subarray(start, end));
  }
}

/** Whether what starts with `+++ ` or `--- ` also ends that way; somebody may have added something after it. */
function isClosed(bytes: Uint8Array, body: number, end: number): boolean {
  const mark = bytes[body] as number;
  for (let at = end - 3; at > body + 3; at--) {
    if (bytes[at] !== mark || bytes[at + 1] !== mark || bytes[at + 2] !== mark || bytes[at - 1] !== SPACE)
      continue;
    return at + 3 === end || (bytes[at + 3] as number) <= SPACE;
  }
  return false;
}
