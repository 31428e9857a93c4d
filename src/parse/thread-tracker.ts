import type { Row } from "../trace/table.ts";
import type { Thread } from "../trace/trace.ts";
import type { CallName } from "./call-scanner.ts";
import { NO_TID } from "./leader-scanner.ts";
import { TextBuffer } from "./text-buffer.ts";

/** A call that has started and not ended. */
export type PendingCall = {
  readonly name: CallName;
  /** The row reserved for it in the table; -1 for a call that makes no record. */
  readonly row: Row;
  readonly line: number;
  readonly start: number;
  /** The text so far, from the name on. */
  readonly text: TextBuffer;
  /** Where in the text the arguments start. */
  readonly argumentsAt: number;
  /** Where its line breaks off, until the line is closed as strace closes it; null for a line that does not. */
  broken: BrokenOff | null;
};

/** The start of a line, and the 1-based column from which it is not part of a call. */
export type BrokenOff = { readonly text: Uint8Array; readonly column: number };

/** One thread while the trace is being read. */
export type Task = {
  readonly index: number;
  /** 0 while unknown. */
  tid: number;
  readonly source: number;
  readonly firstLine: number;
  /** `ending`: its exit call was seen; `gone`: strace reported its exit; `detached`: strace detached from it. */
  state: "alive" | "ending" | "gone" | "detached";
  pending: PendingCall | null;
  /** Holds the text of the pending call. */
  readonly text: TextBuffer;
};

/** Ids are signed, with 32 bits; strace could not print a larger number for a thread. */
const MOST_ID = 2 ** 31 - 1;
const RECENT = 256;
/** Bounds `busy` when nobody uses it. */
const MOST_BUSY = 1024;

/**
 * Which thread a line belongs to. strace prints `[pid N] ` only while it traces more than one process, so the
 * first process has no prefix until its first child attaches, and the last survivor has none either. A thread id
 * that appears again after its exit is a new thread.
 */
export class ThreadTracker {
  readonly tasks: Task[] = [];
  /** Increases whenever a line may belong to another thread than it would have before. */
  version = 0;
  /** Ids of threads that have started a call and not ended it, in order; the user takes them out. */
  readonly busy: number[] = [];
  /** Latest task by thread id. */
  readonly #byTid = new Map<number, Task>();
  /** Few threads print nearly all lines: the latest tasks by the low bits of their ids. */
  readonly #recent: (Task | null)[] = new Array(RECENT).fill(null);
  /** Ids that a notice or a clone result announced before their first line. */
  readonly #announced = new Set<number>();
  #hasAnnouncements = false;
  /**
   * Tasks of this source that have entered a call, by its name, and some that have left it: checking all of them at
   * every line would take quadratic time.
   */
  readonly #inside = new Map<CallName, Set<Task>>();
  /** Tasks of this source by state: checking all tasks at every line would take quadratic time. */
  readonly #alive = new Set<Task>();
  readonly #ending = new Set<Task>();
  /** The task of lines without a pid while no pid is known for it. */
  #nameless: Task | null = null;
  #lastUnprefixed: Task | null = null;
  #source = 0;
  #sourceTid: number | null = null;

  /** The thread is inside a call from now on. @param tid as the tracker knows it */
  starts(tid: number): void {
    if (this.busy.length === MOST_BUSY) {
      this.busy.length = 0;
      this.version++;
    }
    this.busy.push(tid);
  }

  /** From here on lines are those of another file, whose lines without a pid are of thread `tid`. */
  startSource(source: number, tid: number | null): void {
    this.version++;
    this.#source = source;
    this.#sourceTid = tid;
    this.#byTid.clear();
    this.#recent.fill(null);
    this.#announced.clear();
    this.#inside.clear();
    this.#alive.clear();
    this.#ending.clear();
    this.#hasAnnouncements = false;
    this.#nameless = null;
    this.#lastUnprefixed = null;
  }

  /** Whether the file is one of several, each of one thread. */
  get isOneOfSet(): boolean {
    return this.#sourceTid !== null;
  }

  get threads(): Thread[] {
    return this.tasks.map(({ tid, source }) => ({ tid, source }));
  }

  /** Whether lines of this source have had this pid before. */
  knows(tid: number): boolean {
    return this.#byTid.has(tid);
  }

  /** The thread of a line that starts a call or stands alone. */
  find(tid: number, line: number): Task {
    if (tid === NO_TID) return this.#findUnprefixed(line);
    const recent = this.#recent[tid & (RECENT - 1)] as Task | null;
    if (recent !== null && recent.tid === tid && recent.state === "alive") return recent;
    return this.#findByTid(tid, line);
  }

