import type { Overview } from "../compare/overview.ts";
import type { ReportOptions } from "./reporter.ts";

/** Like Reporter, for one trace. */
export type SummaryReporter = (
  overview: Overview,
  options: Omit<ReportOptions, "context">,
) => Iterable<string>;
