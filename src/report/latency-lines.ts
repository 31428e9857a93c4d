import type { Comparison, LatencyGroup } from "../compare/comparison.ts";
import { type LatencySummary, PERCENTILES } from "../stats/summary.ts";
import { alignColumns, type Column } from "./align-columns.ts";
import { doubtLines } from "./doubt-lines.ts";
import { type DurationScale, durationScale } from "./duration-scale.ts";
import { shiftText } from "./shift-text.ts";
import type { Theme } from "./theme.ts";

/** Where a number column takes its value from. The set of percentiles is small to fit; JSON has them all. */
const NUMBERS: readonly {
  readonly title: string;
  readonly of: (summary: LatencySummary) => number | null;
}[] = [
  { title: "p50", of: percentile(50) },
  { title: "p90", of: percentile(90) },
  { title: "p99", of: percentile(99) },
  { title: "max", of: (summary) => summary.max },
  { title: "total", of: (summary) => summary.total },
];
const COLUMNS: readonly Column[] = [
  { align: "left", gap: 0, shrinkTo: 10 },
  { align: "left", gap: 1 },
  ...["n", ...NUMBERS].map((): Column => ({ align: "right", gap: 2 })),
];

function percentile(wanted: (typeof PERCENTILES)[number]): (summary: LatencySummary) => number | null {
  const at = PERCENTILES.indexOf(wanted);
  return (summary) => summary.percentiles[at] ?? null;
}

/** The latencies of matched calls on both sides, per call how far they moved, and what to doubt about it. */
export function latencyLines(comparison: Comparison, theme: Theme): string[] {
  const { groups } = comparison.latency;
  // What was not compared at all has no latencies to miss.
  if (comparison.verdict.reasons.some(({ kind }) => kind === "nothing-compared")) return [];
  const doubts = doubtLines(comparison, theme);
  if (groups.length === 0) return doubts.length === 0 ? [] : [theme.chalk.bold("latency"), ...doubts];
  const scales = NUMBERS.map(({ of }) =>
    durationScale(
      groups.flatMap((group) => [of(group.before) ?? [], of(group.after) ?? []].flat()),
      theme.symbols,
    ),
  );
  const title = ["latency", "", "n", ...NUMBERS.map((number, at) => `${number.title} ${scales[at]?.unit}`)];
  const table = [title, ...groups.flatMap((group) => groupRows(group, scales, theme))];
  const [head = "", ...lines] = alignColumns(table, COLUMNS, theme.width, theme.symbols.ellipsis);
  const nameWidth =
    groups.reduce((high, group) => Math.max(high, group.name.length), "latency".length - 2) + 3;
  return [
    theme.chalk.bold(head),
    ...groups.flatMap((group, at) => [
      ...lines.slice(2 * at, 2 * at + 2),
      `${" ".repeat(nameWidth)}${shiftText(group, theme)}`,
    ]),
    ...doubts,
  ];
}

function groupRows(group: LatencyGroup, scales: readonly DurationScale[], theme: Theme): string[][] {
  const numbers = (summary: LatencySummary): string[] =>
    NUMBERS.map(({ of }, at) => {
      const value = of(summary);
      return value === null ? theme.symbols.none : (scales[at]?.format(value) ?? "");
    });
  return [
    [`  ${group.name}`, "before", String(group.before.count), ...numbers(group.before)],
    ["", "after", String(group.after.count), ...numbers(group.after)],
  ];
}
