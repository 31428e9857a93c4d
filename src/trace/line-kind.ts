/** Every line of a trace is counted in exactly one of these classes; their sum is the number of lines. */
export const LINE_KINDS = [
  /** A whole call on one line. */
  "call",
  /** Part of a call: `<unfinished ...>`, `<... resumed>`, or the rest of a call that other text split in two. */
  "half",
  /** `--- SIGALRM {...} ---` */
  "signal",
  /** `+++ exited with 0 +++`, `+++ killed by ... +++`, `+++ superseded by execve in pid N +++` */
  "exit",
  /** Messages from strace: `strace: Process N attached`, `[ Process PID=N runs in 32 bit mode. ]`. */
  "notice",
  /** Rows of `-e read=`/`-e write=` hex dumps. */
  "dump",
  /** Frames of `-k`. */
  "stack",
  /** Rows of the `-c`/`-C` summary table. */
  "table",
  /** What the traced program wrote into the same file. */
  "output",
  "blank",
  /** `[...]`, `<snip>`: somebody left lines out. */
  "elision",
  /** Looks like a call but could not be read: always a problem too. */
  "unread",
] as const;

export type LineKind = (typeof LINE_KINDS)[number];
export type LineCounts = Readonly<Record<LineKind, number>>;
