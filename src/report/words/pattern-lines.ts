import type { CallRecord } from "../../result/call-record.ts";
import type { Change, Comparison } from "../../result/comparison.ts";
import type { WholeNumber } from "../../trace/whole-number.ts";
import { elideMiddle } from "../layout/elide-middle.ts";
import { counted, formatByteChange, signed } from "../layout/format-number.ts";
import { LABEL_INDENT } from "../layout/labelled-lines.ts";
import type { Theme } from "../layout/theme.ts";

/** Patterns listed; the JSON report lists all. */
const MOST_PATTERNS = 8;

/**
 * Changes that occur more than once, each as one line, largest effect first:
 *
 *     6 × pread64 × 15 → pread64 65536  merged, -84 calls, 6 files
 *
 * Only if grouping says more than the hunks do.
 */
export function patternLines({ changes }: Comparison, theme: Theme): string[] {
  const repeated: Change[] = [];
  let left = 0;
  for (const change of changes()) {
    if (change.count === 1) continue;
    if (repeated.length < MOST_PATTERNS) repeated.push(change);
    else left++;
  }
  if (repeated.length === 0) return [];
  const width = Math.max(...repeated.map(({ count }) => `${count}`.length));
  const lines = repeated.map((change) => {
    const text = `${`${change.count}`.padStart(width)} ${theme.symbols.times} ${patternText(change, theme)}`;
    return `  ${" ".repeat(LABEL_INDENT - 2)}${elideMiddle(text, theme.width - LABEL_INDENT, theme.symbols.ellipsis)}`;
  });
  if (left > 0) lines.push(`${" ".repeat(LABEL_INDENT)}${counted(left, "more pattern")} (--format json)`);
  return lines;
}

function patternText(change: Change, theme: Theme): string {
  const { effect, files, kind } = change;
  const facts = [
    ...(effect.calls === 0 ? [] : [`${signed(effect.calls)} calls`]),
    ...(effect.bytes === 0 ? [] : [roundBytes(effect.bytes)]),
    ...(files.length > 1 ? [counted(files.length, "file")] : []),
  ];
  return [`${theme.show(callsText(change, theme))}  ${kind}`, ...facts].join(", ");
}

/** `pread64 4096 → 8192`, `write 512 × 152 → write 65536 × 2`; without a size if the calls have several. */
function callsText(change: Change, theme: Theme): string {
  const [before] = change.before;
  const [after] = change.after;
  const { arrow } = theme.symbols;
  if (before === undefined || after === undefined) {
    const call = before ?? after;
    return call !== undefined && change.atEnd
      ? `${call.call} at end of file`
      : sideText([...change.before, ...change.after], theme);
  }
  switch (change.kind) {
    case "resized":
      return `${before.call} ${before.size ?? "?"} ${arrow} ${after.size ?? "?"}`;
    case "result":
      return `${sideText(change.before, theme)} = ${resultText(before)} ${arrow} ${resultText(after)}`;
    case "split":
    case "merged":
    case "rewritten":
      return `${sideText(change.before, theme)} ${arrow} ${sideText(change.after, theme)}`;
    default:
      return sideText(change.before, theme);
  }
}

function sideText(calls: readonly CallRecord[], theme: Theme): string {
  const [first] = calls;
  if (first === undefined) return "";
  const sizes = new Set(calls.map(({ size }) => size));
  const names = [...new Set(calls.map(({ call }) => call))];
  const size = sizes.size === 1 && first.size !== null ? ` ${first.size}` : "";
  const times = calls.length > names.length ? ` ${theme.symbols.times} ${calls.length}` : "";
  return `${names.join(" + ")}${size}${times}`;
}

/** `+4 MiB` if the number is round, else `+38933 bytes`. */
function roundBytes(bytes: WholeNumber): string {
  const exact = formatByteChange(bytes);
  const round = /\((.+)\)$/.exec(exact)?.[1];
  return round === undefined ? exact : `${Number(bytes) < 0 ? "-" : "+"}${round}`;
}

function resultText({ error, result }: CallRecord): string {
  return error ?? `${result ?? "?"}`;
}
