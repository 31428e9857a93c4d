import type { TraceSummary } from "../../result/comparison.ts";

/** What a report calls the file or files of one side; `run.strace.*` for a set that strace -ff wrote. */
export function sourceName({ sources }: TraceSummary): string {
  const [first = "", ...others] = sources;
  if (others.length === 0) return first;
  const prefix = first.slice(0, first.lastIndexOf(".") + 1);
  return others.every((source) => source.startsWith(prefix))
    ? `${prefix}*`
    : `${first} and ${others.length} more`;
}

/** The file that has the lines of a thread. */
export function threadSource(summary: TraceSummary, thread: number): string {
  if (summary.sources.length === 1) return sourceName(summary);
  return summary.sources.find((source) => source.endsWith(`.${thread}`)) ?? sourceName(summary);
}
