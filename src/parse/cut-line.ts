import { GREATER, LESS, QUOTE, SPACE } from "../bytes/ascii.ts";
import { skipString, startsDecoration } from "./arguments/skip-value.ts";
import type { CallFinder } from "./call-finder.ts";
import type { CallRepair } from "./call-repair.ts";
import type { CallName } from "./call-scanner.ts";
import type { ExpectedOutput } from "./expected-output.ts";
import { DETACHED, isLiteral, UNFINISHED } from "./line-ends.ts";
import type { PendingCalls } from "./pending-calls.ts";
import { TextBuffer } from "./text-buffer.ts";
import type { PendingCall, Task } from "./thread-tracker.ts";

type Cut = {
  readonly name: CallName;
  /** What strace has printed of the call so far, from its name on. */
  readonly text: TextBuffer;
  /** Whose call it is; null while it may not be a call at all. */
  readonly owner: { readonly task: Task; readonly pending: PendingCall } | null;
  /** How much of the call's own output is still to come. */
  output: ExpectedOutput | null;
  /** Lines of output since the line was cut. */
  outputLines: number;
  /** The text with the lines since, as long as they are parts of a wrapped call; null if they are not. */
  wrapped: TextBuffer | null;
  wrappedLines: number;
};

const BLANK = new Uint8Array([SPACE]);
/** This many lines of output are searched for the rest of a call: each costs many times what reading a line costs. */
const PATIENCE = 1000;
/** A call wrapped by a mail program has at most this many lines, and bytes. */
const MOST_WRAPPED = 40;
const LONGEST_WRAPPED = 16 * 1024;

/**
 * The call whose line other text has split and that has not continued yet. There is at most one: strace prints one line
 * at a time.
 */
export class CutLine {
  #cut: Cut | null = null;
  readonly #repair: CallRepair;
  readonly #finder: CallFinder;
  readonly #pendingCalls: PendingCalls;

  constructor(repair: CallRepair, finder: CallFinder, pendingCalls: PendingCalls) {
    this.#repair = repair;
    this.#finder = finder;
    this.#pendingCalls = pendingCalls;
  }

  /** What is open, only for comparing. */
  get current(): object | null {
    return this.#cut;
  }

  get isOpen(): boolean {
    return this.#cut !== null;
  }

  /** @param line the whole line from the call on; its end may be foreign text */
  start(task: Task, pending: PendingCall, output: ExpectedOutput | null, line: TextBuffer): void {
    this.#open({ name: pending.name, text: pending.text, owner: { task, pending }, output }, line);
  }

  /** A line that may be a cut call with an unknown name, or just output: it is a call if it continues as one. */
  startUncertain(name: CallName, entry: Uint8Array, output: ExpectedOutput | null): void {
    if (this.#cut !== null && this.#cut.owner !== null) return;
    const text = new TextBuffer();
    text.set(entry, 0, entry.length);
    this.#open({ name, text, owner: null, output }, text);
  }

  #open(cut: Pick<Cut, "name" | "text" | "owner" | "output">, line: TextBuffer): void {
    const wrapped = new TextBuffer();
    wrapped.set(line.bytes, 0, line.length);
    this.#cut = { ...cut, outputLines: 0, wrapped, wrappedLines: 0 };
  }

  forget(): void {
    this.#cut = null;
  }

