import type { Comparison, TraceSummary } from "../../result/comparison.ts";
import { describeProblem } from "../../trace/problem.ts";
import { alignColumns, type Column } from "../layout/align-columns.ts";
import { displayWidth } from "../layout/display-width.ts";
import { elideMiddle } from "../layout/elide-middle.ts";
import { counted } from "../layout/format-number.ts";
import type { Theme } from "../layout/theme.ts";
import { wrapItems } from "../layout/wrap-items.ts";
import { wrapWords } from "../layout/wrap-words.ts";
import { hidingOptions } from "./hiding-options.ts";
import { sourceName } from "./source-name.ts";

const LABEL_WIDTH = "before".length;
const INDENT = "        ";
/** Problems shown per side; JSON has more. */
const PROBLEM_LIMIT = 3;
const COLUMNS: readonly Column[] = [
  { align: "left", spacing: 0 },
  { align: "left", spacing: 2, shrinkTo: 12 },
  { align: "right", spacing: 2 },
  { align: "right", spacing: 2 },
  { align: "right", spacing: 2 },
  { align: "left", spacing: 2 },
];

/** What to say about calls that are left out. */
export type LeftOutWords = {
  /** What happens to calls that are not I/O; null if they are reported elsewhere. */
  readonly fate: string | null;
  /** See hidingOptions. */
  readonly hiding: string;
};

/** One line per side, and under it what the comparison leaves out of that side. */
export function headerLines({ before, after, options }: Comparison, theme: Theme): string[] {
  const sides = [
    ["before", before],
    ["after", after],
  ] as const;
  const words = { fate: "not compared", hiding: hidingOptions(options) };
  return traceLines(sides, words, PROBLEM_LIMIT, theme);
}

/**
 * One line per trace, and under it what was not understood or was left out.
 *
 * @param label what the trace is here, in at most six letters
 */
export function traceLines(
  traces: readonly (readonly [label: string, summary: TraceSummary])[],
  words: LeftOutWords,
  problemLimit: number,
  theme: Theme,
): string[] {
  const rows = traces.map(([label, summary]) => headerRow(label, summary, theme));
  const beside = traces.map(([, summary], at) => [...(rows[at] ?? []), lineWords(summary)]);
  const wide = alignColumns(beside, COLUMNS, theme.width, theme.symbols.ellipsis);
  const fits = wide.every((line) => displayWidth(line) <= theme.width);
  const lines = fits ? wide : alignColumns(rows, COLUMNS, theme.width, theme.symbols.ellipsis);
  return traces.flatMap(([, summary], at) => {
    const remarks = remarkLines(summary, !fits, words, theme);
    const problems = problemLines(summary, problemLimit, theme);
    return [lines[at] ?? "", ...[...remarks, ...problems].map((line) => theme.chalk.dim(INDENT + line))];
  });
}

function headerRow(label: string, summary: TraceSummary, theme: Theme): string[] {
  return [
    label.padEnd(LABEL_WIDTH),
    theme.show(sourceName(summary)),
    counted(comparedCalls(summary), "call"),
    counted(summary.threads, "thread"),
    counted(summary.files, "file"),
  ];
}

function lineWords({ lines, unread }: TraceSummary): string {
  return `${counted(lines, "line")}, ${unread === 0 ? "all read" : `${unread} unread`}`;
}

export function comparedCalls(summary: TraceSummary): number {
  return Object.values(summary.calls).reduce((sum, count) => sum + count, 0);
}

function remarkLines(summary: TraceSummary, withLines: boolean, words: LeftOutWords, theme: Theme): string[] {
  const remarks = [...(withLines ? [lineWords(summary)] : []), ...remarkWords(summary, words)];
  return wrapItems(remarks, ", ", theme.width - INDENT.length);
}

/** What was not understood in a trace, or left out. */
export function remarkWords(summary: TraceSummary, { fate, hiding }: LeftOutWords): string[] {
  const remarks = [
    [fate === null ? 0 : summary.otherCalls, `${counted(summary.otherCalls, "other call")} ${fate}`],
    [summary.hiddenCalls, `${summary.hiddenCalls} hidden by ${hiding}`],
    [summary.inFlight, `${summary.inFlight} in flight`],
    [summary.orphans, counted(summary.orphans, "orphan half", "orphan halves")],
    [summary.restarts, counted(summary.restarts, "restarted attempt")],
  ] as const;
  return remarks.filter(([count]) => count > 0).map(([, text]) => text);
}

/** The first problems of a trace, in full or, if that is too long, without their text. */
export function problemLines(summary: TraceSummary, limit: number, theme: Theme): string[] {
  const width = theme.width - INDENT.length;
  const shown = summary.problems.slice(0, limit);
  const lines = shown.flatMap((problem) => {
    const what = `line ${problem.line}: ${theme.show(describeProblem(problem))}`;
    const room = width - displayWidth(what) - 2;
    const { ellipsis } = theme.symbols;
    if (room < 16) return wrapWords(what, width).map((line) => elideMiddle(line, width, ellipsis));
    return [`${what}: ${elideMiddle(theme.show(problem.text), room, ellipsis)}`.trimEnd()];
  });
  // A trace keeps its first problems, and counts all.
  const known = summary.problems.length;
  const all = Math.max(known, summary.unread + summary.inFlight + summary.orphans);
  if (all === shown.length) return lines;
  const listed = all === known ? "them" : `${known} in all`;
  return [...lines, `${theme.symbols.ellipsis} ${all - shown.length} more (--format json lists ${listed})`];
}
