import type { Overview, OverviewWarning } from "../compare/overview.ts";
import { elideMiddle } from "./elide-middle.ts";
import { fileWords } from "./file-words.ts";
import { sourceName } from "./source-name.ts";
import type { Theme } from "./theme.ts";

/** Files named with a blind spot; JSON has all. */
const NAMED = 3;
const NAME_WIDTH = 60;

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
      return `calls are printed when they end, first on line ${warning.line}: strace had -z, -Z or -e status, and calls may be missing by their result`;
    case "blind-spot": {
      const names = warning.files
        .slice(0, NAMED)
        .map((file) => elideMiddle(fileWords(file, theme), NAME_WIDTH, theme.symbols.ellipsis));
      const more = warning.files.length > NAMED ? ` and ${warning.files.length - NAMED} more` : "";
      const of = names.length === 0 ? "" : ` of ${names.join(", ")}${more}`;
      return `${warning.count} ${theme.symbols.times} ${warning.call}${of}: I/O done that way does not show in strace`;
    }
    default:
      return warning satisfies never;
  }
}
