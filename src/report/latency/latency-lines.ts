import type { Comparison, LatencyGroup } from "../../result/comparison.ts";
import type { GroupResidual } from "../../result/timing.ts";
import type { Theme } from "../layout/theme.ts";
import { wrapWords } from "../layout/wrap-words.ts";
import { caveatLines } from "./caveat-lines.ts";
import { commonLines } from "./common-lines.ts";
import { gateLines } from "./gate-lines.ts";
import { latencyTable } from "./latency-table.ts";
import { outlierLines } from "./outlier-lines.ts";
import { residualText } from "./residual-text.ts";
import { shiftText } from "./shift-text.ts";
import { unpairedLines } from "./unpaired-lines.ts";

/** Groups that a reader looks through; those that take most time come first. */
const GROUP_LIMIT = 20;
const IDLE_LIMIT = 5;

const NOTHING: ReadonlySet<string> = new Set(["nothing-compared", "none-on-side"]);

/** What there is to say about time: in matched calls, between them, in those without partner; limits and caveats. */
export function latencyLines(comparison: Comparison, theme: Theme): string[] {
  // What was not compared at all has no latencies to miss.
  if (comparison.verdict.reasons.some(({ kind }) => NOTHING.has(kind))) return [];
  const { groups, idle } = comparison.latency;
  const parts = [
    groupLines("latency", groups, GROUP_LIMIT, theme),
    commonLines(comparison, theme),
    groupLines("between calls", idle, IDLE_LIMIT, theme),
    unpairedLines(comparison.latency.unpaired, theme),
    outlierLines(comparison, theme),
    gateLines(comparison.latency.gates, theme),
  ];
  const lines = parts.flat();
  const caveats = caveatLines(comparison, theme);
  if (lines.length === 0) return caveats.length === 0 ? [] : [theme.chalk.bold("latency"), ...caveats];
  return [...lines, ...caveats];
}

function groupLines(title: string, groups: readonly LatencyGroup[], limit: number, theme: Theme): string[] {
  if (groups.length === 0) return [];
  const left = groups.length - limit;
  const rest = `${theme.symbols.ellipsis} ${left} more that take less time (--format json lists all)`;
  return [
    ...latencyTable(title, groups.slice(0, limit), theme, remarks),
    ...(left > 0 ? wrapWords(rest, theme.width - 2).map((line) => theme.chalk.dim(`  ${line}`)) : []),
  ];
}

/** Too few pairs bound nothing. */
function isUnbounded({ low, high }: GroupResidual): boolean {
  return low === 0 && high === null;
}

/** With several runs a side, their drift stands in the table, and the pairs of the first two say no more. */
function remarks(group: LatencyGroup, theme: Theme): string[] {
  return [
    ...(group.drift === null ? [shiftText(group, theme)] : []),
    ...(group.residual === null || isUnbounded(group.residual) ? [] : [residualText(group.residual, theme)]),
  ];
}
