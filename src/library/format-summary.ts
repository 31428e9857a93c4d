import type { Overview } from "../compare/overview.ts";
import { type SummaryFormat, summaryReporters } from "../report/summary-reporters.ts";
import { choiceOf } from "./choice-of.ts";
import { type FormatOptions, reportOptions } from "./format-options.ts";

const FORMATS = Object.keys(summaryReporters) as readonly SummaryFormat[]; // the registry's own type has them

/**
 * What `summarize` found, as a report: the text of `tracediff summary`, or `json`, whose schema is
 * "tracediff/schema/summary.json".
 *
 *     for (const piece of formatSummary(summarize(trace))) process.stdout.write(piece);
 *
 * @returns as formatComparison
 * @throws UserError as formatComparison
 */
export function formatSummary(
  overview: Overview,
  format: SummaryFormat = "text",
  options: Omit<FormatOptions, "context"> = {},
): Iterable<string> {
  const reporter = summaryReporters[choiceOf("format", FORMATS, format)];
  return reporter(overview, reportOptions("formatSummary", options));
}
