import {
  CLOSE_BRACKET,
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
  SLASH,
  SPACE,
  STAR,
  UPPER_A,
  UPPER_N,
  ZERO,
} from "../bytes/ascii.ts";
import { NumberReader } from "../bytes/number-reader.ts";
import { NO_STRING, NONE } from "../trace/table.ts";
import {
  FDCWD,
  NULL,
  skipAfterValue,
  skipDeleted,
  skipDots,
  skipLiteral,
  skipName,
  skipPlain,
  skipText,
  UNFINISHED_ARGUMENT,
} from "./argument-words.ts";
import type { CallFields } from "./call-fields.ts";
import { toDescriptor } from "./descriptor-number.ts";
import { FlagsScanner } from "./flags-scanner.ts";
import { ROLE, type RoleCode } from "./role-code.ts";
import { skipDecoration, skipSpaces, skipString, skipValue } from "./skip-value.ts";
import type { StringPool } from "./string-pool.ts";
import { type StructureScanner, scanIocbs, scanIovec, scanMessage, scanRange } from "./structure-scanner.ts";

// All positions stay within the line: it ends with a line end, at which every scanner stops.

const AT_FDCWD = -100;

/**
 * Reads the arguments of one call by their roles.
 *
 *     9, "\1\203W"..., 53, 11177) = 53
 *     ^fd ^buffer      ^size ^offset
 *
 * Every method returns the position after what it read, or the complement (~) of the position of the first byte
 * that does not fit: where foreign text may have cut the call in two.
 */
export class ArgumentScanner {
  /** Arguments read by the last scan. */
  count = 0;
  /** Where the last argument that was begun starts, or where the first would. */
  argumentStart = 0;
  /** The printed data of the last `payload`, without its quotes; -1 where there was none. */
  payloadStart = -1;
  payloadEnd = -1;
  /** Where the last `size` starts; -1 where there was none. */
  sizeStart = -1;
  /** Whether the printed data was cut (`"..."...`). */
  payloadCut = false;
  /** The last argument of `scanEntry` has no comma behind it yet. */
  #isValueOpen = false;
  readonly #strings: StringPool;
  readonly #number = new NumberReader();
  readonly #flags: FlagsScanner;
  readonly #tools: { readonly number: NumberReader; readonly strings: StringPool };

  constructor(strings: StringPool) {
    this.#strings = strings;
    this.#flags = new FlagsScanner(strings);
    this.#tools = { number: this.#number, strings };
  }

  /** @param at after the opening parenthesis @returns the position after the closing one */
  scan(bytes: Uint8Array, at: number, roles: readonly RoleCode[], fields: CallFields): number {
    this.#forget();
    return this.scanRest(bytes, at, roles, fields);
  }

