import { compareViews } from "../compare/compare.ts";
import { RunComparison } from "../compare/run-comparison.ts";
import { UserError } from "../input/user-error.ts";
import type { Comparison } from "../result/comparison.ts";
import { mapPair, type Pair, type Side } from "../trace/pair.ts";
import { viewTrace } from "../view/trace-view.ts";
import { type CompareOptions, checkedOptions } from "./compare-options.ts";
import { type LoadedTrace, loadedTrace } from "./loaded-trace.ts";
import { LIBRARY_NAMES, planSnapshots } from "./snapshot-sides.ts";
import type { Trace } from "./trace.ts";

/** At least one run. */
type RunsOfSide = readonly [LoadedTrace, ...LoadedTrace[]];

/**
 * Compares two traces: pairs their files and threads, aligns each pair of threads, names what differs, and determines
 * which levels of order hold and how latency moved over the calls that match. The same traces and options give the
 * same result, at any time and on any machine.
 *
 *     const { verdict, changeCounts } = compare(before, after, { order: "file" });
 *     if (verdict.exitCode !== 0) console.log(verdict.reasons, changeCounts);
 *
 * Several runs of a side are given as a list, and what differs between them is noise:
 *
 *     compare([before1, before2, before3], [after1, after2, after3], { maxDrift: ["10%@p99"] });
 *
 * @returns plain data: times in nanoseconds, sizes and offsets in bytes, lines counted from 1; long members (`changes`,
 *   `hunks`, `coverage`) are functions that compute them when called
 * @throws UserError if an option has an invalid value, the traces were read with different grammars, one trace is given
 *   as two runs of a side, or a snapshot does not keep what is asked for; never because the traces differ
 */
export function compare(
  before: Trace | readonly Trace[],
  after: Trace | readonly Trace[],
  options: CompareOptions = {},
): Comparison {
  const runs = { before: runsOf(before, "before"), after: runsOf(after, "after") };
  const { grammar } = commonTable(runs);
  const checked = checkedOptions(options, grammar);
  const first = mapPair(runs, ([run]) => run);
  const isOrderGiven = options.order !== undefined;
  const recorded = mapPair(first, (run) => run.recorded);
  const plan = planSnapshots(recorded, checked.options, isOrderGiven, grammar, LIBRARY_NAMES);
  if (runs.before.length === 1 && runs.after.length === 1) {
    const views = mapPair(first, (run) => {
      const trace = plan.prepare(run.recorded);
      const { calls } = plan.options;
      return trace === run.recorded ? run.view(plan.options) : viewTrace(trace, grammar, calls, plan.options);
    });
    return plan.admit(compareViews(views, plan.options, checked.timing));
  }
  const prepared = mapPair(recorded, plan.prepare);
  const comparison = new RunComparison(prepared, grammar, plan.options, checked.timing);
  for (const side of ["before", "after"] as const) {
    for (const run of runs[side].slice(1)) comparison.add(side, plan.prepare(run.recorded));
  }
  return plan.admit(comparison.finish());
}

function runsOf(given: Trace | readonly Trace[], side: Side): RunsOfSide {
  const runs = (isList(given) ? given : [given]).map((trace) => loadedTrace("compare", trace));
  const [first, ...others] = runs;
  if (first === undefined)
    throw new UserError(`${side} has no trace`, "pass a trace, or a list of the runs of that side");
  if (new Set(runs).size < runs.length) {
    throw new UserError(
      `${side} has the same trace more than once`,
      "each run of a side must be a separate recording",
    );
  }
  return [first, ...others];
}

/** Array.isArray does not narrow readonly arrays. */
function isList(given: Trace | readonly Trace[]): given is readonly Trace[] {
  return Array.isArray(given);
}

/** @throws UserError if traces were read with different call tables: they would differ in what counts as a call */
function commonTable(runs: Pair<RunsOfSide>): LoadedTrace["table"] {
  const { table } = runs.before[0];
  const other = [...runs.before, ...runs.after].find((run) => run.table.text !== table.text);
  if (other === undefined) return table;
  throw new UserError(
    `${runs.before[0].sources[0]} and ${other.sources[0]} were read with different grammars`,
    "give readTrace the same grammar for all traces to be compared",
  );
}
