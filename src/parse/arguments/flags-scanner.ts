import {
  BAR,
  CLOSE_PAREN,
  COMMA,
  GREATER,
  isDigit,
  OPEN_BRACE,
  SLASH,
  SPACE,
  STAR,
  startsWith,
  ZERO,
} from "../../bytes/ascii.ts";
import { type IndexIntoStrings, NO_STRING } from "../../trace/table.ts";
import { UNFINISHED } from "../line-ends.ts";
import type { StringPool } from "../string-pool.ts";
import type { NamedFlags } from "./argument-layout.ts";
import type { CallFields } from "./call-fields.ts";
import { findMember, hasNames, isForeign, namesOfGroups, skipFlagWord } from "./flag-words.ts";
import { settledText } from "./settled-text.ts";
import { skipComment, skipValue } from "./skip-value.ts";

// All positions stay within the line: it ends with a line end, where every scanner stops.

const latin1 = new TextDecoder("latin1");

/**
 * Reads flags, advice, whence, commands, and all else that is compared as text.
 *
 *     O_RDONLY|O_CLOEXEC    0x80000 /* O_RDONLY|O_CLOEXEC *\/    {flags=O_RDWR, mode=0, resolve=0}    {l_type=F_RDLCK}
 *     as printed            the names, as other traces have them  the members that the set names       as printed
 *
 * A bare number gets the names of its set.
 */
export class FlagsScanner {
  readonly #strings: StringPool;
  /** The names of numbers, by set. */
  readonly #named = new Map<NamedFlags, Map<string, IndexIntoStrings>>();

  constructor(strings: StringPool) {
    this.#strings = strings;
  }

  /** @returns the position after the argument, or the complement (~) of where it does not fit */
  scan(bytes: Uint8Array, at: number, fields: CallFields, set: NamedFlags | null): number {
    if (
      set !== null &&
      isDigit(bytes[at] as number) &&
      !set.isMeantBehind(this.#strings.strings[fields.flags] ?? "")
    ) {
      return skipValue(bytes, at);
    }
    let end = skipFlagWord(bytes, at);
    const next = bytes[end] as number;
    if (next !== COMMA && next !== CLOSE_PAREN) {
      if (isComment(bytes, end) && end > at) return this.#scanCommented(bytes, at, end + 1, fields, set);
      if (isForeign(next)) return ~end;
      end = skipValue(bytes, at);
      if (end < 0) return end;
      const { memberSets } = set ?? {};
      if (memberSets !== undefined) {
        if (bytes[at] === OPEN_BRACE) this.#scanMembers(bytes, at, end, fields, memberSets);
        return end;
      }
    }
    const textEnd = endOfText(bytes, at, end);
    if (textEnd > at) this.#add(bytes, at, textEnd, fields, set);
    // -X raw prints nothing at all for some flags when they are 0
    else if (next === COMMA && set?.isSilentZero === true) this.#addIndex(this.#nameOf("0", set), fields);
    return end;
  }

  /** Compared as printed, except for what differs from run to run. */
  scanText(bytes: Uint8Array, at: number, fields: CallFields, set: NamedFlags | null): number {
    let end = skipFlagWord(bytes, at);
    const next = bytes[end] as number;
    const isWord = next === COMMA || next === CLOSE_PAREN;
    if (!isWord) {
      if (isComment(bytes, end) && end > at) return this.#scanCommented(bytes, at, end + 1, fields, null);
      end = skipValue(bytes, at);
      if (end < 0) return end;
    }
    const textEnd = endOfText(bytes, at, end);
    if (textEnd === at) return end;
    // numbers and structures may differ in every call: keep what they have in common, and not them
    if (isWord && !isDigit(bytes[at] as number)) this.#add(bytes, at, textEnd, fields, null);
    else this.addText(withNames(settledText(latin1.decode(bytes.subarray(at, textEnd))), set), fields);
    return end;
  }

  addText(text: string, fields: CallFields): void {
    this.#addIndex(this.#strings.add(text), fields);
  }

  #scanMembers(
    bytes: Uint8Array,
    at: number,
    end: number,
    fields: CallFields,
    sets: NonNullable<NamedFlags["memberSets"]>,
  ): void {
    let isFirst = true;
    for (const [name, set] of sets) {
      const member = findMember(bytes, at, end, name);
      if (member === -1) continue;
      const wordEnd = skipFlagWord(bytes, member);
      if (isComment(bytes, wordEnd)) this.#scanCommented(bytes, member, wordEnd + 1, fields, set);
      // a further member that is 0 means the same as one that is not printed
      else if (isFirst || bytes[member] !== ZERO || wordEnd - member > 1) {
        this.#add(bytes, member, wordEnd, fields, set);
      }
      isFirst = false;
    }
  }

