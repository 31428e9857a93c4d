import type { Overview } from "../compare/overview.ts";
import type { ReportOptions } from "./reporter.ts";
import { formatSummaryJson } from "./summary-json.ts";
import { formatSummaryText } from "./summary-text.ts";

/** As Reporter, of one trace. */
export type SummaryReporter = (
  overview: Overview,
  options: Omit<ReportOptions, "context">,
) => Iterable<string>;

/** The choices of --format of the summary. */
export type SummaryFormat = "text" | "json";

export const summaryReporters: Readonly<Record<SummaryFormat, SummaryReporter>> = {
  text: formatSummaryText,
  json: formatSummaryJson,
};
