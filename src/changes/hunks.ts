import type { Hunk, HunkLine } from "../result/comparison.ts";
import type { Pair } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import { callRecord } from "../view/record-of-row.ts";
import type { TraceView } from "../view/trace-view.ts";
import type { Changes } from "./changes.ts";
import type { MatchStep } from "./step.ts";
import type { ComparedThread } from "./thread-steps.ts";

/** A longer hunk is split, so that an entirely different thread is not built at once. */
const HUNK_LINES = 500;

/** Stretches of each thread around its changes, in order; stretches nearer than twice the context are one. */
export function* hunksOf(
  sides: Pair<TraceView>,
  threads: readonly ComparedThread[],
  changes: Changes,
  context: number,
): Iterable<Hunk> {
  for (const thread of threads) yield* threadHunks(sides, thread, changes, context);
}

function* threadHunks(
  sides: Pair<TraceView>,
  thread: ComparedThread,
  changes: Changes,
  context: number,
): Iterable<Hunk> {
  const { steps } = thread;
  let lines: HunkLine[] = [];
  let start: Pair<number> | null = null;
  const finish = (at: Pair<number>): Hunk => {
    const hunk: Hunk = {
      thread: {
        before: tid(sides.before, thread.before),
        after: tid(sides.after, thread.after),
      },
      place: {
        before: changes.place("before", thread, at.before),
        after: changes.place("after", thread, at.after),
      },
      lines,
    };
    lines = [];
    start = null;
    return hunk;
  };
  for (let at = 0; at < steps.length; at++) {
    const step = steps.at(at);
    if (step === undefined) break;
    if (step.kind !== "match") {
      start ??= step.at;
      lines.push({ kind: "change", change: changes.changeOf(thread, step) });
      if (lines.length >= HUNK_LINES) yield finish(start);
      continue;
    }
    const isFirst = at === 0;
    const isLast = at === steps.length - 1;
    const leading = isLast ? 0 : Math.min(context, step.count);
    const trailing = isFirst ? 0 : Math.min(context, step.count);
    if (!isFirst && !isLast && step.count <= 2 * context) {
      start ??= { before: step.before, after: step.after };
      lines.push(...matchLines(sides, thread, step, 0, step.count));
      continue;
    }
    lines.push(...matchLines(sides, thread, step, 0, trailing));
    // Matches follow one another if a change between them does not count.
    if (start !== null && lines.some(({ kind }) => kind === "change")) yield finish(start);
    if (isLast) continue;
    const from = step.count - leading;
    start = { before: step.before + from, after: step.after + from };
    lines = matchLines(sides, thread, step, from, step.count);
  }
  if (start !== null && lines.some(({ kind }) => kind === "change")) yield finish(start);
}

function matchLines(
  sides: Pair<TraceView>,
  { rows }: ComparedThread,
  step: MatchStep,
  from: number,
  to: number,
): HunkLine[] {
  const lines: HunkLine[] = [];
  for (let i = from; i < to; i++) {
    lines.push({
      kind: "match",
      before: callRecord(sides.before, rows.before[step.before + i] as Row),
      after: callRecord(sides.after, rows.after[step.after + i] as Row),
    });
  }
  return lines;
}

function tid({ trace }: TraceView, thread: number | null): number | null {
  return thread === null ? null : (trace.threads[thread]?.tid ?? 0);
}
