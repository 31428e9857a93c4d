import type { LatencyGroup } from "../../result/comparison.ts";
import type { StatisticDrift } from "../../result/timing.ts";

import type { Histogram } from "../../stats/histogram.ts";
import type { LatencySummary, Percentile } from "../../stats/summary.ts";
import type { Pair } from "../../trace/pair.ts";

import { alignColumns, type Column } from "../layout/align-columns.ts";
import { displayWidth } from "../layout/display-width.ts";
import { type DurationScale, durationScale } from "../layout/duration-scale.ts";
import { percentChange } from "../layout/format-number.ts";

import { painter } from "../layout/painter.ts";

import type { Theme } from "../layout/theme.ts";
import { groupWords } from "./group-words.ts";

/** A number column: with one run a side from its summary, with several from the median of the runs. */
export type NumberColumn = {
  readonly title: string;
  readonly of: (summary: LatencySummary) => number | null;
  readonly statistic: StatisticDrift["statistic"] | null;
};

/** Few percentiles, so that they fit; JSON has them all. */
export const NUMBERS: readonly NumberColumn[] = [
  { title: "p50", of: percentile("p50"), statistic: "p50" },
  { title: "p90", of: percentile("p90"), statistic: "p90" },
  { title: "p99", of: percentile("p99"), statistic: "p99" },
  { title: "max", of: (summary) => summary.max, statistic: null },
  { title: "total", of: (summary) => Number(summary.total), statistic: "total" },
];
/** A maximum over several runs would not mean anything. */
const RUN_NUMBERS = NUMBERS.filter(({ statistic }) => statistic !== null);
const NAME_INDENT = 2;

function percentile(name: Percentile): NumberColumn["of"] {
  return (summary) => summary.percentiles[name];
}

/**
 * Groups as a table, the two sides of each one below the other.
 * @param remarks lines under a group, beside its numbers; they begin where the sides are named
 */
export function latencyTable(
  title: string,
  groups: readonly LatencyGroup[],
  theme: Theme,
  remarks: (group: LatencyGroup, theme: Theme) => readonly string[],
): string[] {
  const hasRuns = groups.some(({ drift }) => drift !== null);
  const numbers = hasRuns ? RUN_NUMBERS : NUMBERS;
  const scales = numbers.map((number) =>
    durationScale(
      groups.flatMap((group) =>
        [numberOf(number, group, "before"), numberOf(number, group, "after")].flatMap((value) => value ?? []),
      ),
      theme.symbols,
    ),
  );
  const head = [title, "", "n", ...numbers.map((number, at) => `${number.title} ${scales[at]?.unit}`)];
  const rows = groups.map((group) => [
    ...sideRows(group, numbers, scales, theme),
    ...(group.drift === null ? [] : driftRows(group.drift, numbers, scales)),
  ]);
  const columns: readonly Column[] = [
    { align: "left", spacing: 0, shrinkTo: 10 },
    { align: "left", spacing: 1 },
    ...["n", ...numbers].map((): Column => ({ align: "right", spacing: 2 })),
  ];
  const lines = withSparks([head, ...rows.flat()], columns, groups, rows, theme);
  const [headLine = "", ...others] = lines;
  let at = 0;
  const body = groups.flatMap((group, index) => {
    const own = others.slice(at, at + (rows[index]?.length ?? 0));
    at += own.length;
    // Names may have been shortened to fit, so only the line shows where the sides are named.
    const column = Math.max(0, own[1]?.indexOf("after") ?? 0);
    const paints = paintDrift(group, theme);
    const painted = own.map((line, row) => paints[row]?.(line) ?? line);
    return [...painted, ...indented(group, column, theme, remarks)];
  });
  return [theme.chalk.bold(headLine), ...body];
}

const UNPAINTED = painter(false);

/** Remarks at their column, or as far right as they fit. Colours have no width, so the plain text is measured. */
function indented(
  group: LatencyGroup,
  column: number,
  theme: Theme,
  remarks: (group: LatencyGroup, theme: Theme) => readonly string[],
): string[] {
  const plain = remarks(group, { ...theme, chalk: UNPAINTED });
  return remarks(group, theme).map((remark, at) => {
    const room = theme.width - displayWidth(plain[at] ?? "");
    return " ".repeat(Math.max(0, Math.min(column, room))) + remark;
  });
}

