import type { LineKind } from "../trace/line-kind.ts";

// No pattern has two unbounded parts that can match the same text, so that a long line costs one pass.

const NOTICE =
  /^(?:\S*strace: |Process \d+ (?:attached|detached|suspended|resumed)|\[ Process PID=| VCPU:\d+[<>] \{)/;
/** After a leader, like any other line: `[pid 32661<x>] 10:00:00 [ Process PID=32661 runs in x32 mode. ]`. */
const PERSONALITY = /^[ \d[(].*\[ Process PID=\d+ runs in \w+(?: bit)? mode\. \]$/s;
const ATTACHED = /(?:^|strace: )Process (\d+) attached|Process (\d+) attached(?: \(waiting for parent\))?$/;
const SUPERSEDED = /^\+\+\+ superseded by execve in pid (\d+) \+\+\+/;
const STACK = /^ > .*(?:\[0x[0-9a-f]+\]|unexpected_backtracing_error|BUG IN)/s;
const DUMP = /^ (?:\| [0-9a-f]{5,} {2}|\| <Cannot fetch|\* \d+ bytes in buffer \d+)/;
const TABLE =
  /^(?:% time +|System call usage summary|(?:-+ ){3,}-+$|100\.00 +.* total$| *\d+\.\d+ +\d+\.\d+ +\d+ .*[a-z_0-9]$)/s;

const DUMP_ROW = /^ \| [0-9a-f]{5,} {2}(?:[0-9a-f]{2} | {3}| )+ .{1,18} \|$/s;

/** Whether a line is a whole row of a hex dump, whose text may be anything. */
export function isDumpRow(text: string): boolean {
  return DUMP_ROW.test(text);
}

/** Three dots as they are typed, or U+2026 in UTF-8. */
const ELLIPSIS = "(?:\\.{2,3}|\u00e2\u0080\u00a6)";
const DOTS = new RegExp(`^(?:${ELLIPSIS}|<${ELLIPSIS}>|\\[${ELLIPSIS}\\]|\\(${ELLIPSIS}\\))$`);
const LEFT_OUT = new RegExp(
  "^[-<[({*_=~./# ]+ ?(?:snip(?:ped)?|cut(?: here)?|omitted|elided|skipped|truncated|" +
    "(?:(?:\\d+|many|more|some|other|identical|similar|unrelated) ){0,3}(?:lines?|calls?|syscalls?)" +
    "(?: (?:were |are )?(?:omitted|elided|skipped|removed|snipped|cut|truncated|deleted|left out|follow))?" +
    ")[^a-z0-9]*$",
  "i",
);
/** The marks of a quote, a comment, a list. */
const MARKS = /^(?:[>#|*]+ ?|\/\/ ?|\s)+/;
const LONGEST_ELISION = 80;

/** Whether somebody says lines were left out here: `<...>`, `[...]`, `..`, `--- snip ---`, `[12 lines omitted]`. */
export function isElision(text: string): boolean {
  if (text.length > LONGEST_ELISION) return false;
  const words = text.replaceAll("\u00e2\u0080\u00a6", "...").replace(MARKS, "").trim();
  return DOTS.test(words) || LEFT_OUT.test(words);
}

/** What kind of line it is if it holds no call. */
export function classifyText(text: string): LineKind {
  if (text.trim() === "") return "blank";
  if (NOTICE.test(text) || PERSONALITY.test(text)) return "notice";
  if (STACK.test(text)) return "stack";
  if (DUMP.test(text)) return "dump";
  if (TABLE.test(text)) return "table";
  return isElision(text) ? "elision" : "output";
}

const LET_GO = /(?:^|strace: )Process (\d+) detached/;

/** The thread that strace has detached from: `^Cstrace: Process 11 detached`. */
export function detachedIn(text: string): number | null {
  const match = LET_GO.exec(text);
  return match === null ? null : Number(match[1]);
}

/** The thread id in `strace: Process N attached`, which may be in the middle of a line. */
export function attachedIn(text: string): number | null {
  const match = ATTACHED.exec(text);
  return match === null ? null : Number(match[1] ?? match[2]);
}

const NOTICE_TEXT = /Process \d+ (?:attached|detached|suspended|resumed)/;
const NAME_END = "strace: ";

/** The start of a notice of strace in a text, including the name under which strace was called; or -1. */
export function noticeStart(text: string): number {
  const start = text.search(NOTICE_TEXT);
  if (start === -1 || !text.endsWith(NAME_END, start)) return start;
  const nameStart = start - NAME_END.length;
  return nameStart - directoryBefore(text, nameStart);
}

/**
 * The length of the path before the name: `/usr/bin/` in `pread64(5, /usr/bin/strace: `. A number may be glued to
 * it, `writev(4, [...], 2/usr/bin/strace: `: the path starts at its first slash, and any dots before it.
 */
function directoryBefore(text: string, nameStart: number): number {
  if (text[nameStart - 1] !== "/") return 0;
  let start = nameStart;
  // one pattern for both would retry every position of a long word
  while (start > 0 && !/[\s(,\])}"]/.test(text[start - 1] ?? "")) start--;
  const slash = text.indexOf("/", start);
  let from = slash;
  while (from > start && text[from - 1] === ".") from--;
  return nameStart - from;
}

/** The thread that takes over: `+++ superseded by execve in pid 1392 +++` */
export function supersederIn(text: string): number | null {
  const match = SUPERSEDED.exec(text);
  return match === null ? null : Number(match[1]);
}
