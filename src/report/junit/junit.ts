import type { Change, Comparison } from "../../result/comparison.ts";
import { latencyLines } from "../latency/latency-lines.ts";
import { plainTheme } from "../layout/plain-theme.ts";
import type { Theme } from "../layout/theme.ts";
import type { Reporter } from "../reporter.ts";
import { changeNote } from "../words/change-note.ts";
import { comparedCalls } from "../words/header-lines.ts";
import { hunkLines } from "../words/hunk-lines.ts";
import { callsInFlight } from "../words/in-flight-words.ts";
import { orderWords } from "../words/order-words.ts";
import { otherCallWords } from "../words/other-call-words.ts";
import { threadName } from "../words/thread-name.ts";
import { answerSentences, timingAnswers } from "../words/verdict-lines.ts";
import { warningSentences } from "../words/warning-lines.ts";

const WIDTH = 120;
/** Hunk lines in the failure of the pattern; CI servers keep reports for years. */
const HUNK_LINE_LIMIT = 1000;
/** Changes named in the failure of one thread or file. */
const NOTE_LIMIT = 20;

type TestCase = {
  readonly name: string;
  readonly outcome: "passed" | "failure" | "error" | "skipped";
  readonly message: string;
  readonly text: string;
};

/**
 * JUnit XML as CI servers read it: one test case for the pattern, one for each thread (for each file where `--order
 * file` or `set` is required), and one for latency. If the required order holds, no case fails. Cases are numbered
 * rather than named by thread ids, which differ in every run, so that a server can follow their history.
 */