  /**
   * What follows the line that was cut: more output, the rest of the call, or a line of its own (null).
   * @param isStraces the line has a leader, so it cannot be the rest of another
   * @param isFull the previous line ends where the terminal did, and not at a blank where a mail was wrapped
   */
  read(
    bytes: Uint8Array,
    start: number,
    end: number,
    isStraces: boolean,
    isFull: boolean,
  ): "output" | "half" | null {
    const cut = this.#cut;
    if (cut === null) return null;
    if (cut.owner !== null && cut.owner.task.pending !== cut.owner.pending) {
      // its thread has started another call
      this.#cut = null;
      return null;
    }
    // a line with a call of its own is not the rest of another
    const isRest = !isStraces && this.#finder.findInArguments(bytes, start, end) === -1;
    if (isRest && this.#end(cut, bytes, start, end)) return "half";
    if (cut.output === null) return isRest && this.#unwrap(cut, bytes, start, end, isFull) ? "half" : null;
    const consumed = cut.output.consume(bytes, start, end);
    // if the call does not say what its output is, a line that holds a call is not output
    const isOther = cut.output.isGuessed && this.#finder.find(bytes, start, end) !== -1;
    if (consumed.kind === "line" && !isOther) return "output";
    cut.output = null;
    if (consumed.kind !== "tail" || consumed.at === start || isOther) return null;
    return this.#end(cut, bytes, consumed.at, end) ? "half" : "output";
  }

  /**
   * Tries the line as the last of several into which a mail program wrapped the call, and keeps it with those before:
   *
   *     openat(AT_FDCWD, "/d/my
   *     file", O_RDWR) =
   *     3
   */
  #unwrap(cut: Cut, bytes: Uint8Array, start: number, end: number, isFull: boolean): boolean {
    const { wrapped } = cut;
    if (wrapped === null) return false;
    const isAtBlank = isInString(wrapped) || isInDecoration(wrapped);
    if (isAtBlank && !isFull) wrapped.append(BLANK, 0, 1);
    const isEnd =
      this.#repair.complete(wrapped, bytes, start, end, cut.name) ||
      (!isAtBlank && this.#completeBehindBlank(wrapped, bytes, start, end, cut.name));
    if (isEnd) {
      this.#pendingCalls.wrappedLines += cut.wrappedLines;
      this.#complete(cut);
      return true;
    }
    wrapped.append(bytes, start, end);
    const isTooLong = ++cut.wrappedLines > MOST_WRAPPED || wrapped.length > LONGEST_WRAPPED;
    if (isTooLong) cut.wrapped = null;
    return false;
  }

  #completeBehindBlank(
    wrapped: TextBuffer,
    bytes: Uint8Array,
    start: number,
    end: number,
    name: CallName,
  ): boolean {
    const text = new TextBuffer();
    text.set(wrapped.bytes, 0, wrapped.length);
    text.append(BLANK, 0, 1);
    return this.#repair.complete(text, bytes, start, end, name);
  }

  /** The line that was just read stands alone: a call can continue after it only past foreign text. */
  interrupt(): void {
    if (this.#cut !== null) this.#cut.wrapped = null;
  }

  /** Tries part of a line of output as the rest of the call. */
  findEnd(bytes: Uint8Array, start: number, end: number): boolean {
    const cut = this.#cut;
    if (cut === null || ++cut.outputLines > PATIENCE) return false;
    if (!this.#repair.findTail(cut.text, bytes, start, end, cut.name)) return false;
    this.#complete(cut);
    return true;
  }

  /** Tries `bytes[at..end)` as the rest of the call. */
  #end(cut: Cut, bytes: Uint8Array, at: number, end: number): boolean {
    if (isLiteral(bytes, at, end, UNFINISHED) || isLiteral(bytes, at, end, DETACHED)) {
      if (cut.owner !== null) cut.owner.pending.broken = null;
      this.#cut = null;
      return true;
    }
    // wrapped data continues after a blank, see #unwrap
    if (isInString(cut.text)) return false;
    if (!this.#repair.complete(cut.text, bytes, at, end, cut.name)) return false;
    this.#complete(cut);
    return true;
  }

  #complete({ owner, name }: Cut): void {
    this.#cut = null;
    // a name that the grammar describes is never in doubt: there is no record to store
    if (owner === null) name.completed++;
    else this.#pendingCalls.finishPending(owner.task, owner.pending);
  }
}

/** Whether a text that starts with a call ends within quotes. */
function isInString({ bytes, length }: TextBuffer): boolean {
  for (let at = 0; at < length; at++) {
    if (bytes[at] !== QUOTE) continue;
    const after = skipString(bytes, at + 1);
    if (after < 0) return true;
    at = after - 1;
  }
  return false;
}

/** Whether it ends within the path of a descriptor: `pread64(3</data/my`. */
function isInDecoration({ bytes, length }: TextBuffer): boolean {
  const open = bytes.subarray(0, length).lastIndexOf(LESS);
  return open > 0 && startsDecoration(bytes, open) && bytes.subarray(open, length).indexOf(GREATER) === -1;
}
