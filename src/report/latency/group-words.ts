import type { GroupKey } from "../../result/timing.ts";
import { fileWords } from "../layout/file-words.ts";
import type { Theme } from "../layout/theme.ts";

/** What the calls of a group have in common: `pread64 data.sst 4096–8191`. */
export function groupWords({ call, file, thread, size }: GroupKey, theme: Theme): string {
  const parts: string[] = [];
  if (call !== undefined) parts.push(call);
  if (file === null) parts.push("no file");
  else if (file !== undefined)
    parts.push(bothSides(file.before, file.after, theme, (name) => fileWords(name, theme)));
  if (thread !== undefined) parts.push(`thread ${bothSides(thread.before, thread.after, theme, String)}`);
  if (size === null) parts.push("no size");
  else if (size !== undefined) {
    parts.push(size.from === size.to ? String(size.from) : `${size.from}${theme.symbols.range}${size.to}`);
  }
  return parts.join(" ");
}

function bothSides<Value>(
  before: Value | null,
  after: Value | null,
  theme: Theme,
  word: (value: Value) => string,
): string {
  if (before === null) return after === null ? "" : word(after);
  if (after === null) return word(before);
  const [one, other] = [word(before), word(after)];
  return one === other ? one : `${one} ${theme.symbols.arrow} ${other}`;
}
