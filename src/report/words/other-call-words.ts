import type { Comparison, OtherCallDifference } from "../../result/comparison.ts";
import type { Theme } from "../layout/theme.ts";
import { wrapWords } from "../layout/wrap-words.ts";

/** Calls that are named; the JSON report lists all. */
const MOST_NAMED = 8;

/** `differ, but are not compared: epoll_wait 2 → 1, futex 310 → 298`; null if no such call differs. */
export function otherCallWords({ otherCalls }: Comparison, theme: Theme): string | null {
  if (otherCalls.length === 0) return null;
  const named = otherCalls.slice(0, MOST_NAMED).map((difference) => differenceWords(difference, theme));
  const left = otherCalls.length - named.length;
  const more = left > 0 ? ` and ${left} more (--format json lists all)` : "";
  return `differ, but are not compared: ${named.join(", ")}${more}`;
}

export function otherCallLines(comparison: Comparison, theme: Theme): string[] {
  const words = otherCallWords(comparison, theme);
  return words === null ? [] : wrapWords(words, theme.width - 2).map((line) => `  ${line}`);
}

function differenceWords({ call, counts }: OtherCallDifference, theme: Theme): string {
  // A name has only lower-case letters, digits and characters that are safe in every format; see CallScanner.
  return `${call} ${rangeWords(counts.before)} ${theme.symbols.arrow} ${rangeWords(counts.after)}`;
}

/** `2`, or `2 to 5` over several runs. */
function rangeWords(counts: readonly number[]): string {
  const least = Math.min(...counts);
  const most = Math.max(...counts);
  return least === most ? `${least}` : `${least} to ${most}`;
}
