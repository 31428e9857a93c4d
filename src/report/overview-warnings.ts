import type { Overview, OverviewWarning } from "../compare/overview.ts";
import { blindSpotWords } from "./blind-spot-words.ts";
import { sourceName } from "./source-name.ts";
import type { Theme } from "./theme.ts";

/** What a trace does not show, as sentences. */
export function overviewWarnings(overview: Overview, theme: Theme): string[] {
  return overview.warnings.map((warning) => warningSentence(warning, overview, theme));
}

function warningSentence(warning: OverviewWarning, overview: Overview, theme: Theme): string {
  switch (warning.kind) {
    case "no-latency":
      return "no latencies: strace -T records them";
    case "truncated":
      return `${theme.show(sourceName(overview))} stops in the middle of line ${warning.line}: was strace killed, or the file cut?`;
    case "status-filter":
      return statusFilterWords(warning.line);
    case "blind-spot":
      return blindSpotWords(warning, theme);
    default:
      return warning satisfies never;
  }
}

/** Why calls may be missing. */
export function statusFilterWords(line: number): string {
  return `calls are printed when they end, first on line ${line}: strace had -z, -Z or -e status, and calls may be missing by their result`;
}
