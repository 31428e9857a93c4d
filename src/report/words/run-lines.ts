import type { CallRecord } from "../../result/call-record.ts";
import type { Comparison } from "../../result/comparison.ts";
import type { UnstableCall } from "../../result/timing.ts";
import { NEEDED_RUNS } from "../../stats/run-drift.ts";
import { callColumns } from "../layout/call-columns.ts";
import { elideMiddle } from "../layout/elide-middle.ts";
import { counted } from "../layout/format-number.ts";
import { LABEL_INDENT, labelledLines } from "../layout/labelled-lines.ts";
import type { Theme } from "../layout/theme.ts";
import { wrapWords } from "../layout/wrap-words.ts";

/** Unstable calls that are shown; JSON has more. */
const UNSTABLE_LIMIT = 5;

/** For several runs a side: how many, and which calls differ between those of one side. */
export function runLines({ runs }: Comparison, theme: Theme): string[] {
  if (runs === null) return [];
  const { counts, calls } = runs.unstable;
  const fewest = Math.min(runs.before.length, runs.after.length);
  const lack = fewest < NEEDED_RUNS ? ` (${NEEDED_RUNS} a side are needed to tell drift from noise)` : "";
  const width = theme.width - LABEL_INDENT;
  const words = wrapWords(`${runs.before.length} before, ${runs.after.length} after${lack}`, width);
  const lines = labelledLines("runs", words);
  const all = counts.before + counts.after;
  if (all === 0) return lines;
  const excused = runs.excused === 0 ? "" : `; ${counted(runs.excused, "change")} not counted because of it`;
  const sentence = `at ${counted(all, "place")} runs of the same side differ (${counts.before} before, ${counts.after} after)${excused}`;
  const shown = calls.slice(0, UNSTABLE_LIMIT).flatMap((call) => unstableLines(call, width, theme));
  const left = all - Math.min(calls.length, UNSTABLE_LIMIT);
  const rest = left > 0 ? [`${theme.symbols.ellipsis} ${left} more (--format json lists them)`] : [];
  return [...lines, ...labelledLines("unstable", [...wrapWords(sentence, width), ...shown, ...rest])];
}

/** What the first run has there, and what the differing run has. */
function unstableLines({ side, run, first, other }: UnstableCall, width: number, theme: Theme): string[] {
  const line = (number: number, records: readonly CallRecord[]): string =>
    elideMiddle(`  ${side} run ${number}: ${callsWords(records, theme)}`, width, theme.symbols.ellipsis);
  return [line(1, first), line(run + 1, other)];
}

function callsWords(records: readonly CallRecord[], theme: Theme): string {
  const [record] = records;
  if (record === undefined) return "nothing";
  const words = callColumns(record, null, theme).filter((cell) => cell !== "");
  const more = records.length > 1 ? `, ${records.length - 1} more` : "";
  return `line ${record.line}${more}: ${words.join(" ")}`;
}
