import type { TraceView } from "../view/trace-view.ts";
import { csvRecords } from "./csv/csv-records.ts";
import { jsonRecords } from "./json/json-records.ts";

/**
 * Writes the records of a trace as pieces of text, in order.
 *
 * @param show makes text from the trace safe for its destination; formats that can hold any text do not need it
 */
export type Exporter = (side: TraceView, show: (text: string) => string) => Iterable<string>;

/** The choices of --format of the export. */
export type ExportFormat = "ndjson" | "csv";

export const exporters: Readonly<Record<ExportFormat, Exporter>> = {
  ndjson: jsonRecords,
  csv: csvRecords,
};
