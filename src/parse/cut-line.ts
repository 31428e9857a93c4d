import type { CallLedger } from "./call-ledger.ts";
import type { CallRepair } from "./call-repair.ts";
import type { CallName } from "./call-scanner.ts";
import type { ExpectedOutput } from "./expected-output.ts";
import { DETACHED, isLiteral, UNFINISHED } from "./line-ends.ts";
import { TextBuffer } from "./text-buffer.ts";
import type { PendingCall, Task } from "./thread-book.ts";

type Cut = {
  readonly name: CallName;
  /** What strace has printed of the call so far, from its name on. */
  readonly text: TextBuffer;
  /** Whose call it is; null while it may be no call at all. */
  readonly owner: { readonly task: Task; readonly pending: PendingCall } | null;
  /** What of the call's own output is still to come. */
  output: ExpectedOutput | null;
  /** Lines of output since the line was cut. */
  outputLines: number;
};

/** So many lines of output are searched for the rest of a call: each costs many times what reading a line costs. */
const PATIENCE = 1000;

/**
 * The call whose line other text has cut and that has not gone on yet. There is one at most: strace prints one line
 * at a time.
 */
export class CutLine {
  #cut: Cut | null = null;
  readonly #repair: CallRepair;
  readonly #ledger: CallLedger;

  constructor(repair: CallRepair, ledger: CallLedger) {
    this.#repair = repair;
    this.#ledger = ledger;
  }

  get isOpen(): boolean {
    return this.#cut !== null;
  }

  start(task: Task, pending: PendingCall, output: ExpectedOutput | null): void {
    this.#cut = { name: pending.name, text: pending.text, owner: { task, pending }, output, outputLines: 0 };
  }

  /** A line that may be a cut call of a name never seen before, or just output: it is a call if it goes on as one. */
  startDoubtful(name: CallName, entry: Uint8Array, output: ExpectedOutput | null): void {
    if (this.#cut !== null && this.#cut.owner !== null) return;
    const text = new TextBuffer();
    text.set(entry, 0, entry.length);
    this.#cut = { name, text, owner: null, output, outputLines: 0 };
  }

  forget(): void {
    this.#cut = null;
  }

  /**
   * What follows the line that was cut: more output, the rest of the call, or a line of its own (null).
   * @param isStraces the line has a leader, so that it is no rest of another
   */
  read(bytes: Uint8Array, start: number, end: number, isStraces: boolean): "output" | "half" | null {
    const cut = this.#cut;
    if (cut === null) return null;
    if (cut.owner !== null && cut.owner.task.pending !== cut.owner.pending) {
      // its thread has started another call
      this.#cut = null;
      return null;
    }
    if (!isStraces && this.#end(cut, bytes, start, end)) return "half";
    if (cut.output === null) return null;
    const consumed = cut.output.consume(bytes, start, end);
    if (consumed.kind === "line") return "output";
    cut.output = null;
    if (consumed.kind === "mismatch" || consumed.at === start) return null;
    return this.#end(cut, bytes, consumed.at, end) ? "half" : "output";
  }

  /** Tries a part of a line of output as the rest of the call. */
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
    if (!this.#repair.complete(cut.text, bytes, at, end, cut.name)) return false;
    this.#complete(cut);
    return true;
  }

  #complete({ owner, name }: Cut): void {
    this.#cut = null;
    // a name that the grammar describes is never in doubt: there is no record to store
    if (owner === null) name.completed++;
    else this.#ledger.finishPending(owner.task, owner.pending);
  }
}
