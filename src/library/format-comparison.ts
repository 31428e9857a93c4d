import { type Format, reporters } from "../report/reporters.ts";
import type { Comparison } from "../result/comparison.ts";
import { choiceOf } from "./choice-of.ts";
import { type FormatOptions, reportOptions } from "./format-options.ts";

const FORMATS = Object.keys(reporters) as readonly Format[]; // the registry's own type has them

/**
 * A comparison as a report: the text that the command line prints, or one for scripts (`json`, whose schema is
 * "tracediff/schema/comparison.json"), pull requests (`markdown`), test reports (`junit`) or GitHub (`github`).
 *
 *     for (const piece of formatComparison(result, "text", { color: true, width: 100 })) process.stdout.write(piece);
 *     const report = JSON.parse([...formatComparison(result, "json")].join(""));
 *
 * @returns pieces of text in order, each made on demand, so that a report of a million changes is never one string;
 *   the last one ends with a newline
 * @throws UserError for an unknown format, and for options with invalid values
 */
export function formatComparison(
  comparison: Comparison,
  format: Format = "text",
  options: FormatOptions = {},
): Iterable<string> {
  const reporter = reporters[choiceOf("format", FORMATS, format)];
  return reporter(comparison, reportOptions("formatComparison", options));
}
