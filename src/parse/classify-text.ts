import type { LineKind } from "../trace/line-kind.ts";

/** What a line is that holds no call. */
export type TextLine = {
  readonly kind: LineKind;
  /** The thread id of an `attached` notice. */
  readonly attached: number | null;
};

const NOTICE =
  /^(?:\S*strace: |Process \d+ (?:attached|detached|suspended|resumed)|(?:\[pid +\d+\] )?\[ Process PID=)/;
const ATTACHED = /(?:^|strace: )Process (\d+) attached/;
const STACK = /^ > .*(?:\[0x[0-9a-f]+\]|unexpected_backtracing_error|BUG IN)/;
const DUMP = /^ (?:\| [0-9a-f]{5,} {2}|\| <Cannot fetch|\* \d+ bytes in buffer \d+)/;
const TABLE =
  /^(?:% time +|System call usage summary|(?:-+ ){3,}-+$|100\.00 +.* total$| *\d+\.\d+ +\d+\.\d+ +\d+ .*[a-z_0-9]+$)/;

export function classifyText(text: string): TextLine {
  return { kind: kindOf(text), attached: attachedIn(text) };
}

function kindOf(text: string): LineKind {
  if (text.trim() === "") return "blank";
  if (NOTICE.test(text)) return "notice";
  if (STACK.test(text)) return "stack";
  if (DUMP.test(text)) return "dump";
  if (TABLE.test(text)) return "table";
  return "output";
}

function attachedIn(text: string): number | null {
  const match = ATTACHED.exec(text);
  return match === null ? null : Number(match[1]);
}
