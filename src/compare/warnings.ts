import type { ComparedThread } from "../changes/thread-steps.ts";
import { sideWithoutLatency } from "../latency/recording-caveats.ts";
import type { IgnoredArgument, TraceSummary, Warning } from "../result/comparison.ts";
import type { Pair, Side } from "../trace/pair.ts";
import { callsPerName, type TraceView } from "../view/trace-view.ts";
import { blindSpots } from "./blind-spots.ts";
import { hasKnownOrder } from "./orders.ts";
import { newestNames, otherNames } from "./other-names.ts";
import { outOfOrderLine } from "./out-of-order-line.ts";
import { unknownCalls } from "./unknown-calls.ts";

/** Signs that the traces are not comparable, or do not show all their I/O. */
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
    // Calls of the other side that our own filter hides were recorded nevertheless; and open on one side with openat on
    // the other means a different C library, not a different filter.
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

/** Names of the calls of a trace that are compared by default. */
function recordedNames({ grammar, rowsOfCalls }: TraceView): ReadonlySet<string> {
  return new Set(
    grammar.calls.flatMap(({ name, kind }, call) =>
      kind !== "process" && (rowsOfCalls[call] as number) > 0 ? [name] : [],
    ),
  );
}

/**
 * Arguments that are not compared but differ between the sides, of calls that both sides make equally often. If one
 * side makes a call more often, it is no news that its arguments occur more often too.
 */
function ignoredDifferences({ before, after }: Pair<TraceView>): readonly IgnoredArgument[] {
  const { calls, prototypes } = before.grammar;
  const { reported: one } = before.trace;
  const { reported: other } = after.trace;
  // a snapshot does not keep them
  if (one === undefined || other === undefined) return [];
  const compared = callsPerName(before);
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((call) => (compared[call] ?? 0) > 0 && before.rowsOfCalls[call] === after.rowsOfCalls[call])
    .filter((call) => one.get(call)?.sum !== other.get(call)?.sum)
    .flatMap((call) => {
      const { name = "", arguments: roles = [] } = calls[call] ?? {};
      const argument = prototypes.get(name)?.names[roles.indexOf("reported")];
      return argument === undefined ? [] : [{ call: name, argument }];
    });
}
