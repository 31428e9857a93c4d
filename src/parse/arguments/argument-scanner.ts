import {
  CLOSE_PAREN,
  COMMA,
  DOT,
  LESS,
  LOWER_A,
  LOWER_Z,
  NINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
  UPPER_N,
  ZERO,
} from "../../bytes/ascii.ts";
import { NumberReader } from "../../bytes/number-reader.ts";
import { NO_STRING, NONE, UNKNOWN } from "../../trace/table.ts";
import type { StringPool } from "../string-pool.ts";
import { type ArgumentLayout, type NamedFlags, onlyReads } from "./argument-layout.ts";
import {
  skipAfterValue,
  skipDots,
  skipLiteral,
  skipName,
  skipNull,
  skipPlain,
  skipText,
  UNFINISHED_ARGUMENT,
} from "./argument-words.ts";
import type { CallFields } from "./call-fields.ts";
import { DescriptorScanner } from "./descriptor-scanner.ts";
import { FlagsScanner } from "./flags-scanner.ts";
import { scanIocbs } from "./iocb-scanner.ts";
import { scanClone, scanDedupe, scanExtent, scanRange } from "./range-scanner.ts";
import { readPosition } from "./read-position.ts";
import { ROLE, type RoleCode } from "./role-code.ts";
import { scanPath, scanSecondPath } from "./scan-path.ts";
import { skipSpaces, skipString, skipValue } from "./skip-value.ts";
import { type StructureScanner, type StructureTools, scanIovec, scanMessage } from "./structure-scanner.ts";
import { textHash } from "./text-hash.ts";

// All positions stay within the line: it ends with a line end, where every scanner stops.

/**
 * Reads the arguments of one call by their roles.
 *
 *     9, "\1\203W"..., 53, 11177) = 53
 *     ^fd ^buffer      ^size ^offset
 *
 * Every method returns the position after what it read, or the complement (~) of the position of the first byte
 * that does not fit: foreign text may have split the call there.
 */
export class ArgumentScanner {
  /** How many arguments the last scan read. */
  count = 0;
  /** The start of the last argument that was begun, or where the first would be. */
  argumentStart = 0;
  /** The printed data of the last `payload`, without its quotes; -1 if there was none. */
  payloadStart = -1;
  payloadEnd = -1;
  /** The start of the last `size`; -1 if there was none. */
  sizeStart = -1;
  /** Whether the printed data was cut (`"..."...`). */
  payloadCut = false;
  /** Whether all arguments after the last one are left out: `newfstatat(AT_FDCWD, "/d/s" ...)`. */
  isElided = false;
  /** The last argument of `scanEntry` has no comma after it yet. */
  #isValueOpen = false;
  /** The layout that a command has chosen; null if there was none. */
  #chosen: ArgumentLayout | null = null;
  /** The last `elements`; null if there were none. */
  #elements: number | bigint | null = null;
  readonly #strings: StringPool;
  readonly #number = new NumberReader();
  readonly #descriptors: DescriptorScanner;
  readonly #flags: FlagsScanner;
  readonly #tools: StructureTools;

  constructor(strings: StringPool) {
    this.#strings = strings;
    this.#descriptors = new DescriptorScanner(strings, this.#number);
    this.#flags = new FlagsScanner(strings);
    this.#tools = { number: this.#number, strings, set: null };
  }

  /** @param at after the opening parenthesis @returns the position after the closing one */
  scan(bytes: Uint8Array, at: number, layout: ArgumentLayout, fields: CallFields): number {
    this.#forget();
    return this.scanRest(bytes, at, layout, fields);
  }

