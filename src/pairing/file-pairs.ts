import { NO_FILE } from "../identity/descriptor-table.ts";
import type { IndexIntoFiles } from "../identity/file-catalog.ts";
import type { FilePair } from "../result/comparison.ts";
import { mapPair } from "../trace/pair.ts";
import { callsPerFile, type TraceView } from "../view/trace-view.ts";
import type { Pairing } from "./pairing.ts";

/** Path, or the descriptor if only that is known. */
export function fileName({ files }: TraceView, index: IndexIntoFiles): string | number | null {
  const file = files.files[index];
  return file?.path ?? file?.fd ?? null;
}

/** Files with at least one compared call, in order of first use. */
export function filePairs({ sides, files }: Pairing): FilePair[] {
  const calls = mapPair(sides, callsPerFile);
  const pairs: FilePair[] = [];
  sides.before.files.files.forEach((_, before) => {
    const after = files.after(before);
    const counts = { before: calls.before[before] as number, after: calls.after[after] ?? 0 };
    if (counts.before + counts.after === 0) return;
    const rung = files.rung(before);
    pairs.push({
      before: fileName(sides.before, before),
      after: after === NO_FILE ? null : fileName(sides.after, after),
      by: rung ?? ownRung(sides.before, before),
      calls: counts,
    });
  });
  sides.after.files.files.forEach((_, after) => {
    const count = calls.after[after] as number;
    if (files.before(after) !== NO_FILE || count === 0) return;
    pairs.push({
      before: null,
      after: fileName(sides.after, after),
      by: ownRung(sides.after, after),
      calls: { before: 0, after: count },
    });
  });
  return pairs;
}

/** What a file without a partner is called. */
function ownRung({ files }: TraceView, index: number): "path" | "descriptor" {
  return (files.files[index]?.path ?? null) === null ? "descriptor" : "path";
}
