import type { Comparison, TouchedBytes } from "../compare/comparison.ts";
import { displayWidth } from "./display-width.ts";
import { elideMiddle } from "./elide-middle.ts";
import { counted, formatByteChange } from "./format-number.ts";
import { LABEL_INDENT } from "./labelled-lines.ts";
import type { Theme } from "./theme.ts";

/** Files listed by name; the JSON report lists all. */
const FILE_LIMIT = 10;

const WENT_OVER = { read: "read", write: "written" } as const;

/** Whether the changed calls touch other bytes of the files, which they need not: two reads may stand for one. */
export function touchedLines({ touched }: Comparison, theme: Theme): string[] {
  if (touched.length === 0) return [];
  const differing = touched.filter(({ onlyBefore, onlyAfter }) => onlyBefore + onlyAfter > 0);
  const lines = differing.slice(0, FILE_LIMIT).map((bytes) => fileLine(bytes, theme));
  const left = differing.length - lines.length;
  if (left > 0) lines.push(`${theme.symbols.ellipsis} ${left} more (--format json lists all)`);
  const unknown = touched.filter(({ exact }) => !exact).length;
  if (unknown > 0)
    return [...lines, `not known for ${counted(unknown, "file")}, whose offsets the trace does not show`];
  return differing.length === 0 ? ["the same bytes of the same files"] : lines;
}

function fileLine({ file, direction, onlyBefore, onlyAfter }: TouchedBytes, theme: Theme): string {
  const changes = [onlyAfter, -onlyBefore].filter((change) => change !== 0);
  const words = `: ${changes.map((change) => `${formatByteChange(change)} of it ${WENT_OVER[direction]}`).join(", ")}`;
  if (typeof file === "number") return `fd ${file}${words}`;
  const room = Math.max(12, theme.width - LABEL_INDENT - displayWidth(words));
  return elideMiddle(theme.show(file), room, theme.symbols.ellipsis) + words;
}
