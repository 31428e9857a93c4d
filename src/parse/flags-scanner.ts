import { CLOSE_PAREN, COMMA, GREATER, OPEN_BRACE, SLASH, SPACE, STAR } from "../bytes/ascii.ts";
import { NO_STRING } from "../trace/table.ts";
import type { CallFields } from "./call-fields.ts";
import { findFlagsField, hasNames, isForeign, skipFlagWord } from "./flag-words.ts";
import { startsWith, UNFINISHED } from "./line-ends.ts";
import { skipComment, skipValue } from "./skip-value.ts";
import type { StringPool } from "./string-pool.ts";

// All positions stay within the line: it ends with a line end, at which every scanner stops.

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
      if (next === SPACE && bytes[end + 1] === SLASH && bytes[end + 2] === STAR && end > at) {
        return this.#scanCommented(bytes, at, end + 1, fields);
      }
      if (isForeign(next)) return ~end;
      end = skipValue(bytes, at);
      if (end < 0) return end;
      // `ioctl(3, FIONREAD <unfinished ...>) = ?`
      const unprinted = end - UNFINISHED.length;
      if (unprinted > at && bytes[end - 1] === GREATER && startsWith(bytes, unprinted, UNFINISHED))
        end = unprinted;
      const field = bytes[at] === OPEN_BRACE ? findFlagsField(bytes, at, end) : -1;
      if (field !== -1) {
        this.#add(bytes, field, skipFlagWord(bytes, field), fields);
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

  #scanCommented(bytes: Uint8Array, at: number, comment: number, fields: CallFields): number {
    const after = skipComment(bytes, comment);
    if (after < 0) return after;
    const start = comment + 3;
    const end = after - 3;
    if (hasNames(bytes, start, end)) this.#add(bytes, start, end, fields);
    else this.#add(bytes, at, after, fields);
    return after;
  }

  #add(bytes: Uint8Array, start: number, end: number, fields: CallFields): void {
    const text = this.#strings.text(bytes, start, end);
    if (fields.flags === NO_STRING) {
      fields.flags = text;
      return;
    }
    const { strings } = this.#strings;
    fields.flags = this.#strings.add(`${strings[fields.flags]}, ${strings[text]}`);
  }
}
