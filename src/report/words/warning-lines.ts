import type { Comparison, Warning } from "../../result/comparison.ts";
import { counted } from "../layout/format-number.ts";
import type { Theme } from "../layout/theme.ts";
import { wrapWords } from "../layout/wrap-words.ts";
import { blindSpotWords } from "./blind-spot-words.ts";
import { orderWords } from "./order-words.ts";
import { leftOutWords, statusFilterWords, unknownCallsWords } from "./overview-warnings.ts";
import { sourceName } from "./source-name.ts";

/** Signs that the two recordings are not comparable, or do not show everything. */
export function warningLines(comparison: Comparison, theme: Theme): string[] {
  return warningSentences(comparison, theme).flatMap((sentence) =>
    wrapWords(sentence, theme.width - 2).map((line, at) =>
      theme.chalk.yellow(`${at === 0 ? theme.symbols.warning : " "} ${line}`),
    ),
  );
}

/** Each warning as a sentence; what a snapshot does not keep is listed with the levels that hold. */
export function warningSentences(comparison: Comparison, theme: Theme): string[] {
  return comparison.warnings
    .filter(({ kind }) => kind !== "snapshot")
    .map((warning) => warningSentence(warning, comparison, theme));
}

function warningSentence(warning: Warning, comparison: Comparison, theme: Theme): string {
  const summary = comparison[warning.side];
  const name = theme.show(sourceName(summary));
  switch (warning.kind) {
    case "different-calls": {
      const other = warning.side === "before" ? comparison.after : comparison.before;
      const calls = warning.calls
        .map((call) => `${call} (${counted(summary.calls[call] ?? 0, "call")})`)
        .join(", ");
      return `only ${name} has ${calls}: was ${theme.show(sourceName(other))} recorded with another -e trace= filter?`;
    }
    case "other-names": {
      const names = warning.names.map(({ before, after, count }) => {
        return `${before} ${theme.symbols.arrow} ${after} ${count}`;
      });
      return `the same requests under other names: ${names.join(", ")}`;
    }
    case "ignored-differ": {
      const names = warning.arguments.map(({ call, argument }) => `${call}'s ${argument}`);
      return `differ, but are not compared: ${names.join(", ")}`;
    }
    case "no-latency":
      return `${name} has no latencies: record it with strace -T to compare them`;
    case "truncated":
      return `${name} stops in the middle of line ${warning.line}: was strace killed, or the file truncated?`;
    case "left-out":
      return `in ${name} ${leftOutWords(warning.lines)}`;
    case "unknown-calls":
      return `${name} has ${unknownCallsWords(warning.calls, theme)}`;
    case "blind-spot":
      return `${name} has ${blindSpotWords(warning, theme)}`;
    case "status-filter":
      return `in ${name} ${statusFilterWords(warning.line)}`;
    case "thread-order":
      return `${name} is a set of files without times finer than a second, so the order between its threads is not known: record it with -tt`;
    case "disputed-descriptors":
      return `${name}: ${counted(warning.calls, "call")}, first on line ${warning.line}, may be on other files than shown: another thread opened or closed the descriptor, and no clone or fork shows whether they share it; record with -y, or trace clone,clone3,fork,vfork,execve too`;
    case "snapshot":
      return `${name} is a snapshot ${orderWords(warning.order)}`;
    default:
      return warning satisfies never;
  }
}
