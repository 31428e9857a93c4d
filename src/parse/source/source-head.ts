import { DOT, isDigit, LESS, LF, MINUS, PLUS, SPACE, TAB } from "../../bytes/ascii.ts";
import type { CallFinder } from "../call-finder.ts";
import { CallScanner } from "../call-scanner.ts";
import { LeaderScanner, NO_TID } from "../leader-scanner.ts";
import { TextBuffer } from "../text-buffer.ts";
import { stripColors } from "./clean-line.ts";
import { type FoundPrefix, findPrefix, type HeadLine } from "./find-prefix.ts";
import { QuotedPrintableFilter } from "./quoted-printable-filter.ts";

/** Bytes at the start of a log that show how it was passed on. */
export const HEAD_SIZE: number = 64 * 1024;
/** How many lines with a call are looked at. */
const LINES = 400;

/** How a log differs from what strace wrote. */
export type SourceShape = {
  /** See QuotedPrintableFilter. */
  readonly isQuotedPrintable: boolean;
  /** What precedes its lines; null for nothing. */
  readonly prefix: FoundPrefix | null;
  /** Whether it contains colors. */
  readonly isColored: boolean;
  /** Whether a number after blanks is a pid, and not the seconds of `-r`; see LeaderScanner. */
  readonly hasIndentedPids: boolean;
  /** Bytes after which lines were split, as a terminal does; 0 if they were not. */
  readonly width: number;
};

const latin1: InstanceType<typeof TextDecoder> = new TextDecoder("latin1");
const ENCODED: RegExp = /\) *=3D (?:-?\d|\?)/;
const PLAIN = /\) += (?:-?\d|\?)/;
const LONGEST_EVENT = 1000;
/** At least this many lines have to continue. */
const FEWEST_RESTS = 3;
/** Lines of strace without a call. */
const EVENT =
  /\+\+\+ (?:exited with|killed by|superseded by) |--- (?:SIG[A-Z0-9_]+ [{(]|stopped by SIG)|% time +seconds +usecs|(?:\/\S*\/)?strace: Process \d+ (?:at|de)tached/;
/** In `  11 fsync(3) = 0`, before the call: seconds since the previous line, or a pid that was indented. */
const INDENTED_NUMBER = /[ \t](\d{1,7}) +(?:\[[^\]]*\] +){0,2}$/;
/** strace pads the seconds of -r to this many places. */
const PADDING = 6;

/**
 * Looks at the start of a log.
 * @param head whole lines, as far as the log has some
 */
export function shapeOf(head: Uint8Array, finder: CallFinder): SourceShape {
  const encoded = latin1.decode(head);
  const isQuotedPrintable = ENCODED.test(encoded) && !PLAIN.test(encoded);
  const plain = new TextBuffer();
  const text = isQuotedPrintable ? new QuotedPrintableFilter().read(head) : head;
  stripColors(text, 0, text.length, plain);
  const isColored = plain.length !== text.length;
  const bytes = plain.bytes.subarray(0, plain.length + 1);
  const lines = headLines(bytes, finder);
  const hasIndentedPids = areIndentedPids(lines);
  const leader = new LeaderScanner();
  leader.hasIndentedPids = hasIndentedPids;
  const prefix = findPrefix(lines, (line, at, body) => isBare(leader, line, at, body));
  const width = prefix === null ? widthOf(bytes, leader) : 0;
  return { isQuotedPrintable, prefix, isColored: isColored && prefix !== null, hasIndentedPids, width };
}

/** @param bytes with a line end after the last line */
function headLines(bytes: Uint8Array, finder: CallFinder): readonly HeadLine[] {
  const lines: HeadLine[] = [];
  let start = 0;
  for (let line = 1; start < bytes.length && lines.length < LINES; line++) {
    const end = bytes.indexOf(LF, start);
    const body = eventOrCallAt(bytes, start, end, finder);
    if (body !== -1) lines.push({ bytes, start, end, line, body });
    start = end + 1;
  }
  return lines;
}

/** The start of a call, or of a message from strace about a thread, whatever precedes it; -1 if there is none. */
export function eventOrCallAt(bytes: Uint8Array, start: number, end: number, finder: CallFinder): number {
  const call = finder.find(bytes, start, end);
  if (call !== -1) return call;
  if (end - start > LONGEST_EVENT) return -1;
  const event = EVENT.exec(latin1.decode(bytes.subarray(start, end)));
  return event === null ? -1 : start + event.index;
}

/** The longest lines are as long as the terminal was wide, if few of them are followed by a line of its own. */
function widthOf(bytes: Uint8Array, leader: LeaderScanner): number {
  let longest = 0;
  let rests = 0;
  let others = 0;
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LF, start);
    const length = end - start;
    if (length > longest) {
      longest = length;
      rests = 0;
      others = 0;
    }
    start = end + 1;
    if (length < longest || start >= bytes.length) continue;
    if (startsLine(bytes, leader.scan(bytes, start))) others++;
    else rests++;
  }
  return rests >= FEWEST_RESTS && others < rests ? longest : 0;
}

function startsLine(bytes: Uint8Array, body: number): boolean {
  const mark = bytes[body] as number;
  const next = bytes[body + 1];
  const isEvent = mark === LESS ? next === DOT : (mark === PLUS || mark === MINUS) && next === mark;
  return isEvent || CallScanner.findParenthesis(bytes, body) !== -1;
}

/** The seconds of -r start at 0; numbers that are never 0, or that precede halves of calls, are pids. */
function areIndentedPids(lines: readonly HeadLine[]): boolean {
  const numbers = lines.flatMap(({ bytes, start, body }) => {
    const match = INDENTED_NUMBER.exec(latin1.decode(bytes.subarray(start, body)));
    return match === null ? [] : [Number(match[1])];
  });
  return numbers.length > 0 && !numbers.includes(0);
}

/** Whether exactly a leader precedes the body, with no extra blank. */
function isBare(leader: LeaderScanner, bytes: Uint8Array, at: number, body: number): boolean {
  if (leader.scan(bytes, at) !== body) return false;
  let digits = at;
  while (bytes[digits] === SPACE || bytes[digits] === TAB) digits++;
  if (digits === at) return true;
  if (leader.clock !== "relative" || leader.tid !== NO_TID) return false;
  let end = digits;
  while (isDigit(bytes[end] as number)) end++;
  return digits - at <= Math.max(0, PADDING - (end - digits));
}
