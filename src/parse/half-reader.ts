import { SPACE, startsWith } from "../bytes/ascii.ts";
import type { LineKind } from "../trace/line-kind.ts";
import type { CallFinder } from "./call-finder.ts";
import type { CallRepair } from "./call-repair.ts";
import type { CallName, CallScanner } from "./call-scanner.ts";
import type { LeaderScanner } from "./leader-scanner.ts";
import type { Line } from "./line.ts";
import { RESUMED, takenOverBy } from "./line-ends.ts";
import type { MovedExecve } from "./moved-execve.ts";
import type { PendingCalls } from "./pending-calls.ts";
import type { Finding, ProblemList } from "./problem-list.ts";
import { TextBuffer } from "./text-buffer.ts";
import type { PendingCall } from "./thread-tracker.ts";

// All positions stay within the line: it ends with a line end, where every scanner stops.

/** Reads the two halves of a call that another thread's line has split. */
export class HalfReader {
  readonly #leader: LeaderScanner;
  readonly #calls: CallScanner;
  readonly #finder: CallFinder;
  readonly #pendingCalls: PendingCalls;
  readonly #repair: CallRepair;
  readonly #moved: MovedExecve;
  readonly #problems: ProblemList;
  /** Both halves of a call as one text. */
  readonly #joined: TextBuffer = new TextBuffer();

  /** @param leader of the line that is being read */
  constructor(
    leader: LeaderScanner,
    calls: CallScanner,
    finder: CallFinder,
    pendingCalls: PendingCalls,
    repair: CallRepair,
    moved: MovedExecve,
    problems: ProblemList,
  ) {
    this.#leader = leader;
    this.#calls = calls;
    this.#finder = finder;
    this.#pendingCalls = pendingCalls;
    this.#repair = repair;
    this.#moved = moved;
    this.#problems = problems;
  }

  /**
   * `pread64(9,  <unfinished ...>`: reserves the place of the call, to be filled when it ends.
   * @param suffix the start of the mark
   */
  readUnfinished(line: Line, parenthesis: number, suffix: number): LineKind {
    const { bytes, start, body } = line;
    const name = this.#calls.name(bytes, body, parenthesis);
    // a call that has its result has ended, whatever was put after it, even the half of another
    if (
      this.#finder.findInArguments(bytes, parenthesis + 1, line.end) !== -1 ||
      this.#isWhole(line, name, suffix)
    ) {
      this.#add({ kind: "malformed", column: suffix - start + 1, expected: "the end of the line" }, line);
      return "unread";
    }
    const task = this.#pendingCalls.tracker.find(this.#leader.tid, line.number);
    if (task.pending !== null) this.#pendingCalls.abandon(task);
    task.pending = this.#pendingCalls.startCall(name, task, bytes, body, suffix, line.number);
    this.#moved.start(takenOverBy(bytes, suffix), task);
    return "half";
  }

  #isWhole({ bytes, body }: Line, name: CallName, suffix: number): boolean {
    if (bytes[suffix - 1] === SPACE) return false;
    const first = body + name.text.length + 1;
    return this.#calls.scan(bytes, first, suffix, name, this.#pendingCalls.fields) >= 0;
  }

  /**
   *     <... pread64 resumed>"\0\1"..., 53, 11177) = 53 <0.000084>       5.0 to 6.15
   *     <... pread64 resumed> "\0\1"..., 53, 11177) = 53 <0.000084>      up to 4.26
   *     <... pread64 resumed>, "\0\1"..., 53, 11177) = 53 <0.000084>     since 6.16
   *
   * Which arguments are on which side depends on the call and on the version: both texts are joined and read
   * as one.
   * @returns null if this is not such a line
   */
  readResumed(line: Line): LineKind | null {
    const { bytes, start, body, end } = line;
    const { tracker, fields } = this.#pendingCalls;
    const nameStart = body + 5;
    let nameEnd = nameStart;
    while (nameEnd < end && bytes[nameEnd] !== SPACE) nameEnd++;
    if (!startsWith(bytes, nameEnd, RESUMED)) return null;
    const rest = nameEnd + RESUMED.length;
    const name = this.#calls.name(bytes, nameStart, nameEnd);
    this.#pendingCalls.clock.read(this.#leader);
    const task = tracker.findResumed(this.#leader.tid, line.number, name);
    const { pending } = task;
    if (pending === null || pending.name !== name) {
      if (this.#finder.findInArguments(bytes, rest, end) !== -1) return this.#addUnread(line, rest);
      if (name.text === "execve" && tracker.isOneOfSet) {
        this.#moved.end({ text: bytes.slice(start, end), restAt: rest - start, task, line: line.number });
        return "half";
      }
      this.#add({ kind: "orphan", thread: task.tid, call: name.text }, line);
      return "half";
    }
    const inParts = this.#calls.scanHalves(pending, bytes, rest, end, name, fields);
    if (inParts < 0 && !this.#readJoined(pending, bytes, rest, end)) {
      if (!line.whole) return this.#addTruncated(line);
      task.pending = null;
      return this.#addUnread(line, rest);
    }
    if (!line.whole && this.#pendingCalls.lacksLatency()) return this.#addTruncated(line);
    this.#pendingCalls.finishPending(task, pending);
    return "half";
  }

  /**
   * With -z strace keeps the text of a call until its result is known, including the end of a line that another
   * thread has split:
   *
   *     12102 17:11:20.412912 pread64(3,  <unfinished ...>
   *     "vm\n", 4096, 0)                        = 3 <0.000087>
   *
   * @returns null if this is not such a line
   */
  readRest(line: Line): LineKind | null {
    const task = this.#pendingCalls.lastStarted;
    const pending = task?.pending ?? null;
    if (task === null || pending === null || pending.line !== line.number - 1) return null;
    if (this.#finder.findInArguments(line.bytes, line.start, line.end) !== -1) return null;
    if (!this.#repair.complete(pending.text, line.bytes, line.start, line.end, pending.name)) return null;
    if (!line.whole && this.#pendingCalls.lacksLatency()) return this.#addTruncated(line);
    this.#pendingCalls.finishPending(task, pending);
    return "half";
  }

  /** Reads both halves as one text, which may contain foreign text. */
  #readJoined(pending: PendingCall, bytes: Uint8Array, rest: number, end: number): boolean {
    const joined = this.#joined;
    const { name, text, argumentsAt } = pending;
    joined.set(text.bytes, 0, text.length);
    joined.append(bytes, rest, end);
    const stop = this.#calls.scan(joined.bytes, argumentsAt, joined.length, name, this.#pendingCalls.fields);
    if (stop >= 0 && !this.#repair.hasGluedSize(joined.bytes)) return true;
    return this.#repair.repair(joined.bytes, joined.length, name).kind === "complete";
  }

  #addUnread(line: Line, at: number): LineKind {
    this.#add({ kind: "malformed", column: at - line.start + 1, expected: "the rest of the call" }, line);
    return "unread";
  }

  #addTruncated(line: Line): LineKind {
    this.#add({ kind: "truncated" }, line);
    return "half";
  }

  #add(finding: Finding, { bytes, start, end, number, source }: Line): void {
    this.#problems.add(finding, number, source, bytes.subarray(start, end));
  }
}
