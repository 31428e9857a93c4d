import { type LinePrefix, LONGEST_PREFIX, type PrefixPart, skipPrefix } from "./line-prefix.ts";

/** A line at the start of a log that strace has written, whatever precedes it. */
export type HeadLine = {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Its number in the log. */
  readonly line: number;
  /** Where its call starts, after whatever leader it has. */
  readonly body: number;
};

export type FoundPrefix = {
  readonly prefix: LinePrefix;
  /** The first line that has it. */
  readonly from: number;
};

/** Whether what strace writes before a call fills `bytes[at..body)` exactly, without an extra blank. */
export type IsBare = (bytes: Uint8Array, at: number, body: number) => boolean;

/** Lines whose prefix is tried on the others. */
const SAMPLES = 3;
/** The share of lines that must have the prefix; the other lines are looked at one by one. */
const SHARE = 0.8;
/** If the numbers of this many lines rise by one, they are line numbers added by a viewer, not pids. */
const NUMBERED = 5;
/** The same if each number is that of its line. */
const NUMBERED_FROM_ONE = 3;

const MONTH = "(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*";
const DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,?";
const CLOCK = "\\d{1,2}:\\d\\d:\\d\\d(?:[.,]\\d+)?(?: ?[AP]M)?";
const ZONE = "(?:Z| ?[+-]\\d\\d:?\\d\\d| UTC| GMT)?";
const DATE = "\\d{4}[-/.]\\d\\d?[-/.]\\d\\d?";
const WRITTEN_DATE = `(?:${DAY} )?(?:${MONTH} +\\d{1,2}|\\d{1,2} ${MONTH})(?:,? \\d{4})?`;
const DATED = `${DATE}(?:[T _]${CLOCK}${ZONE})?|${WRITTEN_DATE}(?: ${CLOCK}${ZONE})?`;
/** What logs put before lines: `2024-01-01T10:00:00.123Z`, `Jan  2 10:00:00`, `[    12.345678]`, `10:00:00`. */
const STAMP = new RegExp(`${DATED}|\\b${CLOCK}|\\[ *\\d+\\.\\d+\\]|\\b\\d{9,}(?:\\.\\d+)?\\b`, "g");
/** A date followed by its time: both are one stamp. */
const DATE_BEFORE = new RegExp(`(?:${DATE}|${WRITTEN_DATE})[T _]+$`);
const DATES = new RegExp(DATED, "g");
/** Not a stamp: a number on its own, at the start or after a mark. */
const NUMBER = /(?<![\w.[(<#-])\d+(?![\w\]>])/g;
const QUOTES = /^[ \t]*(?:>[ \t]*)+$/;

const latin1 = new TextDecoder("latin1");

/**
 * Finds what precedes all lines of a log that was quoted, numbered, indented or cut out of another log:
 *
 *     > > [pid 7] fsync(3) = 0      12:fsync(3) = 0      2024-01-01T10:00:00Z fsync(3) = 0      web_1  | fsync(3) = 0
 *
 * The first line may have lost it, as happens to pasted text. A mark that only some lines have is not a prefix.
 * @param lines in order; those that hold no call are ignored
 * @returns null if the lines are as strace wrote them, or have nothing in common
 */
export function findPrefix(lines: readonly HeadLine[], isBare: IsBare): FoundPrefix | null {
  const [first, ...others] = lines;
  if (first === undefined) return null;
  const all = prefixOf(lines, isBare);
  if (all !== null) return { prefix: all, from: 1 };
  if (!isBare(first.bytes, first.start, first.body)) return null;
  const behindFirst = prefixOf(others, isBare);
  return behindFirst === null ? null : { prefix: behindFirst, from: first.line + 1 };
}

/** What precedes all lines; null if one is bare. */
function prefixOf(lines: readonly HeadLine[], isBare: IsBare): LinePrefix | null {
  const marked = lines.filter(({ bytes, start, body }) => !isBare(bytes, start, body));
  const numbering = numberingOf(lines);
  if (numbering !== null || marked.length < lines.length || lines.length === 0) return numbering;
  let best: { readonly prefix: LinePrefix; readonly count: number } | null = null;
  for (const sample of samplesOf(marked)) {
    for (const prefix of candidates(sample, isBare)) {
      const count = countMatches(prefix, marked, isBare);
      if (count > (best?.count ?? 0)) best = { prefix, count };
    }
  }
  if (best === null || best.count < SHARE * marked.length) return null;
  // prose may quote one call
  return best.count > 1 || !best.prefix.some(hasLetters) ? best.prefix : null;
}

function samplesOf(lines: readonly HeadLine[]): readonly HeadLine[] {
  const places = Array.from({ length: SAMPLES }, (_, at) =>
    Math.floor((at * (lines.length - 1)) / (SAMPLES - 1)),
  );
  return [...new Set(places)].flatMap((place) => lines[place] ?? []);
}

/** Possible prefixes of a line, the shortest first, as is and with its numbers free. */
function* candidates({ bytes, start, body }: HeadLine, isBare: IsBare): Iterable<LinePrefix> {
  const text = latin1.decode(bytes.subarray(start, body));
  const stamps = Array.from(text.matchAll(DATES), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  for (let length = 1; length <= Math.min(text.length, LONGEST_PREFIX); length++) {
    // a stamp is taken whole
    if (stamps.some((stamp) => stamp.start < length && length < stamp.end)) continue;
    if (isInStamp(text, length) || !isBare(bytes, start + length, body)) continue;
    const prefix = text.slice(0, length);
    yield [{ kind: "text", bytes: bytes.slice(start, start + length) }];
    if (QUOTES.test(prefix)) yield [{ kind: "quotes" }];
    const parts = partsOf(prefix);
    if (parts.length > 1 || parts[0]?.kind !== "text") yield parts;
  }
}

function isInStamp(text: string, length: number): boolean {
  return DATE_BEFORE.test(text.slice(0, length)) && /^\d{1,2}:\d\d/.test(text.slice(length));
}

/** A prefix whose stamps and line numbers may differ in every line. */
function partsOf(prefix: string): readonly PrefixPart[] {
  const parts: PrefixPart[] = [];
  const add = (text: string): void => {
    if (text !== "") parts.push({ kind: "text", bytes: bytesOf(text) });
  };
  const free = [...prefix.matchAll(STAMP)].map((match) => ({
    text: match[0],
    at: match.index,
    isStamp: true,
  }));
  for (const match of prefix.matchAll(NUMBER)) {
    const isIn = free.some(({ text, at }) => at <= match.index && match.index < at + text.length);
    if (!isIn) free.push({ text: match[0], at: match.index, isStamp: false });
  }
  let done = 0;
  for (const { text, at, isStamp } of free.sort((one, other) => one.at - other.at)) {
    const before = prefix.slice(done, at);
    // numbers are often padded at the start of a line
    if (done === 0 && before.trim() === "") parts.push({ kind: "blanks" });
    else add(before);
    if (isStamp) parts.push(...partsOfStamp(text));
    else parts.push({ kind: "digits" });
    done = at + text.length;
  }
  add(prefix.slice(done));
  return parts;
}

function partsOfStamp(stamp: string): readonly PrefixPart[] {
  return Array.from(stamp.matchAll(/\d+|[A-Za-z]{3,}|[ \t]+|./g), ([text]): PrefixPart => {
    if (/^\d/.test(text)) return { kind: "digits" };
    if (/^[A-Za-z]{3}/.test(text)) return { kind: "letters" };
    if (text.trim() === "") return { kind: "blanks" };
    return { kind: "text", bytes: bytesOf(text) };
  });
}

/** How many lines are bare after the prefix; none if a number in it would tell them apart. */
function countMatches(prefix: LinePrefix, lines: readonly HeadLine[], isBare: IsBare): number {
  let count = 0;
  let numbers: readonly number[] | null = null;
  for (const { bytes, start, end, body } of lines) {
    const next = skipPrefix(prefix, bytes, start, end);
    if (next === -1 || !isBare(bytes, next, body)) continue;
    if (prefix.some(({ kind }) => kind === "digits")) {
      const own = numbersIn(latin1.decode(bytes.subarray(start, next)));
      // a number that does not rise from line to line is a pid or another name
      if (numbers !== null && !isRising(numbers, own)) return 0;
      numbers = own;
    }
    count++;
  }
  return count;
}

/** The numbers of a prefix that are not part of a stamp. */
function numbersIn(prefix: string): readonly number[] {
  return Array.from(prefix.replace(STAMP, "").matchAll(NUMBER), ([text]) => Number(text));
}

function isRising(before: readonly number[], after: readonly number[]): boolean {
  return before.every((number, at) => (after[at] ?? number) > number);
}

/**
 * `  12  fsync(3) = 0`: line numbers, padded on the left, and not thread ids, which strace pads on the right and
 * which may rise line by line too; null if they are not.
 */
function numberingOf(lines: readonly HeadLine[]): LinePrefix | null {
  if (lines.length < NUMBERED_FROM_ONE) return null;
  let offset: number | null = null;
  let separator: string | null = null;
  for (const { bytes, start, end, line } of lines) {
    const text = latin1.decode(bytes.subarray(start, Math.min(end, start + LONGEST_PREFIX)));
    const match = /^[ \t]*(\d+)([ \t]+)/.exec(text);
    if (match === null || (offset === null && /^\d/.test(text))) return null;
    const [, number, blanks = ""] = match;
    offset ??= Number(number) - line;
    if (Number(number) - line !== offset) return null;
    if (separator === null || separator.startsWith(blanks)) separator = blanks;
    else if (!blanks.startsWith(separator)) return null;
  }
  if (offset !== 0 && lines.length < NUMBERED) return null;
  return [{ kind: "blanks" }, { kind: "digits" }, { kind: "text", bytes: bytesOf(separator ?? "") }];
}

function hasLetters(part: PrefixPart): boolean {
  return part.kind === "letters" || (part.kind === "text" && /[A-Za-z]/.test(latin1.decode(part.bytes)));
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
