import type { Grammar } from "../grammar/grammar.ts";
import type { Row } from "../trace/table.ts";
import { UNKNOWN } from "../trace/table.ts";
import { CallFields } from "./arguments/call-fields.ts";
import type { CallName } from "./call-scanner.ts";
import { InFlightCalls } from "./in-flight-calls.ts";
import type { Clock, LeaderScanner } from "./leader-scanner.ts";
import type { OpenCall, PlainLines } from "./plain/plain-lines.ts";
import type { ProblemList } from "./problem-list.ts";
import type { RecordStore } from "./record-store.ts";
import type { ResultScanner } from "./result-scanner.ts";
import type { StringPool } from "./string-pool.ts";
import { type PendingCall, type Task, ThreadTracker } from "./thread-tracker.ts";
import { TraceClock } from "./trace-clock.ts";

/** Where calls go once they are read: who made them, when, and whether they ended. */
export class PendingCalls {
  readonly tracker: ThreadTracker = new ThreadTracker();
  readonly clock: TraceClock = new TraceClock();
  /** The last call read. */
  readonly fields: CallFields = new CallFields();
  /** Whether lines of this trace carry a time: text that looks like a line and has none is not strace's. */
  isTimed: boolean | null = null;
  /** Whether a call of this source had its pid in `[pid N]`. */
  isBracketed = false;
  /** The kind of time that the last call had. */
  lastClock: Clock = "none";
  /** The thread of the last call, the id on its line, and the state of the tracker by then. */
  last: { task: Task; tid: number; version: number } | null = null;
  /** The last thread to start a call on a line of its own. */
  lastStarted: Task | null = null;
  /** Completed calls that strace delayed or whose outcome it changed. */
  injected = 0;
  /** Lines that were taken for the first half of a call and turned out to be damaged. */
  damagedHalves = 0;
  readonly inFlight: InFlightCalls;
  /** Lines that were taken for output and turned out to be parts of a wrapped call. */
  wrappedLines = 0;
  /** Whether a call had a latency. */
  hasLatency = false;
  readonly #grammar: Grammar;
  readonly #store: RecordStore;
  readonly #problems: ProblemList;
  readonly #leader: LeaderScanner;
  readonly #result: ResultScanner;

  /**
   * @param leader of the line that is being read
   * @param result of the last call read
   */
  constructor(
    grammar: Grammar,
    store: RecordStore,
    problems: ProblemList,
    leader: LeaderScanner,
    result: ResultScanner,
    strings: StringPool,
  ) {
    this.inFlight = new InFlightCalls(strings);
    this.#grammar = grammar;
    this.#store = store;
    this.#problems = problems;
    this.#leader = leader;
    this.#result = result;
  }

  startSource(source: number, tid: number | null): void {
    this.abandonAll();
    this.isTimed = null;
    this.isBracketed = false;
    this.lastStarted = null;
    this.tracker.startSource(source, tid);
  }

