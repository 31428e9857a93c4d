import type { Overview } from "../../compare/overview.ts";
import type { Waste } from "../../coverage/wasted-io.ts";
import { type WholeNumber, wholeNumber } from "../../trace/whole-number.ts";
import { durationWords } from "../layout/duration-words.ts";
import { elideMiddle } from "../layout/elide-middle.ts";
import { counted } from "../layout/format-number.ts";
import type { Theme } from "../layout/theme.ts";
import { wrapItems } from "../layout/wrap-items.ts";
import { wrapWords } from "../layout/wrap-words.ts";
import { fileWords } from "../words/file-words.ts";

/** Files named with each kind; JSON lists all. */
const NAMED = 5;
const NAME_WIDTH = 40;

/** Calls that the program might have spared itself, a kind and direction at a time, with the files they are on. */
export function wasteLines({ findings, byFile }: Overview, theme: Theme): string[] {
  const coverages = byFile.flatMap(({ read, write }) => [read ?? [], write ?? []].flat());
  if (coverages.length === 0) return [];
  const kinds = grouped(findings);
  const lines = [...kinds.values()].flatMap((wastes) => kindLines(wastes, theme));
  const unknown = coverages.filter(({ unique }) => unique === null).length;
  if (lines.length === 0 && unknown === 0) lines.push("  none found");
  if (unknown > 0) {
    const files = unknown === coverages.length ? "of all files" : `of ${counted(unknown, "file")}`;
    lines.push(
      ...indented(`not known where the trace does not show offsets: in reads or writes ${files}`, theme),
    );
  }
  return [theme.chalk.bold("wasted I/O"), ...lines];
}

function grouped(findings: readonly Waste[]): Map<string, Waste[]> {
  const kinds = new Map<string, Waste[]>();
  for (const waste of findings) {
    const key = `${waste.kind} ${waste.direction}`;
    const known = kinds.get(key);
    if (known === undefined) kinds.set(key, [waste]);
    else known.push(waste);
  }
  return kinds;
}

function kindLines(wastes: readonly Waste[], theme: Theme): string[] {
  const [first] = wastes;
  if (first === undefined) return [];
  const calls = wastes.reduce((sum, waste) => sum + waste.calls, 0);
  const bytes = sumOf(wastes, ({ bytes: count }) => count);
  const isTimed = wastes.some(({ latency }) => latency !== null);
  const time = isTimed
    ? `, ${durationWords(Number(sumOf(wastes, ({ latency }) => latency ?? 0)), theme)}`
    : "";
  const named = wastes.slice(0, NAMED).map(({ file, calls: count }) => {
    return `${elideMiddle(fileWords(file, theme), NAME_WIDTH, theme.symbols.ellipsis)} ${count}`;
  });
  const left = wastes.length - named.length;
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

function predicate({ kind }: Waste, bytes: WholeNumber): string {
  switch (kind) {
    case "end-probe":
      return "at the end of a file got nothing";
    case "re-read":
      return `got bytes that had been read before, ${bytes} in all`;
    case "small-sequential":
      return `under 4096 bytes go on where one as small ended, ${bytes} bytes`;
    default:
      return kind satisfies never;
  }
}

function sumOf(wastes: readonly Waste[], value: (waste: Waste) => WholeNumber): WholeNumber {
  return wholeNumber(wastes.reduce((sum, waste) => sum + BigInt(value(waste)), 0n));
}
