import { CHANGE_KINDS, type Comparison } from "../compare/comparison.ts";
import { durationScale } from "./duration-scale.ts";
import { counted, formatByteChange, signed } from "./format-number.ts";
import { labelledLines } from "./labelled-lines.ts";
import type { Theme } from "./theme.ts";

/** How many changes of each kind there are, and what they cost together. */
export function changeSummaryLines(comparison: Comparison, theme: Theme): string[] {
  const counts = CHANGE_KINDS.flatMap((kind) => {
    const count = comparison.changeCounts[kind] ?? 0;
    return count === 0 ? [] : [`${kind} ${count}`];
  });
  if (counts.length === 0) return [];
  const { calls, bytes, latency } = comparison.effect;
  const effect = [
    calls === 0 ? "0 calls" : `${signed(calls)} ${counted(Math.abs(calls), "call").split(" ")[1]}`,
    formatByteChange(bytes),
    ...(latency === null ? [] : [latencyChange(latency, theme)]),
  ];
  const { pattern, demanded } = comparison.verdict;
  // The demanded order holds although the calls of single threads differ.
  const accepted = pattern === "same" ? ` per thread, which --order ${demanded} accepts` : "";
  return [
    ...labelledLines("changes", [counts.join(", ") + accepted]),
    ...labelledLines("effect", [effect.join(", ")]),
    ...labelledLines("touched", touchedItems(comparison, theme)),
  ];
}

function latencyChange(latency: number, theme: Theme): string {
  const { unit, format } = durationScale([latency], theme.symbols);
  return `${signed(latency, format(Math.abs(latency)))} ${unit}`;
}

/** Files listed by name; the JSON report lists all. */
const MOST_FILES = 10;

/** Whether the changed calls touch other bytes of the files, which they need not: two reads may stand for one. */
function touchedItems({ touched }: Comparison, theme: Theme): string[] {
  if (touched.length === 0) return [];
  const differing = touched.filter(({ onlyBefore, onlyAfter }) => onlyBefore + onlyAfter > 0);
  const unknown = touched.filter(({ exact }) => !exact);
  const items = differing.slice(0, MOST_FILES).map(({ file, direction, onlyBefore, onlyAfter }) => {
    const name = typeof file === "number" ? `fd ${file}` : theme.show(file);
    const gained = onlyAfter > 0 ? [`${formatByteChange(onlyAfter)} ${direction}`] : [];
    const lost = onlyBefore > 0 ? [`${formatByteChange(-onlyBefore)} ${direction}`] : [];
    return `${name}: ${[...gained, ...lost].join(", ")}`;
  });
  if (differing.length > MOST_FILES)
    items.push(`${differing.length - MOST_FILES} more files (--format json)`);
  if (unknown.length > 0) {
    items.push(`not known for ${counted(unknown.length, "file")}, whose offsets the trace does not show`);
  } else if (differing.length === 0) {
    items.push("the same bytes of the same files");
  }
  return items;
}
