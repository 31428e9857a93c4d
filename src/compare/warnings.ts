import type { Pair, Side } from "../trace/pair.ts";
import { blindSpots } from "./blind-spots.ts";
import type { TraceSummary, Warning } from "./comparison.ts";
import { lateLine } from "./late-line.ts";
import { hasKnownOrder } from "./orders.ts";
import { sideWithoutLatency } from "./recording-doubts.ts";
import type { SideView } from "./side-view.ts";

/** Signs that the traces are not comparable, or do not show all I/O. */
export function warningsOf(sides: Pair<SideView>, summaries: Pair<TraceSummary>): readonly Warning[] {
  const warnings: Warning[] = [];
  const onlyIn = (side: Side, other: Side): void => {
    // What a filter of ours hides of the other side was recorded all the same.
    const recorded = recordedNames(sides[other]);
    const calls = Object.keys(summaries[side].calls).filter((name) => !recorded.has(name));
    if (calls.length > 0 && recorded.size > 0) warnings.push({ kind: "different-calls", side, calls });
  };
  onlyIn("before", "after");
  onlyIn("after", "before");
  const without = sideWithoutLatency(sides);
  if (without === "before" || without === "after") warnings.push({ kind: "no-latency", side: without });
  for (const side of ["before", "after"] as const) {
    const cut = sides[side].trace.problems.find(({ kind }) => kind === "truncated");
    if (cut !== undefined) warnings.push({ kind: "truncated", side, line: cut.line });
    const late = lateLine(sides[side].trace);
    if (late !== null) warnings.push({ kind: "status-filter", side, line: late });
    if (!hasKnownOrder(sides[side])) warnings.push({ kind: "thread-order", side });
    const { disputed } = sides[side];
    if (disputed !== null) warnings.push({ kind: "disputed-descriptors", side, ...disputed });
    for (const spot of blindSpots(sides[side])) warnings.push({ kind: "blind-spot", side, ...spot });
  }
  return warnings;
}

/** Names of the calls of a trace that are compared where no option says otherwise. */
function recordedNames({ grammar, rowsOfCalls }: SideView): ReadonlySet<string> {
  return new Set(
    grammar.calls.flatMap(({ name, kind }, call) =>
      kind !== "process" && (rowsOfCalls[call] as number) > 0 ? [name] : [],
    ),
  );
}