  #forget(): void {
    this.count = 0;
    this.payloadStart = -1;
    this.sizeStart = -1;
    this.#isValueOpen = false;
  }

  /**
   * Reads the arguments that strace printed at the entry of a call, `bytes[at..end)`: none, `9, ` or, since 6.16, `9`.
   * `scanRest` goes on in another text.
   * @returns false where this is not simply a list of values
   */
  scanEntry(
    bytes: Uint8Array,
    at: number,
    end: number,
    roles: readonly RoleCode[],
    fields: CallFields,
  ): boolean {
    this.#forget();
    at = skipSpaces(bytes, at);
    while (at < end) {
      const first = bytes[at] as number;
      if (first >= LOWER_A && first <= LOWER_Z) at = skipName(bytes, at);
      const role = this.count < roles.length ? (roles[this.count] as RoleCode) : ROLE.ignored;
      at = this.#scanArgument(bytes, at, role, fields);
      if (at < 0) return false;
      this.count++;
      this.#isValueOpen = at === end;
      if (at === end) return true;
      if (bytes[at] !== COMMA) return false;
      at = skipSpaces(bytes, at + 1);
    }
    return at === end;
  }

  /** @returns as `scan` does */
  scanRest(bytes: Uint8Array, at: number, roles: readonly RoleCode[], fields: CallFields): number {
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
    return this.#scanArguments(bytes, at, roles, fields);
  }

  #scanArguments(bytes: Uint8Array, at: number, roles: readonly RoleCode[], fields: CallFields): number {
    for (;;) {
      this.argumentStart = at;
      const first = bytes[at] as number;
      if (first >= LOWER_A && first <= LOWER_Z) at = skipName(bytes, at);
      const role = this.count < roles.length ? (roles[this.count] as RoleCode) : ROLE.ignored;
      at = this.#scanArgument(bytes, at, role, fields);
      if (at < 0) return at;
      let next = bytes[at] as number;
      if (next !== COMMA && next !== CLOSE_PAREN) {
        at = skipAfterValue(bytes, at);
        if (at < 0) return at;
        next = bytes[at] as number;
      }
      this.count++;
      if (next === CLOSE_PAREN) return at + 1;
      at = bytes[at + 1] === SPACE ? at + 2 : at + 1;
      if (bytes[at] === SPACE) at = skipSpaces(bytes, at);
      // `read(6,  <unfinished ...>) = ?`, of which the arguments printed on exit never came
      if (bytes[at] === LESS) return this.#scanNeverPrinted(bytes, at);
      if (bytes[at] === CLOSE_PAREN) return at + 1;
    }
  }

  #scanNeverPrinted(bytes: Uint8Array, at: number): number {
    const after = skipLiteral(bytes, at, UNFINISHED_ARGUMENT);
    if (after < 0 || bytes[after] !== CLOSE_PAREN) return ~at;
    return after + 1;
  }

  #scanArgument(bytes: Uint8Array, at: number, role: RoleCode, fields: CallFields): number {
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
        return this.#flags.scan(bytes, at, fields);
      case ROLE.path:
        return this.#scanPath(bytes, at, fields);
      case ROLE.dirfd:
        return this.#scanDirectory(bytes, at, fields);
      case ROLE.payload:
        return this.#scanPayload(bytes, at);
      case ROLE.iovec:
        return this.#scanStructure(bytes, at, fields, scanIovec);
      case ROLE.fd2:
        return this.#scanSecondFd(bytes, at, fields);
      case ROLE.fds:
        return this.#scanFds(bytes, at, fields);
      case ROLE.path2:
        return this.#scanSecondPath(bytes, at, fields);
      case ROLE.offset2:
        return this.#scanSecondOffset(bytes, at, fields);
      case ROLE.position:
        return this.#scanPosition(bytes, at, fields);
      case ROLE.range:
        return this.#scanStructure(bytes, at, fields, scanRange);
      case ROLE.message:
      case ROLE.messages:
        return this.#scanStructure(bytes, at, fields, scanMessage);
      case ROLE.iocbs:
        return this.#scanStructure(bytes, at, fields, scanIocbs);
      default:
        return role satisfies never;
    }
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
    const after = this.#scanDescriptor(bytes, at);
    if (after < 0) return after;
    fields.fd = this.#number.value;
    return this.#scanDecoration(bytes, after, fields);
  }

  /** `3`, `-1`, `AT_FDCWD`, `0xffffff9c`: into `#number`. */
  #scanDescriptor(bytes: Uint8Array, at: number): number {
    if (bytes[at] === UPPER_A) {
      const after = skipLiteral(bytes, at, FDCWD);
      this.#number.value = AT_FDCWD;
      return after;
    }
    const after = this.#number.read(bytes, at);
    if (after < 0) return after;
    return toDescriptor(this.#number) ? after : ~at;
  }

  #scanDecoration(bytes: Uint8Array, at: number, fields: CallFields): number {
    if (bytes[at] !== LESS) return at;
    const after = skipDecoration(bytes, at + 1);
    if (after < 0) return ~at;
    fields.path = this.#strings.decoration(bytes, at + 1, after - 1);
    return skipDeleted(bytes, after);
  }

  #scanSecondFd(bytes: Uint8Array, at: number, fields: CallFields): number {
    const after = this.#scanDescriptor(bytes, at);
    if (after < 0) return after;
    fields.hasExtras = true;
    fields.fds.push(this.#number.value);
    if (bytes[after] !== LESS) {
      if (fields.paths.length > 0) fields.paths.push(NO_STRING);
      return after;
    }
    const end = skipDecoration(bytes, after + 1);
    if (end < 0) return ~after;
    while (fields.paths.length < fields.fds.length - 1) fields.paths.push(NO_STRING);
    fields.paths.push(this.#strings.decoration(bytes, after + 1, end - 1));
    return skipDeleted(bytes, end);
  }

  /** `[3, 4]`, `[3<pipe:[1]>, 4<pipe:[1]>]`; `[3, ...]` of -s 1; an address where the call failed. */
  #scanFds(bytes: Uint8Array, at: number, fields: CallFields): number {
    if (bytes[at] !== OPEN_BRACKET) return skipPlain(bytes, at);
    for (at++; bytes[at] !== CLOSE_BRACKET; ) {
      at = bytes[at] === DOT ? skipDots(bytes, at) : this.#scanSecondFd(bytes, at, fields);
      if (at < 0) return at;
      if (bytes[at] === COMMA) at = skipSpaces(bytes, at + 1);
      else if (bytes[at] !== CLOSE_BRACKET) return ~at;
    }
    return at + 1;
  }

  #scanSize(bytes: Uint8Array, at: number, fields: CallFields): number {
    this.sizeStart = at;
    const after = this.#number.read(bytes, at);
    if (after < 0) return this.#scanNull(bytes, at);
    fields.size = this.#number.value;
    if (this.#number.exact !== null) {
      fields.exactSize = this.#number.exact;
      fields.hasExtras = true;
    }
    return after;
  }

  #scanOffset(bytes: Uint8Array, at: number, fields: CallFields): number {
    const after = this.#scanPositionValue(bytes, at);
    if (after < 0) return this.#scanNull(bytes, at);
    fields.offset = this.#number.value;
    if (this.#number.exact !== null) {
      fields.exactOffset = this.#number.exact;
      fields.hasExtras = true;
    }
    return after;
  }

  #scanSecondOffset(bytes: Uint8Array, at: number, fields: CallFields): number {
    const after = this.#scanPositionValue(bytes, at);
    if (after < 0) return this.#scanNull(bytes, at);
    fields.offset2 = this.#number.exact ?? this.#number.value;
    fields.hasExtras = true;
    return after;
  }

  #scanPosition(bytes: Uint8Array, at: number, fields: CallFields): number {
    if (bytes[at] !== OPEN_BRACKET) return skipPlain(bytes, at);
    const after = this.#scanPositionValue(bytes, at);
    if (after < 0) return after;
    fields.position = this.#number.exact ?? this.#number.value;
    fields.hasExtras = true;
    return after;
  }

  /**
   * An offset: `4096`, `[7]`, `[7] => [307]`, `[7 => 307]`; of the last three the value before the call.
   *
   * An offset is a signed number of 64 bits (loff_t). strace up to 4.10 printed -1 as 18446744073709551615, and
   * `-e raw` prints it as 0xffffffffffffffff: what is beyond 2^63 is the negative number with the same bits.
   */
  #scanPositionValue(bytes: Uint8Array, at: number): number {
    const boxed = bytes[at] === OPEN_BRACKET;
    const after = this.#number.read(bytes, boxed ? at + 1 : at);
    if (after < 0) return after;
    const { exact } = this.#number;
    if (exact !== null && exact >= 2n ** 63n) this.#number.setValue(BigInt.asIntN(64, exact));
    if (!boxed) return after;
    if (bytes[after] === SPACE) {
      return skipValue(bytes, after);
    }
    return bytes[after] === CLOSE_BRACKET ? after + 1 : ~after;
  }

  /** `NULL`, or the address of what could not be read: says nothing. */
  #scanNull(bytes: Uint8Array, at: number): number {
    if (bytes[at] === UPPER_N) return skipLiteral(bytes, at, NULL);
    // `getdents64(7, /* 9 entries */, 32768)`: an argument can be a comment alone
    if (bytes[at] === SLASH && bytes[at + 1] === STAR) return at;
    return ~at;
  }

  #scanPath(bytes: Uint8Array, at: number, fields: CallFields): number {
    if (bytes[at] !== QUOTE) return skipPlain(bytes, at);
    const after = skipString(bytes, at + 1);
    if (after < 0) return after;
    fields.path = this.#strings.path(bytes, at + 1, after - 1);
    return skipDots(bytes, after);
  }

  #scanSecondPath(bytes: Uint8Array, at: number, fields: CallFields): number {
    if (bytes[at] !== QUOTE) return skipPlain(bytes, at);
    const after = skipString(bytes, at + 1);
    if (after < 0) return after;
    fields.hasExtras = true;
    fields.paths.push(this.#strings.path(bytes, at + 1, after - 1));
    return skipDots(bytes, after);
  }

  /** The first directory is the `fd` of the call; its decoration is not the file that the call is about. */
  #scanDirectory(bytes: Uint8Array, at: number, fields: CallFields): number {
    const after = this.#scanDescriptor(bytes, at);
    if (after < 0) return after;
    if (fields.fd === NONE) fields.fd = this.#number.value;
    if (bytes[after] !== LESS) return after;
    const end = skipDecoration(bytes, after + 1);
    return end < 0 ? ~after : skipDeleted(bytes, end);
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
