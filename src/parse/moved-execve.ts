import type { CallScanner } from "./call-scanner.ts";
import type { PendingCalls } from "./pending-calls.ts";
import type { ProblemList } from "./problem-list.ts";
import { TextBuffer } from "./text-buffer.ts";
import type { PendingCall, Task } from "./thread-tracker.ts";

type Start = { readonly task: Task; readonly pending: PendingCall };
type End = {
  /** The line, and where in it the rest of the call starts. */
  readonly text: Uint8Array;
  readonly restAt: number;
  readonly task: Task;
  readonly line: number;
};

/**
 * The execve of a thread in a `strace -ff` set: it starts in the file of the thread and ends in that of the process,
 * whose id the thread takes over. The files may come in either order.
 *
 *     execve("/x", ["x"], 0x7ffd <pid changed to 1392 ...>       in the file of 1393
 *     <... execve resumed>) = 0 <0.000420>                       in the file of 1392
 */
export class MovedExecve {
  readonly #starts = new Map<number, Start>();
  readonly #ends = new Map<number, End>();
  readonly #calls: CallScanner;
  readonly #pendingCalls: PendingCalls;
  readonly #problems: ProblemList;

  constructor(calls: CallScanner, pendingCalls: PendingCalls, problems: ProblemList) {
    this.#calls = calls;
    this.#pendingCalls = pendingCalls;
    this.#problems = problems;
  }

  /** @param tid the thread id under which the call ends; null for a call that ends under its own */
  start(tid: number | null, task: Task): void {
    const { pending } = task;
    if (tid === null || pending === null) return;
    task.pending = null;
    this.#starts.set(tid, { task, pending });
    this.#join(tid);
  }

  end(end: End): void {
    this.#ends.set(end.task.tid, end);
    this.#join(end.task.tid);
  }

  /** Halves without a counterpart are in flight, or orphans. */
  finish(): void {
    for (const { task, pending } of this.#starts.values()) {
      task.pending = pending;
      this.#pendingCalls.abandon(task);
    }
    for (const { task, line, text } of this.#ends.values()) {
      this.#problems.add({ kind: "orphan", thread: task.tid, call: "execve" }, line, task.source, text);
    }
  }

  #join(tid: number): void {
    const start = this.#starts.get(tid);
    const end = this.#ends.get(tid);
    if (start === undefined || end === undefined) return;
    const { task, pending } = start;
    const joined = new TextBuffer();
    joined.set(pending.text.bytes, 0, pending.text.length);
    joined.append(end.text, end.restAt, end.text.length);
    const { name, argumentsAt } = pending;
    if (this.#calls.scan(joined.bytes, argumentsAt, joined.length, name, this.#pendingCalls.fields) < 0)
      return;
    this.#starts.delete(tid);
    this.#ends.delete(tid);
    this.#pendingCalls.finishPending(task, pending);
  }
}