  #forget(): void {
    this.count = 0;
    this.payloadStart = -1;
    this.sizeStart = -1;
    this.isElided = false;
    this.#isValueOpen = false;
    this.#chosen = null;
    this.#elements = null;
  }

  /**
   * Reads the arguments that strace printed at the entry of a call, `bytes[at..end)`: none, `9, ` or, since 6.16, `9`.
   * `scanRest` continues in another text.
   * @returns false if this is not simply a list of values
   */
  scanEntry(bytes: Uint8Array, at: number, end: number, layout: ArgumentLayout, fields: CallFields): boolean {
    this.#forget();
    at = skipSpaces(bytes, at);
    while (at < end) {
      const first = bytes[at] as number;
      if (first >= LOWER_A && first <= LOWER_Z) at = skipName(bytes, at);
      at = this.#scanArgument(bytes, at, this.#chosen ?? layout, fields);
      if (at < 0) return false;
      this.count++;
      this.#isValueOpen = at === end;
      if (at === end) return true;
      if (bytes[at] !== COMMA) return false;
      at = skipSpaces(bytes, at + 1);
    }
    return at === end;
  }

  /** @returns what `scan` does */
  scanRest(bytes: Uint8Array, at: number, layout: ArgumentLayout, fields: CallFields): number {
    at = skipSpaces(bytes, at);
    this.argumentStart = at;
    if (bytes[at] === CLOSE_PAREN) return at + 1;
    // `pipe2( <unfinished ...>) = ?`
    const after = this.#scanNeverPrinted(bytes, at);
    if (after >= 0) return after;
    if (this.#isValueOpen) {
      if (bytes[at] !== COMMA) return ~at;
      at = skipSpaces(bytes, at + 1);
    }
    return this.#scanArguments(bytes, at, this.#chosen ?? layout, fields);
  }

  #scanArguments(bytes: Uint8Array, at: number, layout: ArgumentLayout, fields: CallFields): number {
    for (;;) {
      this.argumentStart = at;
      const first = bytes[at] as number;
      if (first >= LOWER_A && first <= LOWER_Z) at = skipName(bytes, at);
      const start = at;
      at = this.#scanArgument(bytes, at, layout, fields);
      if (at < 0) return at;
      if (this.#chosen !== null) layout = this.#chosen;
      let next = bytes[at] as number;
      if (next !== COMMA && next !== CLOSE_PAREN) {
        const behind = skipSpaces(bytes, at);
        const after = this.#skipElision(bytes, behind);
        at = after === behind ? skipAfterValue(bytes, at) : after;
        if (at < 0) return at;
        next = bytes[at] as number;
      } else if (next === CLOSE_PAREN) {
        this.#skipElision(bytes, start);
      }
      this.count++;
      if (next === CLOSE_PAREN) return at + 1;
      at = bytes[at + 1] === SPACE ? at + 2 : at + 1;
      if (bytes[at] === SPACE) at = skipSpaces(bytes, at);
      // `read(6,  <unfinished ...>) = ?`: the arguments printed on exit never came
      if (bytes[at] === LESS) return this.#scanNeverPrinted(bytes, at);
      if (bytes[at] === CLOSE_PAREN) {
        this.isElided = bytes[start] === DOT;
        return at + 1;
      }
    }
  }

  #scanNeverPrinted(bytes: Uint8Array, at: number): number {
    const after = skipLiteral(bytes, at, UNFINISHED_ARGUMENT);
    if (after < 0 || bytes[after] !== CLOSE_PAREN) return ~at;
    return after + 1;
  }

  /**
   * `...)`: this argument, or what follows the one before, and all later ones are left out.
   * @returns `at` if they are not
   */
  #skipElision(bytes: Uint8Array, at: number): number {
    const after = skipDots(bytes, at);
    if (after === at || bytes[after] !== CLOSE_PAREN) return at;
    this.isElided = true;
    return after;
  }

  #scanArgument(bytes: Uint8Array, at: number, layout: ArgumentLayout, fields: CallFields): number {
    const { roles } = layout;
    const role = this.count < roles.length ? (roles[this.count] as RoleCode) : ROLE.ignored;
    // `openat(..., "/d/s", O_RDONLY)`: what was left out is not known
    if (bytes[at] === DOT && skipDots(bytes, at) !== at) return skipDots(bytes, at);
    switch (role) {
      case ROLE.ignored:
        return skipValue(bytes, at);
      case ROLE.fd:
        return this.#scanFd(bytes, at, fields);
      case ROLE.buffer:
        return bytes[at] === QUOTE ? skipText(bytes, at) : skipPlain(bytes, at);
      case ROLE.size:
        return this.#scanSize(bytes, at, fields);
      case ROLE.offset:
        return this.#scanOffset(bytes, at, fields);
      case ROLE.flags:
        return this.#flags.scan(bytes, at, fields, this.#setOf(layout));
      case ROLE.path:
        return scanPath(bytes, at, fields, this.#strings);
      case ROLE.dirfd:
        return this.#descriptors.scanDirectory(bytes, at, fields);
      case ROLE.payload:
        return this.#scanPayload(bytes, at);
      case ROLE.iovec:
        return this.#scanStructure(bytes, at, fields, scanIovec);
      case ROLE.fd2:
        return this.#descriptors.scanSecond(bytes, at, fields);
      case ROLE.fds:
        return this.#descriptors.scanList(bytes, at, fields);
      case ROLE.end:
        return this.#scanEnd(bytes, at, fields);
      case ROLE.path2:
        return scanSecondPath(bytes, at, fields, this.#strings);
      case ROLE.offset2:
        return this.#scanSecondOffset(bytes, at, fields);
      case ROLE.position:
        return this.#scanPosition(bytes, at, fields);
      case ROLE.range:
        return this.#scanStructure(bytes, at, fields, scanRange);
      case ROLE.extent:
        return this.#scanStructure(bytes, at, fields, scanExtent);
      case ROLE.clone:
        return this.#scanStructure(bytes, at, fields, scanClone);
      case ROLE.dedupe:
        return this.#scanStructure(bytes, at, fields, scanDedupe);
      case ROLE.message:
      case ROLE.messages:
        return this.#scanStructure(bytes, at, fields, scanMessage);
      case ROLE.iocbs:
        return this.#scanIocbs(bytes, at, layout, fields);
      case ROLE.elements:
        return this.#scanElements(bytes, at, layout, fields);
      case ROLE.mapped:
        return this.#scanMapped(bytes, at, fields);
      case ROLE.command:
        return this.#scanCommand(bytes, at, layout, fields);
      case ROLE.text:
        return this.#flags.scanText(bytes, at, fields, this.#setOf(layout));
      case ROLE.reported:
        return this.#scanReported(bytes, at, fields);
      default:
        return role satisfies never;
    }
  }

  #setOf({ sets }: ArgumentLayout): NamedFlags | null {
    return sets[this.count] ?? null;
  }

  #scanFd(bytes: Uint8Array, at: number, fields: CallFields): number {
    const first = bytes[at] as number;
    if (first >= ZERO && first <= NINE) {
      // The commonest of all arguments: a descriptor of one to three digits and a comma.
      let value = first - ZERO;
      let next = bytes[at + 1] as number;
      let end = at + 1;
      while (next >= ZERO && next <= NINE && end - at < 3) {
        value = value * 10 + next - ZERO;
        next = bytes[++end] as number;
      }
      if (next === COMMA) {
        fields.fd = value;
        return end;
      }
    }
    return this.#descriptors.scanFirst(bytes, at, fields);
  }

  /** For close_range: the number is meant, not the file. */
  #scanEnd(bytes: Uint8Array, at: number, fields: CallFields): number {
    const isFirst = fields.fd === NONE;
    const after = isFirst
      ? this.#descriptors.scanDirectory(bytes, at, fields)
      : this.#descriptors.scanSecond(bytes, at, fields);
    // unsigned numbers: 0xffffffff is the highest possible
    if (after >= 0) this.#flags.addText(String(this.#number.value >>> 0), fields);
    return after;
  }

  /** After an array that shows its own size they add nothing. */
  #scanElements(bytes: Uint8Array, at: number, { roles }: ArgumentLayout, fields: CallFields): number {
    const after = this.#number.read(bytes, at);
    if (after < 0) return skipNull(bytes, at);
    this.#elements = this.#number.exact ?? this.#number.value;
    const isBehind = roles[this.count - 1] === ROLE.iovec;
    if (isBehind && fields.size === UNKNOWN) this.#flags.addText(String(this.#elements), fields);
    return after;
  }

  #scanIocbs(bytes: Uint8Array, at: number, layout: ArgumentLayout, fields: CallFields): number {
    this.#tools.set = this.#setOf(layout);
    const after = this.#scanStructure(bytes, at, fields, scanIocbs);
    const isUnknown = fields.isCut || fields.flags === NO_STRING;
    if (after >= 0 && isUnknown && this.#elements !== null) {
      this.#flags.addText(String(this.#elements), fields);
    }
    return after;
  }

  /** An address takes the place of the offset until it is known what is mapped there. */
  #scanMapped(bytes: Uint8Array, at: number, fields: CallFields): number {
    const after = this.#number.read(bytes, at);
    if (after < 0) return skipNull(bytes, at);
    fields.offset = this.#number.value;
    return after;
  }

  #scanCommand(bytes: Uint8Array, at: number, layout: ArgumentLayout, fields: CallFields): number {
    const after = this.#flags.scan(bytes, at, fields, this.#setOf(layout));
    if (after < 0) return after;
    const command = this.#strings.strings[fields.flags] ?? "";
    const { commands, reading } = layout;
    // `SNDCTL_TMR_TIMEBASE or TCGETS`, `QCMD(Q_GETQUOTA, USRQUOTA)`
    const word = command.match(/\w+/g)?.find((one) => commands?.has(one));
    const chosen = word === undefined ? undefined : commands?.get(word);
    this.#chosen = chosen ?? (onlyReads(command) ? reading : null);
    return after;
  }

  #scanReported(bytes: Uint8Array, at: number, fields: CallFields): number {
    const after = skipValue(bytes, at);
    // NULL says nothing
    if (after >= 0 && bytes[at] !== UPPER_N) {
      fields.reported = textHash(bytes, at, after);
      fields.hasExtras = true;
    }
    return after;
  }

  #scanSize(bytes: Uint8Array, at: number, fields: CallFields): number {
    this.sizeStart = at;
    const after = this.#number.read(bytes, at);
    if (after < 0) return skipNull(bytes, at);
    fields.size = this.#number.value;
    if (this.#number.exact !== null) {
      fields.exactSize = this.#number.exact;
      fields.hasExtras = true;
    }
    return after;
  }

  #scanOffset(bytes: Uint8Array, at: number, fields: CallFields): number {
    const after = readPosition(bytes, at, this.#number);
    if (after < 0) return skipNull(bytes, at);
    fields.offset = this.#number.value;
    if (this.#number.exact !== null) {
      fields.exactOffset = this.#number.exact;
      fields.hasExtras = true;
    }
    return after;
  }

  #scanSecondOffset(bytes: Uint8Array, at: number, fields: CallFields): number {
    const after = readPosition(bytes, at, this.#number);
    if (after < 0) return skipNull(bytes, at);
    fields.offset2 = this.#number.exact ?? this.#number.value;
    fields.hasExtras = true;
    return after;
  }

  #scanPosition(bytes: Uint8Array, at: number, fields: CallFields): number {
    if (bytes[at] !== OPEN_BRACKET) return skipPlain(bytes, at);
    const after = readPosition(bytes, at, this.#number);
    if (after < 0) return after;
    fields.position = this.#number.exact ?? this.#number.value;
    fields.hasExtras = true;
    return after;
  }

  #scanPayload(bytes: Uint8Array, at: number): number {
    if (bytes[at] !== QUOTE) return skipPlain(bytes, at);
    const after = skipString(bytes, at + 1);
    if (after < 0) return after;
    this.payloadStart = at + 1;
    this.payloadEnd = after - 1;
    const end = skipDots(bytes, after);
    this.payloadCut = end !== after;
    return end;
  }

  #scanStructure(bytes: Uint8Array, at: number, fields: CallFields, scanInto: StructureScanner): number {
    if (bytes[at] !== OPEN_BRACKET && bytes[at] !== OPEN_BRACE) {
      // no array at all, of no elements: up to 4.26 printed as []
      if (bytes[at] === UPPER_N && scanInto === scanIovec) fields.size = 0;
      return skipPlain(bytes, at);
    }
    const end = skipValue(bytes, at);
    if (end < 0) return end;
    scanInto(bytes, at, end, fields, this.#tools);
    return end;
  }
}
