import type { Comparison } from "../../result/comparison.ts";
import type { Reporter } from "../reporter.ts";
import { jsonObject } from "./json-object.ts";

/**
 * The contract for scripts: schema/comparison-1.json. One list element per line, so that the output can also be
 * streamed, searched and compared line by line; a million changes would not fit into one string.
 */
export const formatJson: Reporter = function* formatJson(comparison) {
  yield* jsonObject(members(comparison));
};

/** In the order in which people read them: verdict first, long lists late. */
function members(comparison: Comparison): (readonly [string, unknown])[] {
  const { schema, before, after, options, verdict, matches, threads, files } = comparison;
  const { runs, changeCounts, effect, touched, divergence, latency, warnings } = comparison;
  const { inFlight, otherCalls } = comparison;
  return Object.entries({
    schema,
    verdict,
    before,
    after,
    options,
    matches,
    changeCounts,
    effect,
    touched,
    warnings,
    inFlight,
    otherCalls,
    latency,
    runs,
    threads,
    files,
    coverage: comparison.coverage(),
    divergence,
    changes: comparison.changes(),
  });
}
