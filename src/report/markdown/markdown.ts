import type { CallRecord } from "../../result/call-record.ts";
import type { Comparison, TraceSummary } from "../../result/comparison.ts";
import { latencyLines } from "../latency/latency-lines.ts";
import { elideMiddle } from "../layout/elide-middle.ts";
import { fileWords } from "../layout/file-words.ts";
import { counted } from "../layout/format-number.ts";
import { plainTheme } from "../layout/plain-theme.ts";
import type { Theme } from "../layout/theme.ts";
import type { Reporter } from "../reporter.ts";
import { changeSummaryLines } from "../words/change-summary-lines.ts";
import { comparedCalls, problemLines, remarkWords } from "../words/header-lines.ts";
import { hidingOptions } from "../words/hiding-options.ts";
import { hunkLines } from "../words/hunk-lines.ts";
import { identityLines } from "../words/identity-lines.ts";
import { callsInFlight } from "../words/in-flight-words.ts";
import { otherCallWords } from "../words/other-call-words.ts";
import { type SimilarChange, similarChanges } from "../words/similar-changes.ts";
import { sourceName } from "../words/source-name.ts";
import { answerSentences, timingAnswers } from "../words/verdict-lines.ts";
import { warningSentences } from "../words/warning-lines.ts";

/** GitHub takes comments of 65,536 characters; other hosts count bytes. */
const SIZE_LIMIT = 60_000;
/** Reserved for saying what was left out, and for closing a section. */
const RESERVE = 500;
/** Rows of the table of changes: more would no longer be a summary. */
const GROUP_LIMIT = 10;
const LATENCY_LIMIT = 40;
/** Of each side. */
const PROBLEM_LIMIT = 10;
/** Columns of what is shown as in a terminal. */
const WIDTH = 120;

/**
 * A comment on a pull request: the verdict first, then a table of changes, then the calls, the latencies and the
 * mapping in collapsed sections. The first line lets a script find the comment again.
 */
export const formatMarkdown: Reporter = function* formatMarkdown(comparison, options) {
  const prose = plainTheme(Number.MAX_SAFE_INTEGER, markdownCode);
  const screen = plainTheme(WIDTH);
  const first = [
    "<!-- tracediff -->",
    headline(comparison, prose),
    sidesTable(comparison, prose),
    ...callsInFlight(comparison, prose).map(({ words }) => words),
    ...otherCallsPart(comparison, prose),
    ...warningSentences(comparison, prose).map((warning) => `> **Warning:** ${warning}`),
    ...changeSections(comparison, prose, screen),
  ];
  const last = [
    folded("Latency", "text", latencyLines(comparison, screen).slice(0, LATENCY_LIMIT)),
    folded("Threads and files", "text", identityLines(comparison, screen)),
    problemSection(comparison, screen),
  ].filter((section) => section !== "");
  const room =
    SIZE_LIMIT - RESERVE - [...first, ...last].reduce((sum, part) => sum + byteLength(part) + 2, 0);
  yield [...first, ...hunkSection(comparison, options.context, screen, room), ...last].join("\n\n");
  yield "\n";
};

function headline(comparison: Comparison, theme: Theme): string {
  const sign = theme.symbols[comparison.verdict.pattern];
  return [
    ...answerSentences(comparison, theme).map((sentence) => `### ${sign} ${sentence}`),
    ...timingAnswers(comparison).map(({ kind, sentence }) => `### ${theme.symbols[kind]} ${sentence}`),
  ].join("\n\n");
}

function sidesTable(comparison: Comparison, theme: Theme): string {
  const { options } = comparison;
  const row = (side: "before" | "after"): string[] => {
    const summary = comparison[side];
    return [
      side,
      theme.show(sourceName(summary)),
      String(comparedCalls(summary)),
      String(summary.threads),
      String(summary.files),
      lineWords(summary, hidingOptions(options)),
    ];
  };
  const filters = [
    ...(options.ignore.length > 0 ? [`ignored: ${options.ignore.join(", ")}`] : []),
    ...(options.calls === null ? [] : [`only these calls: ${options.calls.join(", ")}`]),
  ];
  const table = markdownTable(
    ["", "trace", "calls", "threads", "files", "lines"],
    [row("before"), row("after")],
  );
  return [table, ...filters].join("\n\n");
}

function otherCallsPart(comparison: Comparison, theme: Theme): string[] {
  const words = otherCallWords(comparison, theme);
  return words === null ? [] : [words];
}

function lineWords(summary: TraceSummary, hiding: string): string {
  const { lines, unread } = summary;
  return [
    lines,
    unread === 0 ? "all read" : `${unread} unread`,
    ...remarkWords(summary, { fate: "not compared", hiding }),
  ].join(", ");
}

