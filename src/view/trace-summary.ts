import type { TraceSummary } from "../result/comparison.ts";
import { callsPerFile, callsPerName, type TraceView } from "./trace-view.ts";

/** What was understood of one trace, and which part of it is compared. */
export function traceSummary(side: TraceView): TraceSummary {
  const { trace, grammar, rows, threads, hiddenCalls } = side;
  const { table, problemCounts } = trace;
  const calls = callsPerName(side);
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
    files: callsPerFile(side).filter((count) => count > 0).length,
    unread: trace.lineKinds.unread,
    inFlight: problemCounts["in-flight"],
    orphans: problemCounts.orphan,
    restarts: sum(Object.values(trace.restarts)),
    problems: trace.problems,
  };
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
