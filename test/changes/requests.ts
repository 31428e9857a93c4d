import { align } from "../../src/align/align.ts";
import type { CallSequence } from "../../src/align/call-sequence.ts";
import type { Stretch } from "../../src/align/stretch.ts";
import { explainGap } from "../../src/changes/explain-gap.ts";
import { ExplainedCalls } from "../../src/changes/explained-calls.ts";
import { findMoves } from "../../src/changes/find-moves.ts";
import { findRegroupings } from "../../src/changes/find-regroupings.ts";
import type { GapView, RequestColumns } from "../../src/changes/gap-view.ts";
import type { ChangeStep } from "../../src/changes/step.ts";
import { mapPair, type Pair } from "../../src/trace/pair.ts";
import { UNKNOWN } from "../../src/trace/table.ts";
import type { TransferRole } from "../../src/view/transfers.ts";

/**
 * `pread f 4096 512`: call, file, offset and size; `?` where the trace does not say; a fifth word is the flags, a sixth
 * the result, which else is the size.
 */
export type Line = string;

const number = (text = "?"): number => (text === "?" ? UNKNOWN : Number(text));

/** Numbers of words that are the same for both sides and do not depend on their order. */
function idsOf(lines: readonly Line[]): (word?: string) => number {
  const words = [...new Set(lines.flatMap((line) => line.split(" ")))].toSorted();
  const ids = new Map(words.map((word, id) => [word, id + 1]));
  return (word = "") => ids.get(word) ?? 0;
}

export function viewOf(before: readonly Line[], after: readonly Line[]): GapView {
  const id = idsOf([...before, ...after]);
  const side = (lines: readonly Line[]): RequestColumns => {
    const calls = lines.map((line) => line.split(" "));
    return {
      rows: Uint32Array.from(lines, (_, row) => row),
      call: Uint16Array.from(calls, (call) => id(call[0])),
      file: Int32Array.from(calls, (call) => id(call[1])),
      offset: Float64Array.from(calls, (call) => number(call[2])),
      size: Float64Array.from(calls, (call) => number(call[3])),
      flags: Int32Array.from(calls, (call) => id(call[4])),
    };
  };
  return { before: side(before), after: side(after) };
}

const roleOf = (call: string): TransferRole => {
  if (call === "lseek") return "seek";
  if (/read/.test(call) && call !== "readahead") return "read";
  return /write/.test(call) ? "write" : null;
};

/**
 * All changes of pairs of threads: `merged 0,1>0` is told where it stands; a call of another pair of threads is
 * written `thread:position`, and `thread |` comes in front where there are several.
 */
export function tellThreads(threads: readonly Pair<readonly Line[]>[]): string[] {
  const before = threads.flatMap((thread) => thread.before);
  const after = threads.flatMap((thread) => thread.after);
  const view = viewOf(before, after);
  const operations = idsOf([...before, ...after].map((line) => operationOf(line)));
  const keys = mapPair(view, (side, name): Omit<CallSequence, "rows"> => {
    const lines = name === "before" ? before : after;
    return {
      operation: Int32Array.from(lines, (line) => operations(operationOf(line))),
      offset: side.offset,
      size: side.size,
    };
  });

  let [beforeStart, afterStart] = [0, 0];
  const aligned = threads.map((thread) => {
    const rows = {
      before: view.before.rows.subarray(beforeStart, beforeStart + thread.before.length),
      after: view.after.rows.subarray(afterStart, afterStart + thread.after.length),
    };
    beforeStart += thread.before.length;
    afterStart += thread.after.length;
    return {
      rows,
      stretches: align({ ...keys.before, rows: rows.before }, { ...keys.after, rows: rows.after }),
    };
  });
  const explainedCalls = aligned.map(({ rows }) => new ExplainedCalls(rows.before.length, rows.after.length));
  findMoves(aligned, keys, explainedCalls);

  const id = idsOf([...before, ...after]);
  const roles: TransferRole[] = [];
  for (const line of [...before, ...after]) roles[id(callOf(line))] = roleOf(callOf(line));
  const transfers = {
    roles,
    columns: mapPair({ before, after }, (lines, side) => ({
      offset: Float64Array.from(lines, (line, row) =>
        roleOf(callOf(line)) === "seek" ? UNKNOWN : (view[side].offset[row] ?? UNKNOWN),
      ),
      positions: null,
      result: Float64Array.from(lines, (line, row) => {
        const words = line.split(" ");
        return roleOf(callOf(line)) === "seek"
          ? (view[side].offset[row] ?? UNKNOWN)
          : number(words[5] ?? words[3]);
      }),
    })),
  };

  return aligned.flatMap(({ rows, stretches }, thread) => {
    const own = explainedCalls[thread] ?? new ExplainedCalls(0, 0);
    const threadView = mapPair(view, (side, name) => ({ ...side, rows: rows[name] }));
    findRegroupings(threadView, stretches, transfers, own);
    return stretches
      .filter((run) => run.kind === "gap")
      .flatMap((gap) => explained(threadView, gap, own))
      .map(({ kind, before, after, afterThread }) => {
        const place = afterThread === null ? after.join() : `${afterThread}:${after.join()}`;
        return `${threads.length > 1 ? `${thread} | ` : ""}${kind} ${before.join()}>${place}`;
      });
  });
}

const callOf = (line: Line): string => line.split(" ")[0] ?? "";

const operationOf = (line: Line): string => {
  const [call, file, , , flags] = line.split(" ");
  return `${call}/${file}/${flags}`;
};

export const tellThread = (before: readonly Line[], after: readonly Line[]): string[] =>
  tellThreads([{ before, after }]);

/** What explainGap tells, as a list. */
export type Explained = Omit<ChangeStep, "coarse">;

export function explained(
  view: GapView,
  gap: Stretch & { readonly kind: "gap" },
  calls: ExplainedCalls,
): Explained[] {
  const told: Explained[] = [];
  explainGap(view, gap, calls, {
    onSingleCall: (kind, before, after) => {
      const calls = kind === "removed" ? { before: [before], after: [] } : { before: [], after: [after] };
      told.push({ kind, ...calls, afterThread: null, at: { before, after } });
    },
    onPair: (kind, before, after) => {
      told.push({ kind, before: [before], after: [after], afterThread: null, at: { before, after } });
    },
    onExplanation: (explanation, before, after) => {
      told.push({ ...explanation, at: { before, after } });
    },
  });
  return told;
}
