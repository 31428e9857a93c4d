import type { UnpairedGroup } from "../../result/timing.ts";
import type { LatencySummary } from "../../stats/summary.ts";
import { alignColumns, type Column } from "../layout/align-columns.ts";
import { durationScale } from "../layout/duration-scale.ts";
import { formatP } from "../layout/format-number.ts";
import type { Theme } from "../layout/theme.ts";
import { groupWords } from "./group-words.ts";

const GROUP_LIMIT = 10;
const COLUMNS: readonly Column[] = [
  { align: "left", spacing: 0, shrinkTo: 10 },
  { align: "left", spacing: 1 },
  { align: "right", spacing: 2 },
  { align: "right", spacing: 2 },
  { align: "right", spacing: 2 },
  { align: "left", spacing: 2 },
];

/** Groups in which calls have no partner, all calls of both sides as two samples. */
export function unpairedLines(groups: readonly UnpairedGroup[], theme: Theme): string[] {
  if (groups.length === 0) return [];
  const shown = groups.slice(0, GROUP_LIMIT);
  const medians = shown.flatMap(({ before, after }) =>
    [medianOf(before), medianOf(after)].flatMap((each) => each ?? []),
  );
  const totals = shown.flatMap(({ before, after }) =>
    [before?.total, after?.total].flatMap((each) => (each === undefined ? [] : Number(each))),
  );
  const scales = {
    median: durationScale(medians, theme.symbols),
    total: durationScale(totals, theme.symbols),
  };
  const sideRow = (
    name: string,
    side: "before" | "after",
    summary: LatencySummary | null,
    note: string,
  ): string[][] => {
    if (summary === null) return [];
    const median = medianOf(summary);
    const cells = [
      String(summary.count),
      median === null ? theme.symbols.none : scales.median.format(median),
      scales.total.format(Number(summary.total)),
    ];
    return [[name, side, ...cells, note]];
  };
  const rows = shown.flatMap((group) => {
    const name = `  ${groupWords(group.key, theme)}`;
    return [
      ...sideRow(name, "before", group.before, group.test === null ? "before only" : ""),
      ...sideRow(group.before === null ? name : "", "after", group.after, noteOf(group)),
    ];
  });
  const title = [
    "unpaired",
    "",
    "n",
    `p50 ${scales.median.unit}`,
    `total ${scales.total.unit}`,
    "after longer",
  ];
  const [head = "", ...lines] = alignColumns([title, ...rows], COLUMNS, theme.width, theme.symbols.ellipsis);
  const left = groups.length - shown.length;
  const rest = `  ${theme.symbols.ellipsis} ${left} more (--format json lists all)`;
  return [theme.chalk.bold(head), ...lines, ...(left > 0 ? [theme.chalk.dim(rest)] : [])];
}

function medianOf(summary: LatencySummary | null): number | null {
  return summary?.percentiles.p50 ?? null;
}

/** `87 %  p < 0.001`: in how many of all pairs of a call from each side the one after takes longer. */
function noteOf({ test }: UnpairedGroup): string {
  if (test === null || test.superiority === null) return "after only";
  return `${Math.round(test.superiority * 100)} %  ${formatP(test.p)}`;
}
