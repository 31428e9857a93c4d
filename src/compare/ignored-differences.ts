import type { IgnoredArgument } from "../result/comparison.ts";
import type { Pair } from "../trace/pair.ts";
import { callsPerName, type TraceView } from "../view/trace-view.ts";

/**
 * Arguments that are not compared, of calls that both sides make as often, and that say something else on the two sides.
 * How a call that one side makes more often says it more often is no news.
 */
export function ignoredDifferences({ before, after }: Pair<TraceView>): readonly IgnoredArgument[] {
  const { calls, prototypes } = before.grammar;
  const { reported: one } = before.trace;
  const { reported: other } = after.trace;
  // a snapshot keeps nothing of them
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
