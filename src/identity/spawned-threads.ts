import type { Row } from "../trace/table.ts";
import type { Thread, Trace } from "../trace/trace.ts";

type SpawnedThread = { readonly thread: number; readonly firstRow: Row };

/** Finds the thread that a fork made. Ids are reused, so the id alone is not enough. */
export class SpawnedThreads {
  readonly #trace: Trace;
  /** By id, the last to appear first; made when the first fork is met. */
  #pending: Map<number, SpawnedThread[]> | null = null;

  constructor(trace: Trace) {
    this.#trace = trace;
  }

  /** The next thread of this id, all of whose calls start after `row`; each is found once. */
  take(tid: number, row: Row): number | undefined {
    this.#pending ??= this.#byId();
    const threads = this.#pending.get(tid) ?? [];
    while ((threads.at(-1)?.firstRow ?? row) < row) threads.pop();
    return threads.pop()?.thread;
  }

  #byId(): Map<number, SpawnedThread[]> {
    const { table, threads } = this.#trace;
    const firstRows = new Map<number, Row>();
    for (let row = 0; row < table.length && firstRows.size < threads.length; row++) {
      const thread = table.thread[row] as number;
      if (!firstRows.has(thread)) firstRows.set(thread, row);
    }
    const byId = new Map<number, SpawnedThread[]>();
    for (let thread = threads.length - 1; thread >= 0; thread--) {
      const firstRow = firstRows.get(thread);
      if (firstRow === undefined) continue;
      const { tid } = threads[thread] as Thread; // in range
      const same = byId.get(tid);
      if (same === undefined) byId.set(tid, [{ thread, firstRow }]);
      else same.push({ thread, firstRow });
    }
    return byId;
  }
}
