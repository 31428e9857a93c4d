import type { LineKind } from "../trace/line-kind.ts";

// Every pattern is anchored or a single run, so that a long line costs one pass.

const NOTICE =
  /^(?:\S*strace: |Process \d+ (?:attached|detached|suspended|resumed)|\[ Process PID=| VCPU:\d+[<>] \{)/;
const PREFIXED_NOTICE = /^(?:\[pid +\d+\] )?(?:[\d:.]+ )?\[ Process PID=\d+ runs in /;
const ATTACHED = /(?:^|strace: )Process (\d+) attached|Process (\d+) attached(?: \(waiting for parent\))?$/;
const SUPERSEDED = /^\+\+\+ superseded by execve in pid (\d+) \+\+\+/;
const STACK = /^ > .*(?:\[0x[0-9a-f]+\]|unexpected_backtracing_error|BUG IN)/;
const DUMP = /^ (?:\| [0-9a-f]{5,} {2}|\| <Cannot fetch|\* \d+ bytes in buffer \d+)/;
const TABLE =
  /^(?:% time +|System call usage summary|(?:-+ ){3,}-+$|100\.00 +.* total$| *\d+\.\d+ +\d+\.\d+ +\d+ .*[a-z_0-9]+$)/;

/** What a line is that holds no call. */
export function classifyText(text: string): LineKind {
  if (text.trim() === "") return "blank";
  if (NOTICE.test(text) || PREFIXED_NOTICE.test(text)) return "notice";
  if (STACK.test(text)) return "stack";
  if (DUMP.test(text)) return "dump";
  if (TABLE.test(text)) return "table";
  return "output";
}

/** The thread id in `strace: Process N attached`, which may stand in the middle of a line. */
export function attachedIn(text: string): number | null {
  const match = ATTACHED.exec(text);
  return match === null ? null : Number(match[1] ?? match[2]);
}

/** Where a notice of strace starts in a text, or -1. */
export function noticeStart(text: string): number {
  return text.search(/(?:[^\s(]*strace: )?Process \d+ (?:attached|detached|suspended|resumed)/);
}

/** The thread that takes over: `+++ superseded by execve in pid 1392 +++` */
export function supersederIn(text: string): number | null {
  const match = SUPERSEDED.exec(text);
  return match === null ? null : Number(match[1]);
}
