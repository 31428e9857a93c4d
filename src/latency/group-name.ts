import type { GroupKey } from "../result/timing.ts";

/** A group in one line of ASCII: `pread64 data.sst 4096-8191`. */
export function groupName({ call, file, thread, size }: GroupKey): string {
  const parts: string[] = [];
  if (call !== undefined) parts.push(call);
  if (file === null) parts.push("no file");
  else if (file !== undefined) parts.push(bothSides(file.before, file.after, fileText));
  if (thread !== undefined) parts.push(`thread ${bothSides(thread.before, thread.after, String)}`);
  if (size === null) parts.push("no size");
  else if (size !== undefined)
    parts.push(size.from === size.to ? String(size.from) : `${size.from}-${size.to}`);
  return parts.join(" ");
}

function fileText(file: string | number): string {
  return typeof file === "number" ? `fd ${file}` : file;
}

function bothSides<Value>(before: Value | null, after: Value | null, word: (value: Value) => string): string {
  const [one, other] = [before, after].map((value) => (value === null ? null : word(value)));
  if (one === null || one === undefined) return other ?? "";
  return other === null || other === undefined || one === other ? one : `${one} -> ${other}`;
}