function numberOf(number: NumberColumn, group: LatencyGroup, side: "before" | "after"): number | null {
  if (group.drift === null) return number.of(group[side]);
  return group.drift.find(({ statistic }) => statistic === number.statistic)?.median[side] ?? null;
}

function sideRows(
  group: LatencyGroup,
  numbers: readonly NumberColumn[],
  scales: readonly DurationScale[],
  theme: Theme,
): string[][] {
  const cells = (side: "before" | "after"): string[] =>
    numbers.map((number, at) => {
      const value = numberOf(number, group, side);
      return value === null ? theme.symbols.none : (scales[at]?.format(value) ?? "");
    });
  return [
    [nameCell(group, theme), "before", String(group.before.count), ...cells("before")],
    ["", "after", String(group.after.count), ...cells("after")],
  ];
}

/** How far the runs of a side differ from each other, and how far apart the sides are if that is more. */
function driftRows(
  drift: readonly StatisticDrift[],
  numbers: readonly NumberColumn[],
  scales: readonly DurationScale[],
): string[][] {
  const moved = numbers.map((number) => drift.find(({ statistic }) => statistic === number.statistic));
  const noise = moved.map((each, at) => (each === undefined ? "" : (scales[at]?.format(each.spread) ?? "")));
  const change = moved.map((each) => (each === undefined ? "" : driftCell(each)));
  return [
    ["", "noise", "", ...noise],
    ["", "drift", "", ...change],
  ];
}

/** `~` within the noise; `?` if the runs are too few to tell. */
function driftCell({ kind, median }: StatisticDrift): string {
  if (kind === "too-few-runs") return "?";
  return kind === "within-noise" ? "~" : percentChange(median.after - median.before, median.before);
}

/** Rows of drift are coloured as a whole: colours inside cells would count towards their width. */
function paintDrift({ drift }: LatencyGroup, theme: Theme): readonly ((line: string) => string)[] {
  const outside = (drift ?? []).filter(({ kind }) => kind === "outside-noise");
  const isSlower = outside.some(({ median }) => median.after > median.before);
  const plain = (line: string): string => line;
  if (outside.length === 0) return [plain, plain, theme.chalk.dim, theme.chalk.dim];
  return [plain, plain, theme.chalk.dim, isSlower ? theme.chalk.red : theme.chalk.green];
}

function nameCell({ key }: LatencyGroup, theme: Theme): string {
  return " ".repeat(NAME_INDENT) + groupWords(key, theme);
}

/** Lines of the table, ending with a picture of each distribution if that is wanted and there is room. */
function withSparks(
  table: readonly (readonly string[])[],
  columns: readonly Column[],
  groups: readonly LatencyGroup[],
  rows: readonly (readonly string[][])[],
  theme: Theme,
): string[] {
  const plain = alignColumns(table, columns, theme.width, theme.symbols.ellipsis);
  const widest = plain.reduce((high, line) => Math.max(high, displayWidth(line)), 0);
  if (!theme.charts || widest + 2 + SPARK_WIDTH > theme.width) return plain;
  const sparks = groups.flatMap((group, index) => {
    const { before, after } = sparkLines(group.histogram(SPARK_WIDTH));
    return [before, after, ...Array.from({ length: (rows[index]?.length ?? 0) - 2 }, () => "")];
  });
  return plain.map((line, at) => {
    const spark = at === 0 ? "spread" : (sparks[at - 1] ?? "");
    return `${line}${" ".repeat(widest - displayWidth(line) + 2)}${theme.chalk.dim(spark)}`.trimEnd();
  });
}

const BARS = "▁▂▃▄▅▆▇█";
/** Maximum columns of a spark line. */
export const SPARK_WIDTH = 16;

/** How the values of both sides spread over the same bins; the tallest bin is full, an empty bin is blank. */
export function sparkLines({ counts }: Histogram): Pair<string> {
  const most = Math.max(1, ...counts.before, ...counts.after);
  const bar = (count: number): string => {
    if (count === 0) return " ";
    return BARS[Math.min(BARS.length - 1, Math.floor((count / most) * BARS.length))] ?? "";
  };
  return { before: counts.before.map(bar).join(""), after: counts.after.map(bar).join("") };
}