  /** Stores the call in `fields`, which is on one line. */
  storeWhole(name: CallName, line: number): void {
    const { fields } = this;
    const task = this.tracker.find(this.#leader.tid, line);
    fields.line = line;
    fields.thread = task.index;
    fields.start = this.clock.read(this.#leader);
    this.last = { task, tid: this.#leader.tid, version: this.tracker.version };
    this.#learn();
    if (task.pending !== null) this.abandon(task);
    this.#complete(name, task, -1);
  }

  /** Takes over what plain lines have shown. @param blockStart the table row at which the block starts */
  takePlain(lines: PlainLines, blockStart: Row): void {
    if (this.lastClock !== "none") this.clock.latest = lines.time;
    if (lines.hasLatency) this.hasLatency = true;
    this.#store.takeBlock(lines.row);
    for (const { from, row } of lines.outOfOrderRows) this.#store.takeOutOfOrder(blockStart + row, from);
  }

  /** Takes over a call whose first half was a plain line. @param row its row in the table */
  takeOpen({ thread, name, line, start, text: half }: OpenCall, row: Row): void {
    const task = this.tracker.tasks[thread] as Task; // the number that the thread was given there
    const { text } = task;
    text.set(half, 0, half.length);
    this.#store.keepOpen();
    this.tracker.enters(task, name);
    task.pending = { name, row, line, start, text, argumentsAt: name.text.length + 1, broken: null };
    if (line > (this.lastStarted?.pending?.line ?? 0)) this.lastStarted = task;
  }

  /** A call that has started; `bytes[from..to)` is known of it, from its name on. */
  startCall(
    name: CallName,
    task: Task,
    bytes: Uint8Array,
    from: number,
    to: number,
    line: number,
  ): PendingCall {
    const { tid, text } = task;
    this.lastStarted = task;
    this.tracker.starts(tid);
    this.tracker.enters(task, name);
    const start = this.clock.read(this.#leader);
    this.#learnLeader();
    const row = name.prototype === null ? -1 : this.#store.reserve();
    text.set(bytes, from, to);
    return { name, row, line, start, text, argumentsAt: name.text.length + 1, broken: null };
  }

  /** Stores the call in `fields`, whose first half is given by `pending`. */
  finishPending(task: Task, pending: PendingCall): void {
    const { fields } = this;
    task.pending = null;
    const { tid } = task;
    this.last = tid === this.#leader.tid ? { task, tid, version: this.tracker.version } : null;
    fields.line = pending.line;
    fields.thread = task.index;
    fields.start = pending.start;
    this.#learn();
    this.#complete(pending.name, task, pending.row);
  }

  /** Whether the call in `fields` has no latency though others have one: its line was cut after the result. */
  lacksLatency(): boolean {
    return this.hasLatency && this.fields.latency < 0 && !this.#result.isUnknown;
  }

  /**
   * The call of a thread that starts another one or exits will never end. strace closes the line of a call before
   * its thread continues: a line that just breaks off was damaged.
   */
  abandon(task: Task): void {
    const { pending } = task;
    if (pending === null) return;
    if (pending.broken === null) {
      this.#leaveInFlight(task, pending);
      return;
    }
    task.pending = null;
    this.damagedHalves++;
    const { text, column } = pending.broken;
    const finding = { kind: "malformed", column, expected: "arguments or result" } as const;
    this.#problems.add(finding, pending.line, task.source, text);
  }

  #leaveInFlight(task: Task, pending: PendingCall): void {
    task.pending = null;
    this.inFlight.add(pending, task);
    const finding = { kind: "in-flight", thread: task.tid, call: pending.name.text } as const;
    const { bytes, length } = pending.text;
    this.#problems.add(finding, pending.line, task.source, bytes.subarray(0, length));
  }

  /** The trace ends: calls that are still open are in flight, however their lines stop. */
  abandonAll(): void {
    for (const task of this.tracker.tasks) if (task.pending !== null) this.#leaveInFlight(task, task.pending);
  }

  #learnLeader(): void {
    if (this.#leader.isBracketed) this.isBracketed = true;
    this.lastClock = this.#leader.clock;
    this.isTimed ??= this.lastClock !== "none";
  }

  #learn(): void {
    this.#learnLeader();
    if (this.fields.latency >= 0) this.hasLatency = true;
  }

  /** @param row reserved for the call, or -1 */
  #complete(name: CallName, task: Task, row: Row): void {
    if (this.#result.isRestart) {
      name.restarts++;
      return;
    }
    name.completed++;
    if (name.prototype === null) return;
    if (this.fields.isInjected) this.injected++;
    this.#store.store(this.fields, row);
    if (name.kind === "process") this.#follow(name, task);
  }

  /** Updates the thread tracker: who was spawned, who is about to end. */
  #follow(name: CallName, task: Task): void {
    const { call, line, result } = this.fields;
    if (this.#grammar.calls[call]?.result === "pid") {
      if (result > 0) this.tracker.created(result, line);
    } else if (result === UNKNOWN && name.text.startsWith("exit")) {
      this.tracker.ends(task);
    }
  }
}
