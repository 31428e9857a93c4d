import { formatSummaryJson } from "./json/summary-json.ts";
import type { SummaryReporter } from "./summary-reporter.ts";
import { formatSummaryText } from "./text/summary-text.ts";

/** The choices of --format of the summary. */
export type SummaryFormat = "text" | "json";

export const summaryReporters: Readonly<Record<SummaryFormat, SummaryReporter>> = {
  text: formatSummaryText,
  json: formatSummaryJson,
};
