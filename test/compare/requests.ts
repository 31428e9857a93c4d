import type { GapView, RequestColumns } from "../../src/compare/gap-view.ts";
import { UNKNOWN } from "../../src/trace/table.ts";

/** `pread f 4096 512`: call, file, offset and size; `?` where the trace does not say; a fifth word is the flags. */
export type Line = string;

/** One numbering of names for both sides, as a comparison has it. */
class Names {
  readonly #ids = new Map<string, number>();
  id(name: string): number {
    const id = this.#ids.get(name) ?? this.#ids.size;
    this.#ids.set(name, id);
    return id;
  }
}

export function viewOf(before: readonly Line[], after: readonly Line[]): GapView {
  const calls = new Names();
  const files = new Names();
  const flags = new Names();
  const side = (lines: readonly Line[]): RequestColumns => {
    const words = lines.map((line) => line.split(" "));
    const number = (text = "?"): number => (text === "?" ? UNKNOWN : Number(text));
    return {
      rows: Uint32Array.from(lines, (_, row) => row),
      call: Uint16Array.from(words, (word) => calls.id(word[0] ?? "")),
      file: Int32Array.from(words, (word) => files.id(word[1] ?? "")),
      offset: Float64Array.from(words, (word) => number(word[2])),
      size: Float64Array.from(words, (word) => number(word[3])),
      flags: Int32Array.from(words, (word) => flags.id(word[4] ?? "")),
    };
  };
  return { before: side(before), after: side(after) };
}
