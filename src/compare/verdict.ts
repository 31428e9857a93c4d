import {
  type CompareOptions,
  type LatencyReport,
  ORDERS,
  type Order,
  type Reason,
  type TraceSummary,
  type Verdict,
} from "../result/comparison.ts";
import { mapPair, type Pair, type Side } from "../trace/pair.ts";

/** What the verdict depends on besides the levels that hold. */
export type Judged = {
  readonly latency: LatencyReport;
  /** Calls of the first run of a side that differ in its other runs. */
  readonly unstable: Pair<number>;
  /** Requests in flight on one side only. */
  readonly inFlight: Pair<number>;
};

const NONE_HOLDS = { total: false, thread: false, file: false, stream: false, set: false } as const;

/**
 * Judges a comparison: inconclusive before anything else, since a comparison of nothing or of a half-read trace is
 * never "same". Latency counts where the pattern is the same and a limit was set.
 * @param summaries of every run
 */
export function verdictOf(
  summaries: Pair<readonly TraceSummary[]>,
  holds: Readonly<Record<Order, boolean>>,
  { order, maxUnread }: CompareOptions,
  { latency, unstable, inFlight }: Judged,
): Verdict {
  const empty = emptySide(summaries);
  const hangsApart = inFlight.before + inFlight.after > 0;
  const caveats = (["before", "after"] as const).flatMap((side) =>
    summaries[side].flatMap((summary, run) => [
      ...reasonsAgainst({ side, run }, summary, maxUnread, side !== empty && !hangsApart),
    ]),
  );
  for (const side of ["before", "after"] as const) {
    const calls = comparedCalls(summaries[side][0]);
    if (unstable[side] > calls / 2) caveats.push({ kind: "unstable", side, unstable: unstable[side], calls });
  }
  // A request that only one side made is a difference whatever its result, in any order.
  const held = hangsApart ? NONE_HOLDS : holds;
  const base = { holds: held, demanded: order, timing: timingOf(latency) };
  if (caveats.length > 0) return { ...base, pattern: "inconclusive", exitCode: 2, reasons: caveats };
  if (held[order]) return { ...base, pattern: "same", ...judgeGates(latency) };
  const strongest = ORDERS.find((level) => held[level]) ?? null;
  const reasons: Reason[] = [{ kind: "order-fails", demanded: order, strongest }];
  if (hangsApart) reasons.push({ kind: "in-flight", ...inFlight });
  if (empty !== null) {
    const other = empty === "before" ? "after" : "before";
    reasons.push({ kind: "none-on-side", side: empty, otherCalls: comparedCalls(summaries[other][0]) });
  }
  return { ...base, pattern: "different", exitCode: 1, reasons };
}

/** The side that has no call in any run while the other has some: "none" is an answer, not a lack of one. */
function emptySide(summaries: Pair<readonly TraceSummary[]>): Side | null {
  const { before, after } = mapPair(summaries, (runs) => runs.every((run) => comparedCalls(run) === 0));
  if (before === after) return null;
  return before ? "before" : "after";
}

/**
 * With several runs a side, whether any statistic of any group is outside the noise. With one run a side, only the
 * outcome of limits if --accept-single-run lets them be judged.
 */
function timingOf({ groups, gates }: LatencyReport): Verdict["timing"] {
  const drifts = groups.flatMap(({ drift }) => drift ?? []).filter(({ kind }) => kind !== "too-few-runs");
  const judged = gates.filter(({ outcome }) => outcome !== "undecided");
  if (drifts.length + judged.length === 0) return "unknown";
  const isDrifted =
    drifts.some(({ kind }) => kind === "outside-noise") || judged.some(({ outcome }) => outcome === "beyond");
  return isDrifted ? "drifted" : "steady";
}

/** A limit that cannot be judged is trouble, unless another one is certainly exceeded. */
function judgeGates({ gates }: LatencyReport): Pick<Verdict, "exitCode" | "reasons"> {
  const reasons = gates.flatMap(({ limit, beyond, undecided }): Reason[] => {
    if (undecided !== null) return [{ kind: "drift-undecided", limit, why: undecided }];
    return beyond.length > 0 ? [{ kind: "drift-beyond", limit, groups: beyond.length }] : [];
  });
  if (reasons.some(({ kind }) => kind === "drift-beyond")) return { exitCode: 3, reasons };
  return { exitCode: reasons.length > 0 ? 2 : 0, reasons };
}

function* reasonsAgainst(
  { side, run }: { readonly side: Side; readonly run: number },
  summary: TraceSummary,
  maxUnread: number,
  needsCalls: boolean,
): Iterable<Reason> {
  // The report is about the first run; others are named.
  const where = run === 0 ? { side } : { side, run };
  if (needsCalls && comparedCalls(summary) === 0) yield { kind: "nothing-compared", ...where };
  const unread = unreadBeyond(summary, maxUnread);
  if (unread !== null) yield { kind: "unread", ...where, ...unread };
}

/** How many call-like lines could not be read, out of how many; null if that is within the limit. */
export function unreadBeyond(
  { unread, lineKinds }: Pick<TraceSummary, "unread" | "lineKinds">,
  maxUnread: number,
): { readonly unread: number; readonly callLike: number } | null {
  const callLike = lineKinds.call + lineKinds.half + unread;
  return unread > maxUnread * callLike ? { unread, callLike } : null;
}

function comparedCalls(summary: TraceSummary | undefined): number {
  return Object.values(summary?.calls ?? {}).reduce((sum, count) => sum + count, 0);
}
