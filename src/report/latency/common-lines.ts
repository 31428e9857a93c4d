import type { Comparison } from "../../result/comparison.ts";
import type { Theme } from "../layout/theme.ts";
import { wrapWords } from "../layout/wrap-words.ts";

/** What all groups moved by alike, and what that may mean. */
export function commonLines(comparison: Comparison, theme: Theme): string[] {
  const { common, groups } = comparison.latency;
  if (common === null) return [];
  const who = common.all ? "all calls" : "most calls";
  const factor = `${who} ${theme.symbols.times} ${formatFactor(common.factor)}`;
  const hasRuns = groups.some(({ drift }) => drift !== null);
  const meaning = hasRuns
    ? "a common shift, of the code as a whole, the machine or strace"
    : "a common shift, more likely of the machine or of strace than of the code";
  return wrapWords(`${factor}: ${meaning}; "left" is without it`, theme.width - 2).map(
    (line) => `  ${theme.chalk.bold(line)}`,
  );
}

/** Three digits: `6.1` is said as 6.10 only where it was measured so. */
function formatFactor(factor: number): string {
  return String(Number(factor.toPrecision(3)));
}
