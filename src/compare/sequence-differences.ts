import { align } from "../align/align.ts";
import type { CallSequence } from "../align/call-sequence.ts";
import type { ChangeStep } from "../changes/step.ts";
import { type ComparedThread, changedRows } from "../changes/thread-steps.ts";
import type { Order } from "../result/comparison.ts";
import { mapPair, type Pair } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import { groupRows } from "../view/row-groups.ts";
import type { AlignedSides } from "./aligned-sides.ts";
import { numberFiles } from "./orders.ts";

/** The sequences in which two sides are compared: by thread, by file, or none if no order counts. */
export const SEQUENCE_KINDS = ["thread", "file", "set"] as const;
export type SequenceKind = (typeof SEQUENCE_KINDS)[number];

/** Calls that one side has in place of the other side's, and where in their sequence. */
export type Difference = {
  readonly rows: Pair<readonly Row[]>;
  /** The call of the sequence at or after the place; null at the end of the sequence. */
  readonly next: Pair<Row | null>;
  /** The last call of the sequence; null if it has none. */
  readonly last: Pair<Row | null>;
};

/** The sequences that an order is about. */
export function sequenceKindOf(order: Order): SequenceKind {
  return order === "file" || order === "set" ? order : "thread";
}

export function differencesIn(sequence: SequenceKind, aligned: AlignedSides): readonly Difference[] {
  if (sequence === "file") return fileDifferences(aligned);
  return aligned.threads.flatMap((thread) =>
    Array.from(thread.steps).flatMap((step) => {
      if (step.kind === "match" || (sequence === "set" && isMove(step))) return [];
      return [threadDifference(aligned.threads, thread, step)];
    }),
  );
}

/** The same request in another place. */
function isMove({ kind }: ChangeStep): boolean {
  return kind === "reordered" || kind === "migrated";
}

export function threadDifference(
  threads: readonly ComparedThread[],
  thread: ComparedThread,
  step: ChangeStep,
): Difference {
  return {
    rows: changedRows(threads, thread, step),
    next: mapPair(step.at, (at, side) => thread.rows[side][at] ?? null),
    last: mapPair(thread.rows, (rows) => rows.at(-1) ?? null),
  };
}

/** Each file's calls in the order in which they started, whichever thread made them. */
function fileDifferences({ pairing, outcomes }: AlignedSides): readonly Difference[] {
  const { sides, keys } = pairing;
  const { groups, count } = numberFiles(pairing);
  const sequences = mapPair(sides, ({ rows }, side) => groupRows(rows, groups[side], count));
  const differences: Difference[] = [];
  for (let file = 0; file < count; file++) {
    const rows = mapPair(sequences, (sequence) => sequence.group(file));
    const tell = (before: number, beforeEnd: number, after: number, afterEnd: number): void => {
      differences.push({
        rows: {
          before: Array.from(rows.before.subarray(before, beforeEnd)),
          after: Array.from(rows.after.subarray(after, afterEnd)),
        },
        next: { before: rows.before[before] ?? null, after: rows.after[after] ?? null },
        last: mapPair(rows, (side) => side.at(-1) ?? null),
      });
    };
    const { before, after } = mapPair(rows, (side, name): CallSequence => ({ ...keys[name], rows: side }));
    for (const stretch of align(before, after)) {
      if (stretch.kind === "gap") {
        tell(
          stretch.before,
          stretch.before + stretch.beforeCount,
          stretch.after,
          stretch.after + stretch.afterCount,
        );
        continue;
      }
      for (let i = 0; i < stretch.count; i++) {
        const [one, other] = [stretch.before + i, stretch.after + i];
        // Positions of the stretch lie in both sequences.
        if (outcomes.areSame(rows.before[one] as Row, rows.after[other] as Row)) continue;
        tell(one, one + 1, other, other + 1);
      }
    }
  }
  return differences;
}
