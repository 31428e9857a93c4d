import type { Excess, GateOutcome } from "../../result/timing.ts";
import { displayWidth } from "../layout/display-width.ts";
import { durationScale } from "../layout/duration-scale.ts";
import { elideMiddle } from "../layout/elide-middle.ts";
import { counted, percentChange } from "../layout/format-number.ts";
import type { Theme } from "../layout/theme.ts";
import { wrapWords } from "../layout/wrap-words.ts";
import { groupWords } from "./group-words.ts";

const EXCESS_LIMIT = 10;
const INDENT = "      ";

/** Each limit and its outcome; groups beyond it by name. */
export function gateLines(gates: readonly GateOutcome[], theme: Theme): string[] {
  if (gates.length === 0) return [];
  return [theme.chalk.bold("limits"), ...gates.flatMap((gate) => outcomeLines(gate, theme))];
}

function outcomeLines(gate: GateOutcome, theme: Theme): string[] {
  const { chalk, symbols } = theme;
  const sentence = (sign: string, words: string, paint: (line: string) => string): string[] =>
    wrapWords(words, theme.width - 4).map((line, at) => paint(`  ${at === 0 ? sign : " "} ${line}`));
  const skipped =
    gate.skipped === 0 || gate.outcome === "undecided"
      ? ""
      : `; ${counted(gate.skipped, "group")} with too few calls for it`;
  if (gate.undecided !== null) {
    return sentence(symbols.inconclusive, `${gate.limit}: cannot be judged`, chalk.yellow);
  }
  if (gate.outcome === "within") {
    return sentence(
      symbols.same,
      `${gate.limit}: ${counted(gate.judged, "group")} within${skipped}`,
      chalk.green,
    );
  }
  const beyond = `${gate.limit}: ${gate.beyond.length} of ${counted(gate.judged, "group")} beyond${skipped}`;
  const left = gate.beyond.length - EXCESS_LIMIT;
  return [
    ...sentence(symbols.different, beyond, chalk.red),
    ...gate.beyond.slice(0, EXCESS_LIMIT).map((excess) => excessLine(excess, theme)),
    ...(left > 0 ? [chalk.dim(`${INDENT}${symbols.ellipsis} ${left} more (--format json lists all)`)] : []),
  ];
}

function excessLine({ key, before, after }: Excess, theme: Theme): string {
  const { unit, format } = durationScale([before, after], theme.symbols);
  const change = percentChange(after - before, before);
  const moved = `  ${format(before)} ${theme.symbols.arrow} ${format(after)} ${unit}  ${change}`;
  const room = Math.max(10, theme.width - INDENT.length - displayWidth(moved));
  return `${INDENT}${elideMiddle(groupWords(key, theme), room, theme.symbols.ellipsis)}${moved}`;
}