/** Lines of either log that could not be read. */
function problemSection({ before, after }: Comparison, theme: Theme): string {
  const lines = Object.entries({ before, after }).flatMap(([side, summary]) =>
    problemLines(summary, PROBLEM_LIMIT, theme).map((line) => `${side} ${line}`),
  );
  return folded("Lines that could not be read", "text", lines);
}

function changeSections(comparison: Comparison, prose: Theme, screen: Theme): string[] {
  if (comparison.verdict.pattern === "same") return [];
  const { groups, isPartial } = similarChanges(comparison, screen);
  if (groups.length === 0) return [];
  const shown = groups.slice(0, GROUP_LIMIT);
  const left = groups.length - shown.length;
  const rest = isPartial || left > 0 ? [`… and ${isPartial ? "more" : `${left} more kinds of change`}`] : [];
  return [
    markdownTable(
      ["count", "change", "call", "file", "first before", "first after"],
      shown.map((group) => groupRow(group, prose)),
    ),
    ...rest,
    summaryText(comparison, prose),
  ];
}

function groupRow({ note, count, first }: SimilarChange, theme: Theme): string[] {
  if (first.wholeThread) return [String(count), note, "", "", "", ""];
  const record = first.before[0] ?? first.after[0];
  return [
    String(count),
    note,
    record?.call ?? "",
    record === undefined ? "" : fileCell(record, theme),
    callsWords(first.before, theme),
    callsWords(first.after, theme),
  ];
}

function fileCell({ file, fd }: CallRecord, theme: Theme): string {
  const known = file ?? fd;
  return known === null ? "" : fileWords(known, theme);
}

/** `4096 at 909312 = 4096`, of the first of a group; the call and the file have their own columns. */
function callsWords([record, ...others]: readonly CallRecord[], theme: Theme): string {
  if (record === undefined) return theme.symbols.none;
  const { size, offset, flags, error, result } = record;
  return [
    ...(size === null ? [] : [size]),
    ...(offset === null ? [] : [`at ${offset}`]),
    ...(flags === null ? [] : [theme.show(flags)]),
    `= ${error ?? result ?? "?"}`,
    ...(others.length === 0 ? [] : [`and ${others.length} more`]),
  ].join(" ");
}

/** What the text report says under the hunks, without its columns. */
function summaryText(comparison: Comparison, theme: Theme): string {
  return changeSummaryLines(comparison, theme)
    .map((line) => line.trim().replace(/^(changes|effect|touched) +/, "**$1** "))
    .join(" · ");
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Hunks as long as there is room. */
function hunkSection(comparison: Comparison, context: number, theme: Theme, room: number): string[] {
  if (comparison.verdict.pattern === "same") return [];
  const lines: string[] = [];
  let left = room;
  let isCut = false;
  for (const hunk of comparison.hunks(context)) {
    for (const line of hunkLines(hunk, comparison, theme)) {
      left -= byteLength(line) + 1;
      if (left < 0) {
        isCut = true;
        break;
      }
      lines.push(line);
    }
    if (isCut) break;
  }
  const section = folded("Call by call", "diff", lines);
  const total = Object.values(comparison.changeCounts).reduce((sum, count) => sum + count, 0);
  const note = `The listing is truncated: --format json lists all ${counted(total, "change")}.`;
  return [section, ...(isCut ? [note] : [])].filter((part) => part !== "");
}

/** A section to expand, with lines as a terminal shows them. */
function folded(title: string, language: "diff" | "text", lines: readonly string[]): string {
  if (lines.length === 0) return "";
  const longest = lines
    .flatMap((line) => line.match(/`+/g) ?? [])
    .reduce((high, run) => Math.max(high, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `<details><summary>${title}</summary>\n\n${fence}${language}\n${lines.join("\n")}\n${fence}\n\n</details>`;
}

/** Bytes that a text takes in UTF-8. */
export function byteLength(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    // Each half of a surrogate pair is two of the pair's four bytes.
    length += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
  }
  return length;
}

/** The middle of longer names is cut out: a table cell is no place for a path of a megabyte. */
const LONGEST = 80;
// Characters that could end a code span or a table cell, break the document's structure, or be lost at the edges.
const NEEDS_ENTITIES = /[`|\\<>&]|^\s|\s$|^$/;
const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/**
 * Text from a trace as code in GitHub Flavored Markdown: shown verbatim, nothing in it is interpreted, not even a
 * mention or an issue number. In backticks if that is safe, else as HTML with entities, which also work in a table
 * cell.
 */
export function markdownCode(text: string): string {
  const shown = elideMiddle(text, LONGEST, "…");
  if (!NEEDS_ENTITIES.test(shown)) return `\`${shown}\``;
  return `<code>${shown.replace(PUNCTUATION, (sign) => `&#${sign.charCodeAt(0)};`)}</code>`;
}
