import { OPEN_PAREN, SPACE, startsWith } from "../bytes/ascii.ts";
import type { LineKind } from "../trace/line-kind.ts";
import type { CallFinder } from "./call-finder.ts";
import { CallScanner } from "./call-scanner.ts";
import { attachedIn, classifyText, detachedIn, isDumpRow } from "./classify-text.ts";
import type { CutLine } from "./cut-line.ts";
import { findLeader } from "./find-leader.ts";
import { isTimeByte, type LeaderScanner, NO_TID } from "./leader-scanner.ts";
import type { Line } from "./line.ts";
import { UNFINISHED } from "./line-ends.ts";
import type { PendingCalls } from "./pending-calls.ts";
import type { Finding, ProblemList } from "./problem-list.ts";
import { endsWithLatency } from "./result-scanner.ts";
import type { LineWidth } from "./source/line-width.ts";

// All positions stay within the line: it ends with a line end.

const latin1 = new TextDecoder("latin1");
/** How many positions of a line are tried as the start of another: keeps the work linear in its length. */
const LEADER_TRIES = 24;
/** Bytes; a name is no longer than this, whatever damaged it. */
const LONGEST_NAME = 64;

/** A notice has a line of its own. */
const GLUED = /Process \d+ (?:attached|detached)[\w"[{(]/;
/** What may follow the start of a result: digits of it, an error and its words, a path. */
const REST = /^\d{1,20}$|^[A-Z]{0,20} ?\([A-Z][^()]*\)$|^<?\/[^<>]*>$/;
const PID = "[pid ";
/** `[pid 1444170` and `[pid 26885<mtre`: a leader in which the trace was cut. */
const CUT_PID = /^\[pid +\d*(?:<[^>]*>?)?\]? ?$/s;

/**
 * Reads lines on which no call starts: messages from strace, output of the traced program, the rest of a call whose
 * line was cut. A line that has the leader of strace's own lines but continues as none of them is damaged.
 */
export class TextReader {
  readonly #leader: LeaderScanner;
  readonly #calls: CallScanner;
  readonly #finder: CallFinder;
  readonly #pendingCalls: PendingCalls;
  readonly #cut: CutLine;
  readonly #width: LineWidth;
  readonly #problems: ProblemList;

  /** @param leader of the line that is being read */
  constructor(
    leader: LeaderScanner,
    calls: CallScanner,
    finder: CallFinder,
    pendingCalls: PendingCalls,
    cut: CutLine,
    width: LineWidth,
    problems: ProblemList,
  ) {
    this.#leader = leader;
    this.#calls = calls;
    this.#finder = finder;
    this.#pendingCalls = pendingCalls;
    this.#cut = cut;
    this.#width = width;
    this.#problems = problems;
  }

  read(line: Line): LineKind {
    const { bytes, start, body, end } = line;
    const text = latin1.decode(bytes.subarray(start, end));
    const kind = classifyText(text);
    if (kind === "blank") return kind;
    // what strace says and what a program writes holds no call: a line that does is damaged, or has something before it
    const holdsCall = this.#finder.find(bytes, start, end) !== -1 && !isDumpRow(text);
    const isGlued = kind === "notice" && GLUED.test(text);
    if (kind !== "output" && (holdsCall || isGlued || this.#finder.hasResult(bytes, start, end))) {
      return this.#addUnread(line);
    }
    if (kind === "notice") {
      const attached = attachedIn(text);
      if (attached !== null) this.#pendingCalls.tracker.announce(attached);
      const detached = detachedIn(text);
      if (detached !== null) this.#pendingCalls.tracker.detached(detached);
      return kind;
    }
    if (kind !== "output") return kind;
    if (startsWith(bytes, start, UNFINISHED) && !holdsCall) return "half";
    if (!line.whole && this.#isCut(line, text)) {
      this.#add({ kind: "truncated" }, line);
      return "half";
    }
    if (this.isStraces()) {
      // `7 10:00:00 [ Process PID=7 runs in 32 bit mode. ]`
      const ofBody = classifyText(text.slice(body - start));
      const isNotice = ofBody === "notice" && !this.#finder.hasResult(bytes, start, end);
      return isNotice ? ofBody : this.#addUnread(line);
    }
    if (this.#isDamagedCall(line)) return this.#addUnread(line);
    if (!holdsCall && this.#cut.findEnd(bytes, start, end)) return "half";
    if (this.#readBehindOutput(line)) return "call";
    if (this.#isRest(line, text)) {
      return this.#add({ kind: "malformed", column: 1, expected: "the start of this call" }, line);
    }
    return holdsCall ? this.#addUnread(line) : "output";
  }

  /** Whether the leader is enough by itself: the time of day or the date, and a pid that other lines have. */
  isStraces(): boolean {
    const { clock, tid } = this.#leader;
    return (
      (clock === "day" || clock === "epoch") &&
      this.#pendingCalls.isTimed === true &&
      this.#pendingCalls.tracker.knows(tid)
    );
  }

  /** Whether the leader has what the lines before had: a time if they have one, else a known pid. */
  #isLikeOthers(): boolean {
    if (this.#pendingCalls.isTimed === true) return this.#leader.clock !== "none";
    return this.#pendingCalls.tracker.knows(this.#leader.tid);
  }

  /** The trace was cut in its last line. */
  #isCut(line: Line, text: string): boolean {
    if (this.#isCutInName(line) || this.#isCutInResumed(text.slice(line.body - line.start))) return true;
    return this.#pendingCalls.isBracketed && text.length > 1 && (PID.startsWith(text) || CUT_PID.test(text));
  }

  /** `7 <... fsync res`, while the thread is inside that call. */
  #isCutInResumed(body: string): boolean {
    const { tid: own, clock } = this.#leader;
    if (own === NO_TID && body.length < 2) return false;
    if (this.#pendingCalls.isTimed === true && clock === "none") return false;
    return this.#pendingCalls.tracker.tasks.some(({ tid, pending }) => {
      if (pending === null || (own !== NO_TID && tid !== own)) return false;
      return `<... ${pending.name.text} resumed>`.startsWith(body);
    });
  }

  /** `10790 12:35:31 pwri`, `10790 12:35`: the trace was cut before the parenthesis of its last line. */
  #isCutInName({ bytes, body, end }: Line): boolean {
    const { tid, clock } = this.#leader;
    let at = body;
    if (this.#pendingCalls.isTimed === true && clock === "none") {
      if (tid === NO_TID || !this.#pendingCalls.tracker.knows(tid)) return false;
      while (at < end && isTimeByte(bytes[at] as number)) at++;
      return at === end;
    }
    return this.#isLikeOthers() && (this.isStraces() || this.#calls.startsName(bytes, body, end));
  }

  /** `pwrite64 (3, "a", 1, 0) = 1`, `pwr\0te64(3, "a", 1, 0) = 1`: all but the name reads as a call. */
  #isDamagedCall({ bytes, body, end }: Line): boolean {
    if (!this.#isLikeOthers() || bytes[body] === SPACE) return false;
    const limit = Math.min(end, body + LONGEST_NAME);
    let at = body;
    while (at < limit && bytes[at] !== OPEN_PAREN) at++;
    return at > body && at < limit && this.#calls.hasShape(bytes, at + 1, end);
  }

  /**
   * Whether this is the end of a call whose start is missing: its result is alone, or is followed by the latency that
   * only strace prints, or a line end came before the parenthesis, `(AT_FDCWD, "/x", O_RDONLY) = 3`.
   */
  #isRest({ bytes, start, end }: Line, text: string): boolean {
    if (this.#finder.closesCall(bytes, start, end)) return true;
    if (bytes[start] === OPEN_PAREN && this.#calls.hasShape(bytes, start + 1, end)) return true;
    // the previous call was whole only up to here: `= 40` and `96 <0.000010>`
    return endsWithLatency(bytes, start, end) || (this.#width.isFull && REST.test(text));
  }

  /** `progress 009:52:21.139431 write(2, "progress 0", 10) = 10`: -z prints lines whole, after the output. */
  #readBehindOutput({ bytes, body, end, number }: Line): boolean {
    if (this.#pendingCalls.isTimed !== true) return false;
    const { fields } = this.#pendingCalls;
    let tries = LEADER_TRIES;
    for (let at = findLeader(bytes, body + 1, end); at !== -1; at = findLeader(bytes, at + 1, end)) {
      if (tries-- === 0) return false;
      const call = this.#leader.scan(bytes, at);
      const parenthesis = CallScanner.findParenthesis(bytes, call);
      if (this.#leader.clock === "none" || parenthesis === -1) continue;
      const name = this.#calls.name(bytes, call, parenthesis);
      if (this.#calls.scan(bytes, parenthesis + 1, end, name, fields) < 0) continue;
      this.#pendingCalls.storeWhole(name, number);
      return true;
    }
    return false;
  }

  #addUnread(line: Line): LineKind {
    const column = line.body - line.start + 1;
    return this.#add({ kind: "malformed", column, expected: "a call name and its parenthesis" }, line);
  }

  #add(finding: Finding, { bytes, start, end, number, source }: Line): LineKind {
    this.#problems.add(finding, number, source, bytes.subarray(start, end));
    return "unread";
  }
}
