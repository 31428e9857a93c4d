import type { Pair, Side } from "../trace/pair.ts";
import {
  type CompareOptions,
  ORDERS,
  type Order,
  type Reason,
  type TraceSummary,
  type Verdict,
} from "./comparison.ts";

/**
 * Judges a comparison: inconclusive before anything else, since a comparison of nothing or of a half-read trace is
 * never "same". Timing cannot be judged with one run a side.
 */
export function judge(
  summaries: Pair<TraceSummary>,
  holds: Readonly<Record<Order, boolean>>,
  { order, maxUnread }: CompareOptions,
): Verdict {
  const doubts = [...reasonsAgainst("before", summaries.before, maxUnread)];
  doubts.push(...reasonsAgainst("after", summaries.after, maxUnread));
  const base = { holds, demanded: order, timing: "unknown" } as const;
  if (doubts.length > 0) return { ...base, pattern: "inconclusive", exitCode: 2, reasons: doubts };
  if (holds[order]) return { ...base, pattern: "same", exitCode: 0, reasons: [] };
  const strongest = ORDERS.find((level) => holds[level]) ?? null;
  const reason: Reason = { kind: "order-fails", demanded: order, strongest };
  return { ...base, pattern: "different", exitCode: 1, reasons: [reason] };
}

function* reasonsAgainst(side: Side, summary: TraceSummary, maxUnread: number): Iterable<Reason> {
  const compared = Object.values(summary.calls).some((count) => count > 0);
  if (!compared) yield { kind: "nothing-compared", side };
  const { unread, lineKinds } = summary;
  const callLike = lineKinds.call + lineKinds.half + unread;
  if (unread > maxUnread * callLike) yield { kind: "unread", side, unread, callLike };
}

/** The levels when nothing can be said. */
export const NO_ORDER_HOLDS: Readonly<Record<Order, boolean>> = {
  total: false,
  thread: false,
  file: false,
  stream: false,
  set: false,
};
