import { NO_FILE } from "../identity/descriptor-table.ts";
import type { Row } from "../trace/table.ts";
import type { TraceSummary } from "./comparison.ts";
import type { SideView } from "./side-view.ts";

/** What was understood of one trace, and what of it is compared. */
export function traceSummary({ trace, grammar, files, rows, threads, hiddenCalls }: SideView): TraceSummary {
  const { table, problemCounts } = trace;
  const calls = new Uint32Array(grammar.calls.length);
  const used = new Uint8Array(files.files.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as Row;
    const call = table.call[row] as number;
    calls[call] = (calls[call] as number) + 1;
    const file = files.file[row] as number;
    if (file !== NO_FILE) used[file] = 1;
  }
  for (const [row, file] of files.second) if (isCompared(rows, row)) used[file] = 1;
  const unknownCalls = sum(Object.values(trace.otherCalls));
  return {
    sources: trace.sources,
    lines: trace.lines,
    lineKinds: trace.lineKinds,
    calls: Object.fromEntries(
      grammar.calls.flatMap(({ name }, call) => (calls[call] === 0 ? [] : [[name, calls[call] as number]])),
    ),
    otherCalls: unknownCalls + table.length - rows.length - hiddenCalls,
    hiddenCalls,
    threads: trace.threads.filter((_, thread) => threads.size(thread) > 0).length,
    files: sum(used),
    unread: trace.lineKinds.unread,
    inFlight: problemCounts["in-flight"],
    orphans: problemCounts.orphan,
    restarts: sum(Object.values(trace.restarts)),
    problems: trace.problems,
  };
}

/** `rows` ascend. */
function isCompared(rows: Uint32Array, row: Row): boolean {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] as number) < row) low = middle + 1;
    else high = middle;
  }
  return rows[low] === row;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
