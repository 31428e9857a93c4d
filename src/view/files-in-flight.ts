import type { Grammar } from "../grammar/grammar.ts";
import { NO_FILE } from "../identity/descriptor-table.ts";
import type { IndexIntoFiles } from "../identity/file-catalog.ts";
import type { TraceFiles } from "../identity/trace-files.ts";
import { NO_STRING, NONE, type Row, type TraceTable } from "../trace/table.ts";
import type { Trace } from "../trace/trace.ts";

// Casts in this file: rows are rows of their table.

/**
 * Which file each call in flight is on, NO_FILE if not known. Its line did not become a record, so its descriptor was
 * not followed: the file is the path that the line itself gives, or else what the descriptor was at the last earlier
 * call that used it, in the same thread or, if that made none, in any.
 */
export function filesInFlight(trace: Trace, grammar: Grammar, files: TraceFiles): Int32Array {
  const known = trace.knownFiles?.inFlight;
  if (known !== undefined) return known;
  const inFlight = trace.inFlight?.table;
  const found = new Int32Array(inFlight?.length ?? 0).fill(NO_FILE);
  if (inFlight === undefined) return found;
  const byPath = new Map(files.files.map(({ path }, index) => [path, index]));
  const search = new DescriptorSearch(trace, inFlight, found);
  const rows = Array.from(inFlight.line.keys()).sort(
    (x, y) => (inFlight.line[x] as number) - (inFlight.line[y] as number),
  );
  for (const row of rows) {
    const path = inFlight.path[row] as number;
    const fd = inFlight.fd[row] as number;
    if (path !== NO_STRING) found[row] = byPath.get(trace.strings[path] ?? null) ?? NO_FILE;
    else if (fd >= 0) search.add(fd, row);
  }
  search.run(grammar, files);
  return found;
}

/** Calls in flight on one descriptor whose file is still to be found, the latest last. */
type Waiting = {
  readonly byThread: Map<number, Row[]>;
  /** Those whose file no thread has shown yet. */
  readonly unresolved: Row[];
};

/** Walks the calls of a trace backwards to find what descriptors were; each call in flight is visited twice. */
class DescriptorSearch {
  readonly #trace: Trace;
  readonly #inFlight: TraceTable;
  readonly #found: Int32Array;
  readonly #waiting = new Map<number, Waiting>();
  readonly #isSure: Uint8Array;
  #left = 0;

  constructor(trace: Trace, inFlight: TraceTable, found: Int32Array) {
    this.#trace = trace;
    this.#inFlight = inFlight;
    this.#found = found;
    this.#isSure = new Uint8Array(found.length);
  }

  /** To be called in order of lines. */
  add(fd: number, call: Row): void {
    const waiting = this.#waiting.get(fd) ?? { byThread: new Map<number, Row[]>(), unresolved: [] };
    this.#waiting.set(fd, waiting);
    const thread = this.#inFlight.thread[call] as number;
    const own = waiting.byThread.get(thread);
    if (own === undefined) waiting.byThread.set(thread, [call]);
    else own.push(call);
    waiting.unresolved.push(call);
    this.#left++;
  }

  run({ calls }: Grammar, files: TraceFiles): void {
    const { table, extras } = this.#trace;
    const uses = calls.map((call) => call.arguments.includes("fd"));
    const makes = calls.map((call) => call.result === "fd");
    const closes = calls.map(({ name }) => name === "close");
    for (let row = table.length - 1; row >= 0 && this.#left > 0; row--) {
      const call = table.call[row] as number;
      const file = files.file[row] as number;
      if (makes[call]) this.#tell(table.result[row] as number, row, file);
      if (uses[call]) this.#tell(table.fd[row] as number, row, closes[call] ? NO_FILE : file);
      const second = extras.get(row)?.fds?.[0] ?? NONE;
      if (second >= 0) this.#tell(second, row, files.second.get(row) ?? NO_FILE);
    }
  }

  /** At this row the descriptor was that file. */
  #tell(fd: number, row: Row, file: IndexIntoFiles): void {
    const waiting = this.#waiting.get(fd);
    if (waiting === undefined) return;
    const own = waiting.byThread.get(this.#trace.table.thread[row] as number);
    for (let call = own?.at(-1); call !== undefined && this.#isBefore(row, call); call = own?.at(-1)) {
      own?.pop();
      this.#found[call] = file;
      this.#isSure[call] = 1;
      this.#left--;
    }
    const { unresolved } = waiting;
    for (
      let call = unresolved.at(-1);
      call !== undefined && this.#isBefore(row, call);
      call = unresolved.at(-1)
    ) {
      unresolved.pop();
      if (this.#isSure[call] === 0) this.#found[call] = file;
    }
  }

  /** Whether a call of the trace started before one in flight. Lines of different files cannot be compared. */
  #isBefore(row: Row, call: Row): boolean {
    const { table, threads } = this.#trace;
    const one = threads[table.thread[row] as number]?.source;
    const other = threads[this.#inFlight.thread[call] as number]?.source;
    if (one === other) return (table.line[row] as number) < (this.#inFlight.line[call] as number);
    return (table.start[row] as number) <= (this.#inFlight.start[call] as number);
  }
}
