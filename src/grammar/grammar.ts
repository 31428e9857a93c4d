/** How a call touches files; the first word of its line in grammars/syscalls.txt. */
export const CALL_KINDS = [
  "data",
  "hint",
  "sync",
  "size",
  "seek",
  "open",
  "map",
  "meta",
  "async",
  "process",
] as const;
export type CallKind = (typeof CALL_KINDS)[number];
