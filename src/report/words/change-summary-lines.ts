import { CHANGE_KINDS, type Comparison } from "../../result/comparison.ts";
import type { WholeNumber } from "../../trace/whole-number.ts";
import { durationScale } from "../layout/duration-scale.ts";
import { counted, formatByteChange, signed } from "../layout/format-number.ts";
import { LABEL_INDENT, labelledLines } from "../layout/labelled-lines.ts";
import type { Theme } from "../layout/theme.ts";
import { wrapItems } from "../layout/wrap-items.ts";
import { patternLines } from "./pattern-lines.ts";
import { touchedLines } from "./touched-lines.ts";

/** How many changes of each kind there are, and what they cost together. */
export function changeSummaryLines(comparison: Comparison, theme: Theme): string[] {
  const counts = CHANGE_KINDS.flatMap((kind) => {
    const count = comparison.changeCounts[kind] ?? 0;
    return count === 0 ? [] : [`${kind} ${count}`];
  });
  const last = counts.pop();
  if (last === undefined) return [];
  const { calls, bytes, latency } = comparison.effect;
  const effect = [
    calls === 0 ? "0 calls" : `${signed(calls)} ${counted(Math.abs(calls), "call").split(" ")[1]}`,
    `${formatByteChange(bytes)} asked for`,
    ...(latency === null ? [] : [latencyChange(latency, theme)]),
  ];
  const { pattern, demanded } = comparison.verdict;
  // The required order holds although the calls of some threads differ.
  const accepted = pattern === "same" ? ` per thread, which --order ${demanded} accepts` : "";
  const width = theme.width - LABEL_INDENT;
  return [
    ...labelledLines("changes", wrapItems([...counts, last + accepted], ", ", width)),
    ...patternLines(comparison, theme),
    ...labelledLines("effect", wrapItems(effect, ", ", width)),
    ...labelledLines("touched", touchedLines(comparison, theme)),
  ];
}

function latencyChange(change: WholeNumber, theme: Theme): string {
  const latency = Number(change);
  const { unit, format } = durationScale([latency], theme.symbols);
  return `${signed(latency, format(Math.abs(latency)))} ${unit}`;
}