  /** The thread of a resumed line, which may have lost the pid that its first half had. */
  findResumed(tid: number, line: number, name: CallName): Task {
    if (tid !== NO_TID) {
      const recent = this.#recent[tid & (RECENT - 1)] as Task | null;
      if (recent !== null && recent.tid === tid && recent.pending?.name === name) return recent;
      if (!this.#byTid.has(tid) && this.#nameless?.pending?.name === name) this.#nameTheNameless(tid);
      const named = this.#findByTid(tid, line);
      // a thread that calls execve continues under the id of its process; with -qqq no line says so
      if (name.text !== "execve" || named.pending?.name === name) return named;
      const caller = this.onlyPending(name);
      if (caller !== null) this.takeOver(named, caller.tid);
      return named;
    }
    const task = this.#findUnprefixed(line);
    if (task.pending?.name === name) return task;
    return this.onlyPending(name) ?? task;
  }

  /** The task is inside a call of this name from now on. */
  enters(task: Task, name: CallName): void {
    const inside = this.#inside.get(name);
    if (inside === undefined) this.#inside.set(name, new Set([task]));
    else inside.add(task);
  }

  /** The one task that is inside a call of this name, if there is exactly one. */
  onlyPending(name: CallName): Task | null {
    let found: Task | null = null;
    const inside = this.#inside.get(name) ?? [];
    for (const task of inside) {
      // it has ended since, or another thread has its id: looked at once and never again
      if (task.pending?.name !== name) this.#inside.get(name)?.delete(task);
      else if (this.#byTid.get(task.tid) !== task) continue;
      else if (found !== null) return null;
      else found = task;
    }
    return found;
  }

  /** `strace: Process N attached`, or the result of clone. */
  announce(tid: number): void {
    if (tid > MOST_ID) return;
    this.version++;
    this.#hasAnnouncements = true;
    const task = this.#byTid.get(tid);
    if (task === undefined || task.state !== "alive") this.#announced.add(tid);
  }

  /** A clone that started on `line` returned `tid`: whatever had that id before is another thread. */
  created(tid: number, line: number): void {
    const task = this.#byTid.get(tid);
    if (task !== undefined && task.firstLine < line) this.#setState(task, "gone");
    this.announce(tid);
  }

  /** strace detached from the thread: lines without a pid are of another from now on. Its current call stays open. */
  detached(tid: number): void {
    this.#announced.delete(tid);
    const task = this.#byTid.get(tid);
    if (task?.state === "alive") this.#setState(task, "detached");
  }

  /** Its exit call was seen: with -qq nothing more is printed about it. */
  ends(task: Task): void {
    this.#setState(task, "ending");
  }

  #setState(task: Task, state: Task["state"]): void {
    this.version++;
    this.#alive.delete(task);
    this.#ending.delete(task);
    task.state = state;
    if (state === "ending") this.#ending.add(task);
  }

  /** `+++ exited with 0 +++` */
  exited(tid: number, line: number): Task {
    const task = this.#findExiting(tid, line);
    this.#setState(task, "gone");
    return task;
  }

  /** The leader of a process was superseded: the thread `tid` continues under its id, with its call of execve. */
  takeOver(leader: Task, tid: number): void {
    const task = this.#byTid.get(tid);
    if (task === undefined || task === leader) return;
    leader.pending = task.pending;
    if (leader.pending !== null) this.enters(leader, leader.pending.name);
    task.pending = null;
    this.#setState(task, "gone");
  }

  #findExiting(tid: number, line: number): Task {
    if (tid !== NO_TID) return this.#byTid.get(tid) ?? this.#findByTid(tid, line);
    const [ending] = this.#ending;
    return ending !== undefined && this.#ending.size === 1 ? ending : this.#findUnprefixed(line);
  }

  #findByTid(tid: number, line: number): Task {
    const known = this.#byTid.get(tid);
    if (known?.state === "detached") {
      // it was attached again, or its line came late
      this.version++;
      known.state = "alive";
      this.#alive.add(known);
    }
    if (known !== undefined && known.state === "alive") {
      this.#recent[tid & (RECENT - 1)] = known;
      return known;
    }
    if (known === undefined && this.#isNameless(tid)) {
      const task = this.#nameTheNameless(tid);
      if (task !== null) return task;
    }
    return this.#create(tid, line);
  }

  /** Whether an id that was never announced must be that of the first process, which had no prefix until now. */
  #isNameless(tid: number): boolean {
    const nameless = this.#nameless;
    if (nameless === null || nameless.state !== "alive" || nameless.pending !== null) return false;
    return this.#hasAnnouncements && !this.#announced.has(tid);
  }

  #nameTheNameless(tid: number): Task | null {
    const task = this.#nameless;
    if (task === null) return null;
    this.version++;
    task.tid = tid;
    this.#nameless = null;
    this.#byTid.set(tid, task);
    return task;
  }

  #create(tid: number, line: number): Task {
    this.version++;
    const task: Task = {
      index: this.tasks.length,
      tid,
      source: this.#source,
      firstLine: line,
      state: "alive",
      pending: null,
      text: new TextBuffer(),
    };
    this.tasks.push(task);
    this.#alive.add(task);
    this.#announced.delete(tid);
    if (tid !== 0) {
      this.#byTid.set(tid, task);
      this.#recent[tid & (RECENT - 1)] = task;
    }
    return task;
  }

  #findUnprefixed(line: number): Task {
    const last = this.#lastUnprefixed;
    if (last !== null && last.state === "alive" && this.#announced.size === 0 && this.tasks.length === 1)
      return last;
    const task = this.#chooseUnprefixed(line);
    this.#lastUnprefixed = task;
    return task;
  }

  #chooseUnprefixed(line: number): Task {
    if (this.#sourceTid !== null) return this.#findByTid(this.#sourceTid, line);
    const [alive] = this.#alive;
    const [waiting] = this.#announced;
    if (alive !== undefined && this.#alive.size === 1) return alive;
    // the one remaining process has been announced and has printed nothing yet
    if (alive === undefined && waiting !== undefined) return this.#findByTid(waiting, line);
    if (this.#lastUnprefixed?.state === "alive") return this.#lastUnprefixed;
    if (this.#nameless?.state === "alive") return this.#nameless;
    this.#nameless = this.#create(0, line);
    return this.#nameless;
  }
}
