import type { Comparison } from "../../result/comparison.ts";
import type { Reporter } from "../reporter.ts";
import { jsonObject } from "./json-object.ts";

/**
 * The contract for scripts: schema/comparison-1.json. One element of a list a line, so that the output can be
 * streamed, searched and compared by lines too; a million changes at once would not fit into one string.
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