export const formatJunit: Reporter = function* formatJunit(comparison, options) {
  const theme = plainTheme(WIDTH);
  const { demanded } = comparison.verdict;
  const byFile = demanded === "file" || demanded === "set";
  const cases = [
    patternCase(comparison, options.context, theme),
    ...(byFile ? fileCases(comparison, theme) : threadCases(comparison, theme)),
    timingCase(comparison, theme),
  ];
  const count = (outcome: TestCase["outcome"]): number =>
    cases.filter((one) => one.outcome === outcome).length;
  const counts = `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}"`;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="tracediff" ${counts}>\n`;
  yield `  <testsuite name="tracediff" ${counts} skipped="${count("skipped")}">\n`;
  for (const one of cases) yield caseXml(one);
  const others = otherCallWords(comparison, theme);
  const notes = [...warningSentences(comparison, theme), ...(others === null ? [] : [others])];
  if (notes.length > 0) yield `    <system-err>${xmlText(notes.join("\n"))}</system-err>\n`;
  yield "  </testsuite>\n</testsuites>\n";
};

function caseXml({ name, outcome, message, text }: TestCase): string {
  const start = `    <testcase classname="tracediff" name="${xmlText(name)}"`;
  if (outcome === "passed") return `${start}/>\n`;
  const kind = outcome === "skipped" ? "" : ` type="${outcome}"`;
  const inner = `<${outcome} message="${xmlText(message)}"${kind}>${xmlText(text)}</${outcome}>`;
  return `${start}>\n      ${inner}\n    </testcase>\n`;
}

function patternCase(comparison: Comparison, context: number, theme: Theme): TestCase {
  const { pattern, demanded } = comparison.verdict;
  const name = `I/O pattern ${orderWords(demanded)}`;
  const message = answerSentences(comparison, theme).join("; ");
  if (pattern === "same") return { name, outcome: "passed", message, text: "" };
  if (pattern === "inconclusive") return { name, outcome: "error", message, text: "" };
  const text = [
    ...callsInFlight(comparison, theme).map(({ words }) => words),
    hunkText(comparison, context, theme),
  ].join("\n");
  return { name, outcome: "failure", message, text };
}

function hunkText(comparison: Comparison, context: number, theme: Theme): string {
  const lines: string[] = [];
  for (const hunk of comparison.hunks(context)) {
    lines.push(...hunkLines(hunk, comparison, theme));
    if (lines.length < HUNK_LINE_LIMIT) continue;
    return [...lines.slice(0, HUNK_LINE_LIMIT), "… (--format json lists all)"].join("\n");
  }
  return lines.join("\n");
}

function threadCases(comparison: Comparison, theme: Theme): TestCase[] {
  const threadsOf = ({ place }: Change): string[] => [
    ...(place.before === null ? [] : [`before ${place.before.thread}`]),
    ...(place.after === null ? [] : [`after ${place.after.thread}`]),
  ];
  const changed = notesBy(comparison, threadsOf, theme);
  return comparison.threads.map((pair, at): TestCase => {
    const name = `thread ${at + 1}`;
    const isWhole = pair.matches === Math.max(pair.calls.before, pair.calls.after);
    if (isWhole || comparison.verdict.pattern !== "different") {
      return { name, outcome: outcomeWithoutChange(comparison), message: "inconclusive", text: "" };
    }
    const ids = `${threadName(pair.before ?? pair.after)} ${theme.symbols.arrow} ${threadName(pair.after ?? pair.before)}`;
    return {
      name,
      outcome: "failure",
      message: `${pair.matches} of ${Math.max(pair.calls.before, pair.calls.after)} calls match (thread ${ids})`,
      text: (changed.get(`before ${pair.before}`) ?? changed.get(`after ${pair.after}`) ?? []).join("\n"),
    };
  });
}

function fileCases(comparison: Comparison, theme: Theme): TestCase[] {
  const filesOf = ({ before, after }: Change): string[] => [
    ...new Set([...before, ...after].map((record) => String(record.file ?? record.fd))),
  ];
  const changed = notesBy(comparison, filesOf, theme);
  return comparison.files.map((pair): TestCase => {
    const own = pair.before ?? pair.after ?? "";
    const name = `file ${theme.show(typeof own === "number" ? `fd ${own}` : own)}`;
    const notes = changed.get(String(pair.before)) ?? changed.get(String(pair.after)) ?? [];
    if (notes.length === 0 || comparison.verdict.pattern !== "different") {
      return { name, outcome: outcomeWithoutChange(comparison), message: "inconclusive", text: "" };
    }
    return { name, outcome: "failure", message: notes[0] ?? "", text: notes.join("\n") };
  });
}

/** If the whole is inconclusive, so is every part. */
function outcomeWithoutChange(comparison: Comparison): "passed" | "skipped" {
  return comparison.verdict.pattern === "inconclusive" ? "skipped" : "passed";
}

/** The changes, by the keys that each has. */
function notesBy(
  comparison: Comparison,
  keysOf: (change: Change) => readonly string[],
  theme: Theme,
): Map<string, string[]> {
  const notes = new Map<string, string[]>();
  if (comparison.verdict.pattern !== "different") return notes;
  for (const change of comparison.changes()) {
    for (const key of keysOf(change)) {
      const known = notes.get(key);
      if (known === undefined) notes.set(key, [noteOf(change, theme)]);
      else if (known.length < NOTE_LIMIT) known.push(noteOf(change, theme));
    }
  }
  return notes;
}

function noteOf(change: Change, theme: Theme): string {
  const record = change.before[0] ?? change.after[0];
  const lines = [
    ...(change.place.before === null ? [] : [`before line ${change.place.before.line}`]),
    ...(change.place.after === null ? [] : [`after line ${change.place.after.line}`]),
  ];
  const file = record?.file == null ? `fd ${record?.fd}` : theme.show(record.file);
  return `${record?.call} ${file}: ${changeNote(change, theme)} (${lines.join(", ")})`;
}

function timingCase(comparison: Comparison, theme: Theme): TestCase {
  const name = "latency";
  const text = latencyLines(comparison, theme).join("\n");
  const message = timingAnswers(comparison)
    .map(({ sentence }) => sentence)
    .join("; ");
  const { timing, reasons } = comparison.verdict;
  // Drift that no limit forbids is not a failure.
  if (reasons.some(({ kind }) => kind === "drift-beyond")) return { name, outcome: "failure", message, text };
  if (reasons.some(({ kind }) => kind === "drift-undecided"))
    return { name, outcome: "error", message, text };
  if (timing !== "unknown") return { name, outcome: "passed", message: "", text: "" };
  const calls = comparedCalls(comparison.before) + comparedCalls(comparison.after);
  const why = calls === 0 ? "no calls" : "not judged: no limit was set, or too little is known";
  return { name, outcome: "skipped", message: why, text };
}

// XML 1.0 cannot represent most control characters, lone surrogates, U+FFFE and U+FFFF at all: what is left of them
// after visible escapes is dropped.
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text escaped for XML elements and attributes; `]]>` is harmless in both. */
function xmlText(text: string): string {
  return text.replace(NOT_XML, "").replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}
