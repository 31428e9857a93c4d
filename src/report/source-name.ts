import type { TraceSummary } from "../compare/comparison.ts";

/** How a report calls the file or files of one side. */
export function sourceName(summary: TraceSummary): string {
  const [first = "", ...others] = summary.sources;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
