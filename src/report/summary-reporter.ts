import type { Overview } from "../compare/overview.ts";
import type { ReportOptions } from "./reporter.ts";

/** As Reporter, of one trace. */
export type SummaryReporter = (
  overview: Overview,
  options: Omit<ReportOptions, "context">,
) => Iterable<string>;
