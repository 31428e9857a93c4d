import type { Change, Comparison } from "../../result/comparison.ts";
import type { Side } from "../../trace/pair.ts";
import { elideMiddle } from "../layout/elide-middle.ts";
import { plainTheme } from "../layout/plain-theme.ts";
import type { Theme } from "../layout/theme.ts";
import type { Reporter } from "../reporter.ts";
import { callsInFlight } from "../words/in-flight-words.ts";
import { otherCallWords } from "../words/other-call-words.ts";
import { type SimilarChange, similarChanges } from "../words/similar-changes.ts";
import { answerSentences, timingAnswers } from "../words/verdict-lines.ts";
import { warningSentences } from "../words/warning-lines.ts";

/** GitHub shows ten annotations of each level per step and drops the others. */
const ANNOTATION_LIMIT = 10;
/** Columns, so that no name makes a megabyte of a message. */
const WIDTH = 120;

/**
 * Workflow commands for the log of a GitHub job: the verdict as one annotation, then the largest groups of changes,
 * each at the line of the log or snapshot before, which the repository may hold.
 */
export const formatGithub: Reporter = function* formatGithub(comparison) {
  const theme = plainTheme(WIDTH, (text) => elideMiddle(text, WIDTH, "…"));
  const { pattern, exitCode } = comparison.verdict;
  const level = exitCode === 0 ? "notice" : "error";
  const title = pattern === "inconclusive" ? "tracediff: inconclusive" : `tracediff: ${pattern} I/O pattern`;
  const answers = timingAnswers(comparison).map(({ sentence }) => sentence);
  yield command(level, { title }, [...answerSentences(comparison, theme), ...answers].join("; "));
  const hanging = callsInFlight(comparison, theme);
  if (pattern === "different") {
    const { groups } = similarChanges(comparison, theme);
    for (const group of groups.slice(0, Math.max(1, ANNOTATION_LIMIT - 1 - hanging.length))) {
      yield command(
        "error",
        { ...place(comparison, group.first, theme), title: group.note },
        similarWords(group, theme),
      );
    }
  }
  for (const { side, call, words } of hanging) {
    yield command("error", { ...lineOf(comparison, side, call?.line, theme), title: "in flight" }, words);
  }
  const others = otherCallWords(comparison, theme);
  if (others !== null) yield command("notice", { title: "tracediff" }, others);
  for (const warning of warningSentences(comparison, theme).slice(0, ANNOTATION_LIMIT)) {
    yield command("warning", { title: "tracediff" }, warning);
  }
};

/** Where GitHub may show the annotation next to a changed line; nowhere for a pipe. */
function place(comparison: Comparison, change: Change, theme: Theme): Record<string, string> {
  for (const side of ["before", "after"] as const) {
    const place = lineOf(comparison, side, change.place[side]?.line, theme);
    if (Object.keys(place).length > 0) return place;
  }
  return {};
}

function lineOf(
  comparison: Comparison,
  side: Side,
  line: number | undefined,
  theme: Theme,
): Record<string, string> {
  const [file, ...others] = comparison[side].sources;
  if (line === undefined || file === undefined || others.length > 0) return {};
  if (file === "-" || file.startsWith("/dev/")) return {};
  return { file: theme.show(file), line: String(line) };
}

function similarWords({ note, count, first }: SimilarChange, theme: Theme): string {
  const record = first.before[0] ?? first.after[0];
  const times = count > 1 ? ` ${theme.symbols.times} ${count}` : "";
  if (record === undefined || first.wholeThread) return note + times;
  const file =
    record.file === null ? (record.fd === null ? "" : ` fd ${record.fd}`) : ` ${theme.show(record.file)}`;
  const where = record.offset === null ? "" : ` at ${record.offset}`;
  return `${record.call}${file}${where}: ${note}${times}`;
}

/** `::error file=io.snap,line=12,title=resized +4096::pread64 …`, escaped as actions/toolkit does. */
function command(level: string, properties: Readonly<Record<string, string>>, message: string): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::${level} ${list.join(",")}::${escapeData(message)}\n`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
