import type { BlindSpot } from "../../result/comparison.ts";
import { elideMiddle } from "../layout/elide-middle.ts";
import { fileWords } from "../layout/file-words.ts";
import type { Theme } from "../layout/theme.ts";

/** Files named; JSON has all. */
const NAMED = 3;
const NAME_WIDTH = 60;

/** `7 × mmap of data.db and 6 more: I/O done that way does not show in strace`. */
export function blindSpotWords({ call, count, files }: BlindSpot, theme: Theme): string {
  const names = files.slice(0, NAMED).map((file) => fileWords(shortened(file, theme), theme));
  const more = files.length > NAMED ? ` and ${files.length - NAMED} more` : "";
  const of = names.length === 0 ? "" : ` of ${names.join(", ")}${more}`;
  return `${count} ${theme.symbols.times} ${call}${of}: I/O done that way does not show in strace`;
}

/** Cut before escaping, so that escapes stay whole. */
function shortened(file: string | number, theme: Theme): string | number {
  return typeof file === "number" ? file : elideMiddle(file, NAME_WIDTH, theme.symbols.ellipsis);
}
