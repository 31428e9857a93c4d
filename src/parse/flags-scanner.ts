import { BAR, CLOSE_PAREN, COMMA, GREATER, OPEN_BRACE, SLASH, SPACE, STAR } from "../bytes/ascii.ts";
import { type IndexIntoStrings, NO_STRING } from "../trace/table.ts";
import type { CallFields } from "./call-fields.ts";
import { findFlagsField, hasNames, isForeign, namesOfGroups, skipFlagWord } from "./flag-words.ts";
import { startsWith, UNFINISHED } from "./line-ends.ts";
import { skipComment, skipValue } from "./skip-value.ts";
import type { StringPool } from "./string-pool.ts";

// All positions stay within the line: it ends with a line end, at which every scanner stops.

const latin1 = new TextDecoder("latin1");

/**
 * Reads flags, advice, whence, commands.
 *
 *     O_RDONLY|O_CLOEXEC     0x80000 /* O_RDONLY|O_CLOEXEC *\/     {flags=O_RDWR, mode=0, resolve=0}     {l_type=F_RDLCK}
 *     as printed             the names, as other traces have them   of openat2 and clone3: the field      as printed
 */
export class FlagsScanner {
  readonly #strings: StringPool;

  constructor(strings: StringPool) {
    this.#strings = strings;
  }

  /** @returns the position after the argument, or the complement (~) of where it does not fit */
  scan(bytes: Uint8Array, at: number, fields: CallFields): number {
    let end = skipFlagWord(bytes, at);
    const next = bytes[end] as number;
    if (next !== COMMA && next !== CLOSE_PAREN) {
      if (isComment(bytes, end) && end > at) return this.#scanCommented(bytes, at, end + 1, fields);
      if (isForeign(next)) return ~end;
      end = skipValue(bytes, at);
      if (end < 0) return end;
      // `ioctl(3, FIONREAD <unfinished ...>) = ?`
      const unprinted = end - UNFINISHED.length;
      if (unprinted > at && bytes[end - 1] === GREATER && startsWith(bytes, unprinted, UNFINISHED))
        end = unprinted;
      const field = bytes[at] === OPEN_BRACE ? findFlagsField(bytes, at, end) : -1;
      if (field !== -1) {
        this.#scanField(bytes, field, fields);
        return end;
      }
    }
    let textEnd = end;
    // up to 4.26 a blank stands before the parenthesis of a resumed line
    while (textEnd > at && bytes[textEnd - 1] === SPACE) textEnd--;
    // -X raw prints nothing at all for some flags that are 0
    if (textEnd === at) return end;
    this.#add(bytes, at, textEnd, fields);
    return end;
  }

  /** `0x80000 /* O_RDONLY|O_CLOEXEC *\/` here too. */
  #scanField(bytes: Uint8Array, at: number, fields: CallFields): void {
    const end = skipFlagWord(bytes, at);
    if (isComment(bytes, end)) this.#scanCommented(bytes, at, end + 1, fields);
    else this.#add(bytes, at, end, fields);
  }

  #scanCommented(bytes: Uint8Array, at: number, comment: number, fields: CallFields): number {
    const after = skipComment(bytes, comment);
    if (after < 0) return after;
    if (bytes[after] === BAR) return this.#scanGroups(bytes, at, after, fields);
    const start = comment + 3;
    const end = after - 3;
    if (hasNames(bytes, start, end)) this.#add(bytes, start, end, fields);
    else this.#add(bytes, at, after, fields);
    return after;
  }

  /** `0x1 /* SOCK_STREAM *\/|0x80000 /* SOCK_CLOEXEC *\/` is SOCK_STREAM|SOCK_CLOEXEC. @param end of the first comment */
  #scanGroups(bytes: Uint8Array, at: number, end: number, fields: CallFields): number {
    while (bytes[end] === BAR) {
      const word = skipFlagWord(bytes, end);
      if (!isComment(bytes, word)) break;
      end = skipComment(bytes, word + 1);
      if (end < 0) return end;
    }
    const text = namesOfGroups(latin1.decode(bytes.subarray(at, end)));
    if (text === null) this.#add(bytes, at, end, fields);
    else this.#addIndex(this.#strings.add(text), fields);
    return end;
  }

  #add(bytes: Uint8Array, start: number, end: number, fields: CallFields): void {
    this.#addIndex(this.#strings.text(bytes, start, end), fields);
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
