import type { Overview } from "../../compare/overview.ts";
import { LINE_KINDS } from "../../trace/line-kind.ts";
import { durationWords } from "../layout/duration-words.ts";
import { elideMiddle } from "../layout/elide-middle.ts";
import { counted } from "../layout/format-number.ts";
import { labelledLines } from "../layout/labelled-lines.ts";
import { limitedLines } from "../layout/limited-lines.ts";
import { type Theme, themeOf } from "../layout/theme.ts";
import { wrapWords } from "../layout/wrap-words.ts";
import type { SummaryReporter } from "../summary-reporter.ts";
import { comparedCalls, traceLines } from "../words/header-lines.ts";
import { overviewWarnings } from "../words/overview-warnings.ts";
import { acceptingShare } from "../words/verdict-lines.ts";
import { callTable } from "./call-table.ts";
import { fileTable } from "./file-table.ts";
import { redundantIoLines } from "./redundant-io-lines.ts";

/** Problems shown; JSON has more. */
const PROBLEM_LIMIT = 20;

/** What one trace holds, for people. */
export const formatSummaryText: SummaryReporter = function* formatSummaryText(overview, options) {
  const theme = themeOf({ ...options, context: 0 });
  const sections = [
    traceLines([["trace", overview]], { fate: null, hiding: "--calls" }, PROBLEM_LIMIT, theme),
    [...answerLines(overview, theme), ...contentLines(overview, theme)],
    paragraphs(overviewWarnings(overview, theme), theme.symbols.warning, theme.chalk.yellow, theme),
    callTable(overview, theme),
    fileTable(overview, theme),
    redundantIoLines(overview, theme),
  ];
  let separator = "";
  for (const lines of sections) {
    if (lines.length === 0) continue;
    yield separator + lines.map((line) => `${line}\n`).join("");
    separator = "\n";
  }
};

function answerLines(overview: Overview, theme: Theme): string[] {
  const { same, inconclusive } = theme.symbols;
  const { reasons } = overview.verdict;
  const sentences = reasons.map((reason) => {
    if (reason.kind === "nothing-read") return nothingSentence(overview);
    return `${reason.unread} of ${counted(reason.callLike, "call-like line")} could not be read (--max-unread ${acceptingShare(reason)} accepts it)`;
  });
  if (sentences.length > 0) return paragraphs(sentences, inconclusive, theme.chalk.yellow, theme);
  const others = overview.otherCalls > 0 ? ` and ${overview.otherCalls} without I/O` : "";
  const sentence = `read ${counted(comparedCalls(overview), "I/O call")}${others}`;
  return paragraphs([sentence], same, theme.chalk.green, theme);
}

function nothingSentence({ hiddenCalls, inFlight }: Overview): string {
  if (hiddenCalls > 0) return `nothing left: --calls hides all ${counted(hiddenCalls, "call")}`;
  if (inFlight > 0) {
    return `no call was complete: ${inFlight} in flight; only what strace wrote can be read`;
  }
  return "no call was read: did -e trace= leave all of them out?";
}

function contentLines(overview: Overview, theme: Theme): string[] {
  const lines = LINE_KINDS.filter((kind) => overview.lineKinds[kind] > 0);
  const items = lines.map((kind) => `${kind} ${overview.lineKinds[kind]}`);
  const others = Object.entries(overview.otherCallNames).sort(([, one], [, other]) => other - one);
  const threads = overview.byThread.map(({ thread, calls, latency }) => {
    const time = latency === null ? "" : `, ${durationWords(Number(latency), theme)}`;
    return `${thread} (${calls}${time})`;
  });
  return [
    ...labelledLines("lines", limitedLines(items, ", ", theme)),
    ...labelledLines(
      "other",
      limitedLines(
        others.map(([name, count]) => `${shortened(name, theme)} ${count}`),
        ", ",
        theme,
      ),
    ),
    ...labelledLines("threads", limitedLines(threads, "   ", theme)),
  ];
}

/** Names of calls that the grammar does not know can be of any length. */
function shortened(name: string, theme: Theme): string {
  return elideMiddle(theme.show(name), 40, theme.symbols.ellipsis);
}

function paragraphs(
  sentences: readonly string[],
  sign: string,
  paint: (line: string) => string,
  theme: Theme,
): string[] {
  return sentences.flatMap((sentence) =>
    wrapWords(sentence, theme.width - 2).map((line, at) => paint(`${at === 0 ? sign : " "} ${line}`)),
  );
}
