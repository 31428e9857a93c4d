import type { CallRecord, ExactNumber } from "../../result/call-record.ts";
import type { Change } from "../../result/comparison.ts";
import { counted, signed } from "../layout/format-number.ts";
import type { Theme } from "../layout/theme.ts";

/** What a change is, beside its last row: `resized +4096`, `added × 5`. */
export function changeNote(change: Change, theme: Theme): string {
  const times = change.count > 1 ? ` ${theme.symbols.times} ${change.count}` : "";
  const coarse = change.coarse ? " (coarse)" : "";
  return `${changeWords(change, theme)}${times}${coarse}`;
}

function changeWords(change: Change, theme: Theme): string {
  const [before] = change.before;
  const [after] = change.after;
  if (change.wholeThread) {
    return `thread ${change.kind}, ${counted(change.before.length + change.after.length, "call")}`;
  }
  if (before === undefined || after === undefined) return change.kind;
  if (change.before.length !== change.after.length) {
    return `${change.kind} ${change.before.length} ${theme.symbols.arrow} ${counted(change.after.length, "call")}`;
  }
  switch (change.kind) {
    case "resized":
      return `resized ${difference(before.size, after.size)}`.trimEnd();
    case "shifted":
      return `shifted ${difference(before.offset, after.offset)}`.trimEnd();
    case "result":
      return `result ${resultDifference(before, after)}`.trimEnd();
    default:
      // The rows say the rest.
      return change.kind;
  }
}

/** after - before, exact beyond 2^53 too; empty if one is not known. */
function difference(before: ExactNumber, after: ExactNumber): string {
  if (before === null || after === null) return "";
  const change = BigInt(after) - BigInt(before);
  return change > 0n ? `+${change}` : `${change}`;
}

function resultDifference(before: CallRecord, after: CallRecord): string {
  if (before.error !== null || after.error !== null) return "";
  if (typeof before.result === "number" && typeof after.result === "number") {
    return signed(after.result - before.result);
  }
  return difference(before.result, after.result);
}
