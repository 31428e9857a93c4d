import type { Overview } from "../../compare/overview.ts";
import type { SummaryReporter } from "../summary-reporter.ts";
import { jsonObject } from "./json-object.ts";

/** The contract for scripts: schema/summary-1.json. */
export const formatSummaryJson: SummaryReporter = (overview) => jsonObject(members(overview));

/** In the order in which people read them: the verdict first, long lists late. */
function members(overview: Overview): (readonly [string, unknown])[] {
  const { schema, verdict, warnings, findings, latency, byThread, byFile, problems, ...counts } = overview;
  const lists = { warnings, findings, latency, byThread, byFile, problems };
  return Object.entries({ schema, verdict, ...counts, ...lists });
}
