import { driftLimit } from "../../library/drift-limit.ts";
import { DEFAULT_TIMING, GROUPINGS, type TimingOptions } from "../../result/timing.ts";
import { last, listOf, oneOf, wholeNumber } from "./option-values.ts";
import type { RawArguments } from "./parse-arguments.ts";

const MAX_OUTLIERS = 1_000_000;

/** @throws UserError for values that the options do not take */
export function timingOptions(raw: RawArguments): TimingOptions {
  const by = listOf(raw, "by").map((value) => oneOf("by", GROUPINGS, value));
  return {
    by: by.length === 0 ? DEFAULT_TIMING.by : [...new Set(by)],
    limits: listOf(raw, "max-drift").map((text) => driftLimit("--max-drift", text)),
    acceptSingleRun: raw.values.has("accept-single-run"),
    outliers: wholeNumber("outliers", last(raw, "outliers") ?? "0", MAX_OUTLIERS),
  };
}
