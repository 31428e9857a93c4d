import type { TraceSummary } from "../compare/comparison.ts";
import type { Side } from "../trace/pair.ts";
import { describeProblem } from "../trace/problem.ts";
import { alignColumns, type Column } from "./align-columns.ts";
import { displayWidth } from "./display-width.ts";
import { elideMiddle } from "./elide-middle.ts";
import { counted } from "./format-number.ts";
import { sourceName } from "./source-name.ts";
import type { Theme } from "./theme.ts";
import { wrapItems } from "./wrap-items.ts";

const INDENT = "        ";
/** Problems shown per side; JSON has more. */
const PROBLEM_LIMIT = 3;
const COLUMNS: readonly Column[] = [
  { align: "left", gap: 0 },
  { align: "left", gap: 2, shrinkTo: 12 },
  { align: "right", gap: 2 },
  { align: "right", gap: 2 },
  { align: "right", gap: 2 },
  { align: "left", gap: 2 },
];

/** One line a side, and under it what the comparison leaves out of that side. */
export function headerLines(before: TraceSummary, after: TraceSummary, theme: Theme): string[] {
  const rows = [headerRow("before", before, theme), headerRow("after", after, theme)];
  const [first = "", second = ""] = alignColumns(rows, COLUMNS, theme.width, theme.symbols.ellipsis);
  return [first, ...remarkLines(before, theme), second, ...remarkLines(after, theme)];
}

function headerRow(side: Side, summary: TraceSummary, theme: Theme): string[] {
  return [
    side,
    theme.show(sourceName(summary)),
    counted(comparedCalls(summary), "call"),
    counted(summary.threads, "thread"),
    counted(summary.files, "file"),
    `${counted(summary.lines, "line")}, ${summary.unread === 0 ? "all read" : `${summary.unread} unread`}`,
  ];
}

export function comparedCalls(summary: TraceSummary): number {
  return Object.values(summary.calls).reduce((sum, count) => sum + count, 0);
}

function remarkLines(summary: TraceSummary, theme: Theme): string[] {
  const remarks = [
    [summary.otherCalls, `${counted(summary.otherCalls, "other call")} not compared`],
    [summary.hiddenCalls, `${summary.hiddenCalls} hidden by --calls`],
    [summary.inFlight, `${summary.inFlight} in flight`],
    [summary.orphans, counted(summary.orphans, "orphan half", "orphan halves")],
    [summary.restarts, counted(summary.restarts, "restarted attempt")],
  ] as const;
  const words = remarks.filter(([count]) => count > 0).map(([, text]) => text);
  const lines = wrapItems(words, ", ", theme.width - INDENT.length);
  return [...lines, ...problemLines(summary, theme)].map((line) => theme.chalk.dim(INDENT + line));
}

function problemLines(summary: TraceSummary, theme: Theme): string[] {
  const shown = summary.problems.slice(0, PROBLEM_LIMIT).map((problem) => {
    const what = `line ${problem.line}: ${theme.show(describeProblem(problem))}`;
    const room = theme.width - INDENT.length - displayWidth(what) - 2;
    return room < 16
      ? what
      : `${what}: ${elideMiddle(theme.show(problem.text), room, theme.symbols.ellipsis)}`;
  });
  const left = summary.problems.length - shown.length;
  return left > 0 ? [...shown, `${theme.symbols.ellipsis} ${left} more (--format json lists them)`] : shown;
}
