import { type ExportFormat, exporters } from "../report/exporters.ts";
import { choiceOf } from "./choice-of.ts";
import { checkedShare } from "./compare-options.ts";
import { loadedTrace } from "./loaded-trace.ts";
import { requireKnownOptions } from "./require-known-options.ts";
import { requireRead } from "./require-read.ts";
import { checkedSelection, SELECTION_OPTIONS } from "./selection.ts";
import type { CallSelection, Trace } from "./trace.ts";

export type ExportOptions = CallSelection & {
  /** Share of call-like lines, 0 to 1, that may be missing because they could not be read; 0 if left out. */
  readonly maxUnread?: number;
};

const FORMATS = Object.keys(exporters) as readonly ExportFormat[]; // the registry's own type has them

/**
 * The I/O calls of a trace as text, one per line, in the order in which they started: what `trace.calls()` yields, as
 * JSON objects (`ndjson`, whose schema is "tracediff/schema/record.json") or as `csv` with a header.
 *
 *     for (const piece of exportRecords(trace, "csv", { calls: ["data"] })) file.write(piece);
 *
 * Times are in nanoseconds, sizes and offsets in bytes; numbers beyond 2^53 are strings of digits in JSON.
 *
 * @returns pieces of many lines, each made on demand
 * @throws UserError if an option has an invalid value, or more is unread than `maxUnread`
 */
export function exportRecords(
  trace: Trace,
  format: ExportFormat = "ndjson",
  options: ExportOptions = {},
): Iterable<string> {
  requireKnownOptions("exportRecords", options, [...SELECTION_OPTIONS, "maxUnread"]);
  const exporter = exporters[choiceOf("format", FORMATS, format)];
  const loaded = loadedTrace("exportRecords", trace);
  const selection = checkedSelection(options, loaded.table.grammar);
  requireRead(trace, checkedShare("maxUnread", options.maxUnread ?? 0), "maxUnread");
  return exporter(loaded.view(selection), (text) => text);
}
