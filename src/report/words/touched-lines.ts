import type { Comparison, TouchedBytes } from "../../result/comparison.ts";
import { elideMiddle } from "../layout/elide-middle.ts";
import { counted, formatByteChange } from "../layout/format-number.ts";
import { LABEL_INDENT } from "../layout/labelled-lines.ts";
import type { Theme } from "../layout/theme.ts";
import { wrapItems } from "../layout/wrap-items.ts";
import { wrapWords } from "../layout/wrap-words.ts";

/** Files listed by name; the JSON report lists all. */
const FILE_LIMIT = 10;

/** Minimum columns for the name of a file. */
const LEAST_NAME = 12;

const WENT_OVER = { read: "read", write: "written" } as const;

/** Whether the changed calls touch other bytes of the files, which they need not: two reads may replace one. */
export function touchedLines({ touched }: Comparison, theme: Theme): string[] {
  if (touched.length === 0) return [];
  const differing = touched.filter(({ onlyBefore, onlyAfter }) => onlyBefore + onlyAfter > 0);
  const lines = differing.slice(0, FILE_LIMIT).flatMap((bytes) => fileLines(bytes, theme));
  const left = differing.length - FILE_LIMIT;
  if (left > 0) lines.push(`${theme.symbols.ellipsis} ${left} more (--format json lists all)`);
  const unknown = touched.filter(({ exact }) => !exact).length;
  if (unknown > 0) {
    const sentence = `not known for ${counted(unknown, "file")}, whose offsets the trace does not show`;
    return [...lines, ...wrapWords(sentence, theme.width - LABEL_INDENT)];
  }
  return differing.length === 0 ? ["the same bytes of the same files"] : lines;
}

function fileLines({ file, direction, onlyBefore, onlyAfter }: TouchedBytes, theme: Theme): string[] {
  const changes = [onlyAfter, -onlyBefore].filter((change) => change !== 0);
  const words = changes.map((change) => `${formatByteChange(change)} of it ${WENT_OVER[direction]}`);
  const width = theme.width - LABEL_INDENT;
  // if there is no room for the name beside all of it, a second line has the rest
  const all = `: ${words.join(", ")}`;
  const beside = all.length + LEAST_NAME > width ? `: ${words[0]},` : all;
  const name =
    typeof file === "number"
      ? `fd ${file}`
      : elideMiddle(theme.show(file), width - beside.length, theme.symbols.ellipsis);
  const [first = "", ...others] = wrapItems([`${name}: ${words[0]}`, ...words.slice(1)], ", ", width);
  return [first, ...others.map((line) => `  ${line}`)];
}
