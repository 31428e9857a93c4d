import type { Comparison } from "../../result/comparison.ts";
import type { Outlier } from "../../result/timing.ts";
import { alignColumns, type Column } from "../layout/align-columns.ts";
import { callColumns } from "../layout/call-columns.ts";
import { durationScale } from "../layout/duration-scale.ts";
import { signed } from "../layout/format-number.ts";
import type { Theme } from "../layout/theme.ts";

const COLUMNS: readonly Column[] = [
  { align: "right", spacing: 2 },
  { align: "right", spacing: 2 },
  { align: "left", spacing: 1 },
  { align: "right", spacing: 1 },
  { align: "left", spacing: 2 },
  { align: "left", spacing: 2, shrinkTo: 12 },
  { align: "right", spacing: 2 },
  { align: "right", spacing: 2 },
  { align: "left", spacing: 2, shrinkTo: 8 },
  { align: "right", spacing: 2 },
  { align: "right", spacing: 1 },
];

/** The calls whose latency changed most, with the lines on which they start in both files. */
export function outlierLines(comparison: Comparison, theme: Theme): string[] {
  const { outliers } = comparison.latency;
  if (outliers.length === 0) return [];
  const latencies = outliers.flatMap(({ before, after }) => [before.latency ?? 0, after.latency ?? 0]);
  const { unit, format } = durationScale(latencies, theme.symbols);
  const rows = outliers.map((outlier): string[] => [
    `${signed(outlier.move, format(Math.abs(outlier.move)))} ${unit}`,
    ...latencyCells(outlier, format, theme),
    // The result would only say that the calls match.
    ...callColumns(outlier.before, outlier.after, theme).slice(0, -1),
    `:${outlier.before.line}`,
    `:${outlier.after.line}`,
  ]);
  return [
    theme.chalk.bold("changed most, with line numbers before and after"),
    ...alignColumns(rows, COLUMNS, theme.width, theme.symbols.ellipsis),
  ];
}

function latencyCells({ before, after }: Outlier, format: (value: number) => string, theme: Theme): string[] {
  return [format(before.latency ?? 0), theme.symbols.arrow, format(after.latency ?? 0)];
}
