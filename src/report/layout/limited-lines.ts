import { elideMiddle } from "./elide-middle.ts";
import { LABEL_INDENT } from "./labelled-lines.ts";
import type { Theme } from "./theme.ts";
import { wrapItems } from "./wrap-items.ts";

/** Lines that one list may take; JSON has all of it. */
const LINE_LIMIT = 3;

/** Items as a few lines beside a label; those that do not fit are counted. */
export function limitedLines(items: readonly string[], separator: string, theme: Theme): string[] {
  const width = theme.width - LABEL_INDENT;
  const linesWith = (shown: number): string[] => {
    const left = items.length - shown;
    const rest = left === 0 ? [] : [`${theme.symbols.ellipsis} ${left} more (--format json lists all)`];
    const fitting = items.slice(0, shown).map((item) => elideMiddle(item, width, theme.symbols.ellipsis));
    return wrapItems([...fitting, ...rest], separator, width);
  };
  // No more items than columns can fit on these lines, however many files a trace has.
  let high = Math.min(items.length, LINE_LIMIT * width);
  if (linesWith(high).length <= LINE_LIMIT) return linesWith(high);
  let low = 0;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (linesWith(middle).length <= LINE_LIMIT) low = middle;
    else high = middle;
  }
  return linesWith(low);
}
