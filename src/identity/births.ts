import type { Row } from "../trace/table.ts";
import type { Trace } from "../trace/trace.ts";

type Birth = { readonly thread: number; readonly firstRow: Row };

/** Finds the thread that a fork made. Ids are used again, so the id alone does not tell. */
export class Births {
  readonly #trace: Trace;
  /** By id, in order of appearance; made when the first fork is met. */
  #unborn: Map<number, Birth[]> | null = null;

  constructor(trace: Trace) {
    this.#trace = trace;
  }

  /** The next thread of this id, all of whose calls start after `row`; each is found once. */
  take(tid: number, row: Row): number | undefined {
    this.#unborn ??= this.#byId();
    const threads = this.#unborn.get(tid) ?? [];
    while ((threads[0]?.firstRow ?? row) < row) threads.shift();
    return threads.shift()?.thread;
  }

  #byId(): Map<number, Birth[]> {
    const { table, threads } = this.#trace;
    const firstRows = new Map<number, Row>();
    for (let row = 0; row < table.length && firstRows.size < threads.length; row++) {
      const thread = table.thread[row] as number;
      if (!firstRows.has(thread)) firstRows.set(thread, row);
    }
    const byId = new Map<number, Birth[]>();
    threads.forEach(({ tid }, thread) => {
      const firstRow = firstRows.get(thread);
      if (firstRow === undefined) return;
      const same = byId.get(tid);
      if (same === undefined) byId.set(tid, [{ thread, firstRow }]);
      else same.push({ thread, firstRow });
    });
    return byId;
  }
}
