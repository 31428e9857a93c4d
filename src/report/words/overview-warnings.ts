import type { Overview, OverviewWarning } from "../../compare/overview.ts";
import type { Theme } from "../layout/theme.ts";
import { blindSpotWords } from "./blind-spot-words.ts";
import { sourceName } from "./source-name.ts";

/** What a trace does not show, as sentences. */
export function overviewWarnings(overview: Overview, theme: Theme): string[] {
  return overview.warnings.map((warning) => warningSentence(warning, overview, theme));
}

function warningSentence(warning: OverviewWarning, overview: Overview, theme: Theme): string {
  switch (warning.kind) {
    case "no-latency":
      return "no latencies: strace -T records them";
    case "truncated":
      return `${theme.show(sourceName(overview))} stops in the middle of line ${warning.line}: was strace killed, or the file truncated?`;
    case "left-out":
      return leftOutWords(warning.lines);
    case "unknown-calls":
      return unknownCallsWords(warning.calls, theme);
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
  return `calls are printed when they end, first on line ${line}: strace ran with -z, -Z or -e status, which leave calls out by their result`;
}

/** That someone has shortened the log. */
export function leftOutWords(lines: number): string {
  return lines === 1
    ? "1 line says that others were left out: calls may be missing"
    : `${lines} lines say that others were left out: calls may be missing`;
}

const MOST_NAMES = 5;

/** Names that are not in the call table. */
export function unknownCallsWords(calls: readonly string[], theme: Theme): string {
  const names = calls.slice(0, MOST_NAMES).map((call) => theme.show(call));
  const more = calls.length > MOST_NAMES ? `, and ${calls.length - MOST_NAMES} more` : "";
  const [noun, question] =
    calls.length === 1
      ? ["a call whose name is", "is it new, or is its line damaged?"]
      : ["calls whose names are", "are they new, or are their lines damaged?"];
  return `${noun} not in the call table, ${names.join(", ")}${more}: ${question}`;
}
