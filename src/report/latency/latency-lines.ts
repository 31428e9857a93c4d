import type { Comparison, LatencyGroup } from "../../result/comparison.ts";
import type { GroupResidual } from "../../result/timing.ts";
import type { Theme } from "../layout/theme.ts";
import { wrapWords } from "../layout/wrap-words.ts";
import { caveatLines } from "./caveat-lines.ts";
import { gateLines } from "./gate-lines.ts";
import { latencyTable } from "./latency-table.ts";
import { outlierLines } from "./outlier-lines.ts";
import { shiftText } from "./shift-text.ts";
import { unpairedLines } from "./unpaired-lines.ts";

/** As many groups as a reader looks through; those that take most time come first. */
const GROUP_LIMIT = 20;
const IDLE_LIMIT = 5;

const NOTHING: ReadonlySet<string> = new Set(["nothing-compared", "none-on-side"]);

/** Everything about time: in matched calls, between them, in those without a partner; limits and caveats. */
export function latencyLines(comparison: Comparison, theme: Theme): string[] {
  // If nothing was compared, missing latencies do not matter.
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

/** With several runs a side, their drift is in the table, and the pairs of the first two add nothing. */
function remarks(group: LatencyGroup, theme: Theme): string[] {
  return [
    ...(group.drift === null ? [shiftText(group, theme)] : []),
    ...(group.residual === null || isUnbounded(group.residual) ? [] : [residualText(group.residual, theme)]),
  ];
}

/** The factor by which all groups moved alike, and what it may mean. */
function commonLines(comparison: Comparison, theme: Theme): string[] {
  const { common, groups } = comparison.latency;
  if (common === null) return [];
  const who = common.all ? "all calls" : "most calls";
  const factor = `${who} ${theme.symbols.times} ${formatFactor(common.factor)}`;
  const hasRuns = groups.some(({ drift }) => drift !== null);
  const meaning = hasRuns
    ? "a common shift: the code as a whole, the machine or strace"
    : "a common shift, more likely due to the machine or strace than to the code";
  return wrapWords(`${factor}: ${meaning}; "left" excludes it`, theme.width - 2).map(
    (line) => `  ${theme.chalk.bold(line)}`,
  );
}

/** Three digits: `6.1` is shown as 6.10 only if it was measured that precisely. */
function formatFactor(factor: number): string {
  return String(Number(factor.toPrecision(3)));
}

/** `left    × 1.02 [0.98, 1.05]`: how a group moved without the common factor. */
function residualText({ ratio, low, high, standsOut }: GroupResidual, theme: Theme): string {
  const bounds = `[${low.toFixed(2)}, ${high === null ? theme.symbols.ellipsis : high.toFixed(2)}]`;
  const text = `left    ${theme.symbols.times} ${ratio.toFixed(2)} ${bounds}`;
  return standsOut ? theme.chalk.bold(`${text}  stands out`) : theme.chalk.dim(text);
}