  #scanCommented(
    bytes: Uint8Array,
    at: number,
    comment: number,
    fields: CallFields,
    set: NamedFlags | null,
  ): number {
    const after = skipComment(bytes, comment);
    if (after < 0) return after;
    if (bytes[after] === BAR) return this.#scanGroups(bytes, at, after, fields);
    const start = comment + 3;
    const end = after - 3;
    if (hasNames(bytes, start, end)) this.#add(bytes, start, end, fields, null);
    // `0x63 /* SEEK_??? *\/` is printed by -X raw as 0x63, and a newer strace may have a name for it
    else this.#add(bytes, at, comment - 1, fields, set);
    return after;
  }

  /**
   * `0x1 /* SOCK_STREAM *\/|0x80000 /* SOCK_CLOEXEC *\/` is SOCK_STREAM|SOCK_CLOEXEC.
   * @param end of the first comment
   */
  #scanGroups(bytes: Uint8Array, at: number, end: number, fields: CallFields): number {
    while (bytes[end] === BAR) {
      const word = skipFlagWord(bytes, end);
      if (!isComment(bytes, word)) break;
      end = skipComment(bytes, word + 1);
      if (end < 0) return end;
    }
    const text = namesOfGroups(latin1.decode(bytes.subarray(at, end)));
    if (text === null) this.#add(bytes, at, end, fields, null);
    else this.#addIndex(this.#strings.add(text), fields);
    return end;
  }

  #add(bytes: Uint8Array, start: number, end: number, fields: CallFields, set: NamedFlags | null): void {
    if (set === null || !isDigit(bytes[start] as number))
      this.#addIndex(this.#strings.text(bytes, start, end), fields);
    else if (set.isMeantBehind(this.#strings.strings[fields.flags] ?? "")) {
      this.#addIndex(this.#nameOf(latin1.decode(bytes.subarray(start, end)), set), fields);
    }
  }

  #nameOf(number: string, set: NamedFlags): IndexIntoStrings {
    let names = this.#named.get(set);
    if (names === undefined) {
      names = new Map();
      this.#named.set(set, names);
    }
    const known = names.get(number);
    if (known !== undefined) return known;
    const index = this.#strings.add(set.name(number));
    names.set(number, index);
    return index;
  }

  #addIndex(text: IndexIntoStrings, fields: CallFields): void {
    const { strings } = this.#strings;
    fields.flags =
      fields.flags === NO_STRING ? text : this.#strings.add(`${strings[fields.flags]}, ${strings[text]}`);
  }
}

/** A comment after a blank. */
function isComment(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === SPACE && bytes[at + 1] === SLASH && bytes[at + 2] === STAR;
}

/** `{l_type=0x1, l_whence=0}` of -X raw is {l_type=F_WRLCK, l_whence=SEEK_SET}. */
function withNames(text: string, set: NamedFlags | null): string {
  if (set?.withinSets === undefined) return text;
  let named = text;
  for (const [member, names] of set.withinSets) {
    named = named.replace(new RegExp(`\\b(${member}=)(0x[0-9a-f]+|\\d+)\\b`), (_, name, number) => {
      return `${name}${names?.name(number) ?? number}`;
    });
  }
  return named;
}

/** Where the text of an argument ends, if the argument ends at `end`. */
function endOfText(bytes: Uint8Array, start: number, end: number): number {
  // `ioctl(3, FIONREAD <unfinished ...>) = ?`
  const unprinted = end - UNFINISHED.length;
  let textEnd =
    unprinted > start && bytes[end - 1] === GREATER && startsWith(bytes, unprinted, UNFINISHED)
      ? unprinted
      : end;
  // up to 4.26 there is a blank before the parenthesis of a resumed line
  while (textEnd > start && bytes[textEnd - 1] === SPACE) textEnd--;
  return textEnd;
}
