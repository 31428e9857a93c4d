import { type ComparedThread, forEachMatch } from "../changes/thread-steps.ts";
import type { Grammar } from "../grammar/grammar.ts";
import type { OtherName } from "../result/comparison.ts";
import type { Pair } from "../trace/pair.ts";
import { callsPerName, type TraceView } from "../view/trace-view.ts";

/** Index of the newest call that makes the same request, by index into `Grammar.calls`. */
export function newestNames({ calls }: Grammar): Int32Array {
  return Int32Array.from(calls, ({ like }, call) => like?.call ?? call);
}

/** Matches of calls under an older and a newer name, the commonest first. */
export function otherNames(sides: Pair<TraceView>, threads: readonly ComparedThread[]): readonly OtherName[] {
  const { before, after } = sides;
  const { calls } = before.grammar;
  if (!haveOtherNames(sides)) return [];
  const counts = new Map<number, number>();
  const one = before.trace.table.call;
  const other = after.trace.table.call;
  forEachMatch(threads, (row, match) => {
    if (one[row] === other[match]) return;
    const key = (one[row] as number) * calls.length + (other[match] as number); // rows are in range
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  return [...counts]
    .sort(([, count1], [, count2]) => count2 - count1)
    .map(([key, count]) => ({
      before: calls[Math.floor(key / calls.length)]?.name ?? "",
      after: calls[key % calls.length]?.name ?? "",
      count,
    }));
}

/** Whether a call of one side can match one of the other by another name: most traces have no such calls. */
function haveOtherNames({ before, after }: Pair<TraceView>): boolean {
  const newest = newestNames(before.grammar);
  const counts = { before: callsPerName(before), after: callsPerName(after) };
  return newest.some(
    (name, call) =>
      name !== call &&
      (["before", "after"] as const).some((side) => {
        const opposite = counts[side === "before" ? "after" : "before"];
        const isThere = newest.some((one, of) => of !== call && one === name && (opposite[of] ?? 0) > 0);
        return (counts[side][call] ?? 0) > 0 && isThere;
      }),
  );
}
