import type { ComparedThread } from "../changes/thread-steps.ts";
import { sideWithoutLatency } from "../latency/recording-caveats.ts";
import type { TraceSummary, Warning } from "../result/comparison.ts";
import type { Pair, Side } from "../trace/pair.ts";
import type { TraceView } from "../view/trace-view.ts";
import { blindSpots } from "./blind-spots.ts";
import { ignoredDifferences } from "./ignored-differences.ts";
import { hasKnownOrder } from "./orders.ts";
import { newestNames, otherNames } from "./other-names.ts";
import { outOfOrderLine } from "./out-of-order-line.ts";
import { unknownCalls } from "./unknown-calls.ts";

/** Signs that the traces are not comparable, or do not show all I/O. */
export function warningsOf(
  sides: Pair<TraceView>,
  summaries: Pair<TraceSummary>,
  threads: readonly ComparedThread[],
): readonly Warning[] {
  const warnings: Warning[] = [];
  const { grammar } = sides.before;
  const newest = newestNames(grammar);
  const newestOf = (name: string): number => newest[grammar.byName.get(name) ?? -1] ?? -1;
  const onlyIn = (side: Side, other: Side): void => {
    // What a filter of ours hides of the other side was recorded all the same; and open on one side and openat on the
    // other are no other filter but another C library.
    const recorded = recordedNames(sides[other]);
    const requests = new Set(Array.from(recorded, newestOf));
    const calls = Object.keys(summaries[side].calls).filter((name) => !requests.has(newestOf(name)));
    if (calls.length > 0 && recorded.size > 0) warnings.push({ kind: "different-calls", side, calls });
  };
  onlyIn("before", "after");
  onlyIn("after", "before");
  const others = otherNames(sides, threads);
  if (others.length > 0) warnings.push({ kind: "other-names", side: "before", names: others });
  const ignored = ignoredDifferences(sides);
  if (ignored.length > 0) warnings.push({ kind: "ignored-differ", side: "before", arguments: ignored });
  const without = sideWithoutLatency(sides);
  if (without === "before" || without === "after") warnings.push({ kind: "no-latency", side: without });
  for (const side of ["before", "after"] as const) {
    const cut = sides[side].trace.problems.find(({ kind }) => kind === "truncated");
    if (cut !== undefined) warnings.push({ kind: "truncated", side, line: cut.line });
    const { elision } = sides[side].trace.lineKinds;
    if (elision > 0) warnings.push({ kind: "left-out", side, lines: elision });
    const unknown = unknownCalls(sides[side]);
    if (unknown.length > 0) warnings.push({ kind: "unknown-calls", side, calls: unknown });
    const outOfOrder = outOfOrderLine(sides[side].trace);
    if (outOfOrder !== null) warnings.push({ kind: "status-filter", side, line: outOfOrder });
    if (!hasKnownOrder(sides[side])) warnings.push({ kind: "thread-order", side });
    const { disputed } = sides[side];
    if (disputed !== null) warnings.push({ kind: "disputed-descriptors", side, ...disputed });
    for (const spot of blindSpots(sides[side])) warnings.push({ kind: "blind-spot", side, ...spot });
  }
  return warnings;
}

/** Names of the calls of a trace that are compared where no option says otherwise. */
function recordedNames({ grammar, rowsOfCalls }: TraceView): ReadonlySet<string> {
  return new Set(
    grammar.calls.flatMap(({ name, kind }, call) =>
      kind !== "process" && (rowsOfCalls[call] as number) > 0 ? [name] : [],
    ),
  );
}
