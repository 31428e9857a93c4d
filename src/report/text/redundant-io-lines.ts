import type { Overview } from "../../compare/overview.ts";
import type { RedundantIo } from "../../coverage/redundant-io.ts";
import { type WholeNumber, wholeNumber } from "../../trace/whole-number.ts";
import { durationWords } from "../layout/duration-words.ts";
import { elideMiddle } from "../layout/elide-middle.ts";
import { fileWords } from "../layout/file-words.ts";
import { counted } from "../layout/format-number.ts";
import type { Theme } from "../layout/theme.ts";
import { wrapItems } from "../layout/wrap-items.ts";
import { wrapWords } from "../layout/wrap-words.ts";

/** Files named with each kind; JSON lists all. */
const NAMED = 5;
const NAME_WIDTH = 40;

/** Calls that the program could have saved, by kind and direction, with the files they are on. */
export function redundantIoLines({ findings, byFile }: Overview, theme: Theme): string[] {
  const coverages = byFile.flatMap(({ read, write }) => [read ?? [], write ?? []].flat());
  if (coverages.length === 0) return [];
  const kinds = grouped(findings);
  const lines = [...kinds.values()].flatMap((findings) => kindLines(findings, theme));
  const unknown = coverages.filter(({ unique }) => unique === null).length;
  if (lines.length === 0 && unknown === 0) lines.push("  none found");
  if (unknown > 0) {
    const files = unknown === coverages.length ? "of all files" : `of ${counted(unknown, "file")}`;
    lines.push(
      ...indented(`not known where the trace does not show offsets: in reads or writes ${files}`, theme),
    );
  }
  return [theme.chalk.bold("redundant I/O"), ...lines];
}

function grouped(findings: readonly RedundantIo[]): Map<string, RedundantIo[]> {
  const kinds = new Map<string, RedundantIo[]>();
  for (const finding of findings) {
    const key = `${finding.kind} ${finding.direction}`;
    const known = kinds.get(key);
    if (known === undefined) kinds.set(key, [finding]);
    else known.push(finding);
  }
  return kinds;
}

function kindLines(findings: readonly RedundantIo[], theme: Theme): string[] {
  const [first] = findings;
  if (first === undefined) return [];
  const calls = findings.reduce((sum, finding) => sum + finding.calls, 0);
  const bytes = sumOf(findings, ({ bytes: count }) => count);
  const isTimed = findings.some(({ latency }) => latency !== null);
  const time = isTimed
    ? `, ${durationWords(Number(sumOf(findings, ({ latency }) => latency ?? 0)), theme)}`
    : "";
  const named = findings.slice(0, NAMED).map(({ file, calls: count }) => {
    return `${elideMiddle(fileWords(file, theme), NAME_WIDTH, theme.symbols.ellipsis)} ${count}`;
  });
  const left = findings.length - named.length;
  const names = left > 0 ? [...named, `${theme.symbols.ellipsis} ${counted(left, "more file")}`] : named;
  const sentence = `${counted(calls, first.direction)} ${predicate(first, bytes)}${time}`;
  return [
    ...indented(sentence, theme),
    ...wrapItems(names, ", ", theme.width - 4).map((line) => theme.chalk.dim(`    ${line}`)),
  ];
}

function indented(sentence: string, theme: Theme): string[] {
  return wrapWords(sentence, theme.width - 4).map((line, at) => (at === 0 ? `  ${line}` : `    ${line}`));
}

function predicate({ kind }: RedundantIo, bytes: WholeNumber): string {
  switch (kind) {
    case "end-probe":
      return "at the end of a file that returned nothing";
    case "re-read":
      return `of bytes already read before, ${bytes} in all`;
    case "small-sequential":
      return `under 4096 bytes that continue where one as small ended, ${bytes} bytes`;
    default:
      return kind satisfies never;
  }
}

function sumOf(findings: readonly RedundantIo[], value: (finding: RedundantIo) => WholeNumber): WholeNumber {
  return wholeNumber(findings.reduce((sum, finding) => sum + BigInt(value(finding)), 0n));
}
