import type { CallRecord } from "../../result/call-record.ts";
import type { DurationScale } from "../layout/duration-scale.ts";
import type { Symbols } from "../layout/symbols.ts";

export type LatencyWidths = { readonly before: number; readonly after: number };

/** `45 µs → 41 µs` for a match; for a call of one side its latency where that side would stand. */
export function latencyPair(
  before: CallRecord | null,
  after: CallRecord | null,
  scale: DurationScale,
  widths: LatencyWidths,
  symbols: Symbols,
): string {
  const left = latencyCell(before, scale, widths.before);
  const right = latencyCell(after, scale, widths.after);
  const arrow = before !== null && after !== null && (left + right).trim() !== "" ? symbols.arrow : "";
  return `${left} ${arrow.padEnd(symbols.arrow.length)} ${right}`.trimEnd();
}

function latencyCell(record: CallRecord | null, scale: DurationScale, width: number): string {
  if (width === 0) return "";
  if (record === null || record.latency === null) return " ".repeat(width + 1 + scale.unit.length);
  return `${scale.format(record.latency).padStart(width)} ${scale.unit}`;
}
