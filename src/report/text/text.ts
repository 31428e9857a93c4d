import type { Comparison, Hunk } from "../../result/comparison.ts";
import { latencyLines } from "../latency/latency-lines.ts";
import { counted } from "../layout/format-number.ts";
import { type Theme, themeOf } from "../layout/theme.ts";
import { wrapWords } from "../layout/wrap-words.ts";
import type { Reporter } from "../reporter.ts";
import { changeSummaryLines } from "../words/change-summary-lines.ts";
import { headerLines } from "../words/header-lines.ts";
import { hunkLines } from "../words/hunk-lines.ts";
import { identityLines } from "../words/identity-lines.ts";
import { otherCallLines } from "../words/other-call-words.ts";
import { verdictLines } from "../words/verdict-lines.ts";
import { warningLines } from "../words/warning-lines.ts";

/** As many hunks as a reader can be expected to scroll through; JSON leaves nothing out. */
const HUNK_LIMIT = 100;
const CHANGE_LIMIT = 1000;

/** For people: a page on a terminal, or a file that they open. */
export const formatText: Reporter = function* formatText(comparison, options) {
  const theme = themeOf(options);
  yield block(headerLines(comparison, theme));
  yield "\n";
  yield block([...verdictLines(comparison, theme), ...identityLines(comparison, theme)]);
  yield* spaced([...otherCallLines(comparison, theme), ...warningLines(comparison, theme)]);
  if (comparison.verdict.pattern !== "same") yield* hunkBlocks(comparison, options.context, theme);
  yield* spaced(changeSummaryLines(comparison, theme));
  yield* spaced(latencyLines(comparison, theme));
};

function block(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function* spaced(lines: readonly string[]): Iterable<string> {
  if (lines.length > 0) yield `\n${block(lines)}`;
}

function* hunkBlocks(comparison: Comparison, context: number, theme: Theme): Iterable<string> {
  let hunks = 0;
  let changes = 0;
  for (const hunk of comparison.hunks(context)) {
    if (hunks === HUNK_LIMIT || changes >= CHANGE_LIMIT) {
      yield* spaced(leftOutLines(comparison, changes, theme));
      return;
    }
    hunks++;
    changes += changesIn(hunk);
    yield* spaced(hunkLines(hunk, comparison, theme));
  }
}

function changesIn(hunk: Hunk): number {
  return hunk.lines.reduce((sum, line) => sum + (line.kind === "change" ? line.change.count : 0), 0);
}

function leftOutLines(comparison: Comparison, shown: number, theme: Theme): string[] {
  const all = Object.values(comparison.changeCounts).reduce((sum, count) => sum + count, 0);
  const sentence = `${theme.symbols.ellipsis} ${counted(Math.max(0, all - shown), "more change")} not shown: --format json lists every one`;
  return wrapWords(sentence, theme.width).map((line) => theme.chalk.dim(line));
}
