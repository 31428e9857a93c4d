/** Every line of a trace is counted in exactly one of these classes; their sum is the number of lines. */
export const LINE_KINDS = [
  /** A whole call on one line. */
  "call",
  /** A part of a call: `<unfinished ...>`, `<... resumed>`, or the rest of a call that other text cut in two. */
  "half",
  /** `--- SIGALRM {...} ---` */
  "signal",
  /** `+++ exited with 0 +++`, `+++ killed by ... +++`, `+++ superseded by execve in pid N +++` */
  "exit",
  /** strace speaking: `strace: Process N attached`, `[ Process PID=N runs in 32 bit mode. ]`. */
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
  /** `[...]`, `<snip>`: a person has left lines out. */
  "elision",
  /** Looks like a call and could not be read: always a problem too. */
  "unread",
] as const;

export type LineKind = (typeof LINE_KINDS)[number];
export type LineCounts = Readonly<Record<LineKind, number>>;
