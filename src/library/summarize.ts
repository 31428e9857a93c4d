import { type Overview, overviewOf } from "../compare/overview.ts";
import { checkedShare } from "./compare-options.ts";
import { loadedTrace } from "./loaded-trace.ts";
import { requireKnownOptions } from "./require-known-options.ts";
import { checkedSelection, SELECTION_OPTIONS } from "./selection.ts";
import type { CallSelection, Trace } from "./trace.ts";

export type SummaryOptions = CallSelection & {
  /** Share of call-like lines, 0 to 1, that may be unreadable before the verdict has exit code 2; 0 if left out. */
  readonly maxUnread?: number;
};

/**
 * Describes one trace: how much of it was understood, its calls, files, threads and latencies, and I/O that the program
 * could have saved.
 *
 *     const { calls, byFile, findings } = summarize(trace);
 *     console.log(byFile[0]?.file, byFile[0]?.read?.sequential);
 *
 * @returns plain data: times in nanoseconds, sizes in bytes, shares from 0 to 1, lines counted from 1
 * @throws UserError if an option has an invalid value
 */
export function summarize(trace: Trace, options: SummaryOptions = {}): Overview {
  requireKnownOptions("summarize", options, [...SELECTION_OPTIONS, "maxUnread"]);
  const loaded = loadedTrace("summarize", trace);
  const selection = checkedSelection(options, loaded.table.grammar);
  const maxUnread = checkedShare("maxUnread", options.maxUnread ?? 0);
  return overviewOf(loaded.view(selection), { calls: selection.calls, maxUnread });
}
