import type { GapView, RequestColumns } from "../../src/compare/gap-view.ts";
import { UNKNOWN } from "../../src/trace/table.ts";

/** `pread f 4096 512`: call, file, offset and size; `?` where the trace does not say; a fifth word is the flags. */
export type Line = string;

const number = (text = "?"): number => (text === "?" ? UNKNOWN : Number(text));

export function viewOf(before: readonly Line[], after: readonly Line[]): GapView {
  // One numbering for both sides, which does not depend on their order.
  const words = [...new Set([...before, ...after].flatMap((line) => line.split(" ")))].toSorted();
  const ids = new Map(words.map((word, id) => [word, id + 1]));
  const id = (word = ""): number => ids.get(word) ?? 0;
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
