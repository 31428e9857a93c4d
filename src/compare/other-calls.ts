import type { CompareOptions, OtherCallDifference } from "../result/comparison.ts";
import type { Pair, Side } from "../trace/pair.ts";
import { callsPerName, type TraceView } from "../view/trace-view.ts";

/** Numbers of calls that are not compared, by name: those that tell threads apart, anonymous memory, non-I/O. */
export type OtherCallCounts = ReadonlyMap<string, number>;

/**
 * Counts the calls of a trace that are not compared although no option hides them.
 * @returns null if that is not known: for a snapshot, and for a part that options select
 */
export function otherCallCounts(
  side: TraceView,
  { calls, paths, threads }: Pick<CompareOptions, "calls" | "paths" | "threads">,
): OtherCallCounts | null {
  const { trace, grammar, rowsOfCalls } = side;
  const isPart = calls !== null || paths !== undefined || threads !== undefined;
  if (isPart || trace.snapshot !== undefined) return null;
  const counts = new Map(Object.entries(trace.otherCalls));
  const compared = callsPerName(side);
  grammar.calls.forEach(({ name }, call) => {
    const count = (rowsOfCalls[call] as number) - (compared[call] as number); // of every call
    if (count > 0) counts.set(name, (counts.get(name) ?? 0) + count);
  });
  return counts;
}

/**
 * Calls that are not compared and whose numbers differ between the sides, whichever of their runs one looks at. Largest
 * difference first.
 * @param runs one or more of each side
 */
export function otherCallDifferences(
  runs: Pair<readonly (OtherCallCounts | null)[]>,
): readonly OtherCallDifference[] {
  const known = { before: runs.before.filter(isKnown), after: runs.after.filter(isKnown) };
  if (known.before.length < runs.before.length || known.after.length < runs.after.length) return [];
  const names = new Set([...known.before, ...known.after].flatMap((counts) => [...counts.keys()]));
  const countsOf = (call: string, side: Side): number[] => known[side].map((counts) => counts.get(call) ?? 0);
  return [...names]
    .map((call) => ({ call, counts: { before: countsOf(call, "before"), after: countsOf(call, "after") } }))
    .filter(({ counts: { before, after } }) => before.every((count) => !after.includes(count)))
    .sort((one, other) => distanceOf(other) - distanceOf(one) || (one.call < other.call ? -1 : 1));
}

function isKnown(counts: OtherCallCounts | null): counts is OtherCallCounts {
  return counts !== null;
}

function distanceOf({ counts: { before, after } }: OtherCallDifference): number {
  return Math.abs((after[0] ?? 0) - (before[0] ?? 0));
}
