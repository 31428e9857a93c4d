import type { Comparison, FilePair, ThreadPair } from "../../result/comparison.ts";
import { elideMiddle } from "../layout/elide-middle.ts";
import { LABEL_INDENT, labelledLines } from "../layout/labelled-lines.ts";
import { limitedLines } from "../layout/limited-lines.ts";
import type { Theme } from "../layout/theme.ts";
import { threadName } from "./thread-name.ts";

/** Which thread and file of one side corresponds to which of the other. */
export function identityLines(comparison: Comparison, theme: Theme): string[] {
  return [
    ...labelledLines("threads", threadLines(comparison.threads, theme)),
    ...labelledLines("files", fileLines(comparison.files, theme)),
  ];
}

function threadLines(pairs: readonly ThreadPair[], theme: Theme): string[] {
  // A trace of one thread without pids has nothing to map.
  if (pairs.every((pair) => pair.before === 0 && pair.after === 0)) return [];
  return limitedLines(
    pairs.map((pair) => threadWords(pair, theme)),
    "   ",
    theme,
  );
}

function threadWords({ before, after, calls }: ThreadPair, theme: Theme): string {
  const { arrow } = theme.symbols;
  if (after === null) return `${threadName(before)} removed (${calls.before})`;
  if (before === null) return `${threadName(after)} added (${calls.after})`;
  const count = calls.before === calls.after ? `${calls.before}` : `${calls.before} ${arrow} ${calls.after}`;
  if (before === after) return `${threadName(before)} (${count})`;
  return `${threadName(before)} ${arrow} ${threadName(after)} (${count})`;
}

function fileLines(pairs: readonly FilePair[], theme: Theme): string[] {
  const { arrow, range } = theme.symbols;
  const paired = pairs.filter((pair) => pair.before !== null && pair.after !== null);
  const unchanged = paired.filter((pair) => pair.before === pair.after);
  const named = (name: string | number): string => shownFile(name, theme);
  const moved = (by: FilePair["by"]): string[] =>
    paired
      .filter((pair) => pair.by === by && pair.before !== pair.after)
      .map(({ before, after }) => `${named(before ?? "")} ${arrow} ${named(after ?? "")}`);
  const descriptors = unchanged.flatMap(({ before }) => (typeof before === "number" ? [before] : []));
  const paths = unchanged.flatMap(({ before }) => (typeof before === "string" ? [named(before)] : []));
  const only = (side: "before" | "after"): string[] =>
    pairs
      .filter((pair) => pair[side === "before" ? "after" : "before"] === null)
      .map((pair) => named(pair[side] ?? ""));
  return [
    ...group("by path, unchanged:", paths, "  ", theme),
    ...group("by path:", moved("path"), "   ", theme),
    ...group("by role:", moved("role"), "   ", theme),
    ...group("by descriptor, unchanged:", compactNumbers(descriptors, range), " ", theme),
    ...group("by descriptor:", moved("descriptor"), "   ", theme),
    ...group("only before:", only("before"), "  ", theme),
    ...group("only after:", only("after"), "  ", theme),
  ];
}

function shownFile(name: string | number, theme: Theme): string {
  if (typeof name === "number") return String(name);
  const room = Math.max(20, Math.floor((theme.width - LABEL_INDENT) / 2) - 4);
  return elideMiddle(theme.show(name), room, theme.symbols.ellipsis);
}

function group(title: string, items: readonly string[], separator: string, theme: Theme): string[] {
  const [first, ...others] = items;
  if (first === undefined) return [];
  return limitedLines([`${title} ${first}`, ...others], separator, theme);
}

/** `8 9 11–17`: ascending numbers, three or more in a row as a range. */
export function compactNumbers(numbers: readonly number[], range: string): string[] {
  const sorted = [...numbers].sort((one, other) => one - other);
  const parts: string[] = [];
  for (let start = 0; start < sorted.length; ) {
    const first = sorted[start] ?? 0;
    let end = start + 1;
    while (sorted[end] === first + end - start) end++;
    const last = sorted[end - 1] ?? first;
    if (end - start >= 3) parts.push(`${first}${range}${last}`);
    else parts.push(...sorted.slice(start, end).map(String));
    start = end;
  }
  return parts;
}
