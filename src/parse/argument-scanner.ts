import {
  BAR,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COMMA,
  DOT,
  EQUALS,
  GREATER,
  LESS,
  LF,
  LOWER_A,
  LOWER_X,
  LOWER_Z,
  MINUS,
  NINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  QUESTION,
  QUOTE,
  SLASH,
  SPACE,
  STAR,
  TILDE,
  UNDERSCORE,
  UPPER_A,
  UPPER_N,
  UPPER_Z,
  ZERO,
} from "../bytes/ascii.ts";
import { NumberReader } from "../bytes/number-reader.ts";
import { NONE } from "../trace/table.ts";
import type { CallFields } from "./call-fields.ts";
import { ROLE, type RoleCode } from "./role-code.ts";
import { skipComment, skipDecoration, skipSpaces, skipString, skipValue } from "./skip-value.ts";
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
  /** Where the last argument that was begun starts. */
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
  readonly #tools: { readonly number: NumberReader; readonly strings: StringPool };

  constructor(strings: StringPool) {
    this.#strings = strings;
    this.#tools = { number: this.#number, strings };
  }

  /** @param at after the opening parenthesis @returns the position after the closing one */
  scan(bytes: Uint8Array, at: number, roles: readonly RoleCode[], fields: CallFields): number {
    this.count = 0;
    this.payloadStart = -1;
    this.sizeStart = -1;
    at = skipSpaces(bytes, at);
    return bytes[at] === CLOSE_PAREN ? at + 1 : this.#scanArguments(bytes, at, roles, fields);
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
    this.count = 0;
    this.payloadStart = -1;
    this.sizeStart = -1;
    this.#isValueOpen = false;
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
    if (bytes[at] === CLOSE_PAREN) return at + 1;
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
    const after = skipLiteral(bytes, at, UNFINISHED);
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
        return this.#scanFlags(bytes, at, fields);
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
    if (this.#number.hexadecimal || this.#number.exact !== null) {
      const wide = this.#number.exact ?? BigInt(this.#number.value);
      this.#number.setValue(BigInt.asIntN(32, wide));
    }
    return after;
  }

  #scanDecoration(bytes: Uint8Array, at: number, fields: CallFields): number {
    if (bytes[at] !== LESS) return at;
    const after = skipDecoration(bytes, at + 1);
    if (after < 0) return ~at;
    fields.path = this.#decoration(bytes, at + 1, after - 1);
    return skipDeleted(bytes, after);
  }

  /** The path inside `<...>` without `(deleted)` and device numbers, which open never prints. */
  #decoration(bytes: Uint8Array, start: number, end: number): number {
    return this.#strings.path(bytes, start, endOfPath(bytes, start, end));
  }

  #scanSecondFd(bytes: Uint8Array, at: number, fields: CallFields): number {
    const after = this.#scanDescriptor(bytes, at);
    if (after < 0) return after;
    fields.hasExtras = true;
    fields.fds.push(this.#number.value);
    if (bytes[after] !== LESS) {
      if (fields.paths.length > 0) fields.paths.push(NONE);
      return after;
    }
    const end = skipDecoration(bytes, after + 1);
    if (end < 0) return ~after;
    while (fields.paths.length < fields.fds.length - 1) fields.paths.push(NONE);
    fields.paths.push(this.#decoration(bytes, after + 1, end - 1));
    return skipDeleted(bytes, end);
  }

  /** `[3, 4]`, `[3<pipe:[1]>, 4<pipe:[1]>]`; an address where the call failed. */
  #scanFds(bytes: Uint8Array, at: number, fields: CallFields): number {
    if (bytes[at] !== OPEN_BRACKET) return skipPlain(bytes, at);
    for (at++; bytes[at] !== CLOSE_BRACKET; ) {
      at = this.#scanSecondFd(bytes, at, fields);
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
    fields.position = this.#number.value;
    fields.exactResult = this.#number.exact;
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

  #scanFlags(bytes: Uint8Array, at: number, fields: CallFields): number {
    let start = at;
    let end = skipFlagWord(bytes, at);
    let next = bytes[end] as number;
    if (next !== COMMA && next !== CLOSE_PAREN) {
      // `0x80000 /* O_RDONLY|O_CLOEXEC */`, of -X verbose: the names are what other traces print
      if (next === SPACE && bytes[end + 1] === SLASH && bytes[end + 2] === STAR && end > at) {
        const after = skipComment(bytes, end + 1);
        if (after < 0) return after;
        if (hasNames(bytes, end + 4, after - 3)) {
          this.#addFlags(bytes, end + 4, after - 3, fields);
          return after;
        }
        this.#addFlags(bytes, at, after, fields);
        return after;
      }
      if (isForeign(next)) return ~end;
      end = skipValue(bytes, at);
      if (end < 0) return end;
      next = bytes[at] as number;
      if (next === OPEN_BRACE) {
        const named = findFlagsField(bytes, at, end);
        if (named !== -1) {
          start = named;
          end = skipFlagWord(bytes, named);
          this.#addFlags(bytes, start, end, fields);
          return skipValue(bytes, at);
        }
      }
    }
    let textEnd = end;
    // up to 4.26 a blank stands before the parenthesis of a resumed line
    while (textEnd > start && bytes[textEnd - 1] === SPACE) textEnd--;
    if (textEnd === start) return ~at;
    this.#addFlags(bytes, start, textEnd, fields);
    return end;
  }

  #addFlags(bytes: Uint8Array, start: number, end: number, fields: CallFields): void {
    const text = this.#strings.text(bytes, start, end);
    if (fields.flags === NONE) {
      fields.flags = text;
      return;
    }
    const strings = this.#strings.strings;
    fields.flags = this.#strings.add(`${strings[fields.flags]}, ${strings[text]}`);
  }

  #scanPath(bytes: Uint8Array, at: number, fields: CallFields): number {
    if (bytes[at] !== QUOTE) return skipPlain(bytes, at);
    const after = skipString(bytes, at + 1);
    if (after < 0) return after;
    fields.path = this.#strings.path(bytes, at + 1, endOfPath(bytes, at + 1, after - 1));
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

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const FDCWD = ascii("AT_FDCWD");
const NULL = ascii("NULL");
const UNFINISHED = ascii("<unfinished ...>");
const DELETED_OUTSIDE = ascii("(deleted)");
const DELETED_INSIDE = ascii(" (deleted)");
const FLAGS_FIELD = ascii("flags=");

function skipLiteral(bytes: Uint8Array, at: number, literal: Uint8Array): number {
  for (let i = 0; i < literal.length; i++) if (bytes[at + i] !== literal[i]) return ~at;
  return at + literal.length;
}

/** `buf=`, `iov_len=`: the names that -N prints, and clone always. */
function skipName(bytes: Uint8Array, at: number): number {
  let end = at;
  for (; ; end++) {
    const byte = bytes[end] as number;
    const isNameByte = (byte >= LOWER_A && byte <= LOWER_Z) || byte === UNDERSCORE || isDigit(byte);
    if (!isNameByte) break;
  }
  return bytes[end] === EQUALS ? end + 1 : at;
}

/** A string with the dots of -s, at its opening quote. */
function skipText(bytes: Uint8Array, at: number): number {
  const after = skipString(bytes, at + 1);
  return after < 0 ? after : skipDots(bytes, after);
}

function skipDots(bytes: Uint8Array, at: number): number {
  return bytes[at] === DOT && bytes[at + 1] === DOT && bytes[at + 2] === DOT ? at + 3 : at;
}

/** `NULL`, `0x7ffc57977be0`, `0`, a comment alone: what stands where data could not be read. */
function skipPlain(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  if (first === SLASH || first === OPEN_BRACKET || first === OPEN_BRACE || first === TILDE) {
    return first === SLASH && bytes[at + 1] !== STAR ? ~at : skipValue(bytes, at);
  }
  if (first === DOT) {
    const after = skipDots(bytes, at);
    return after === at ? ~at : after;
  }
  if (first === UPPER_N) return skipLiteral(bytes, at, NULL);
  if (!isDigit(first) && first !== MINUS) return ~at;
  let end = at + 1;
  while (isHexByte(bytes[end] as number)) end++;
  return end;
}

/** What may follow a value before its comma: comments, `=> ...`, a security context. */
function skipAfterValue(bytes: Uint8Array, at: number): number {
  const next = bytes[at] as number;
  if (next === SPACE) {
    const after = bytes[skipSpaces(bytes, at)] as number;
    const known =
      after === CLOSE_PAREN ||
      after === EQUALS ||
      after === OPEN_BRACKET ||
      after === SLASH ||
      after === BAR ||
      after === LESS;
    if (!known) return ~at;
    if (after === SLASH && bytes[skipSpaces(bytes, at) + 1] !== STAR) return ~at;
    if (after === LESS) {
      const end = skipLiteral(bytes, skipSpaces(bytes, at), UNFINISHED);
      return end < 0 || bytes[end] !== CLOSE_PAREN ? ~at : end;
    }
    return skipValue(bytes, at);
  }
  if (next === SLASH && bytes[at + 1] === STAR) return skipValue(bytes, at);
  return ~at;
}

function skipDeleted(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== OPEN_PAREN) return at;
  const after = skipLiteral(bytes, at, DELETED_OUTSIDE);
  return after < 0 ? at : after;
}

/** Where a path ends within a decoration: before ` (deleted)` and `<char 1:3>`. */
function endOfPath(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[end - 1] === GREATER) {
    const device = bytes.subarray(start, end).lastIndexOf(LESS);
    if (device > 0) return start + device;
  }
  const deleted = end - DELETED_INSIDE.length;
  return deleted > start && skipLiteral(bytes, deleted, DELETED_INSIDE) === end ? deleted : end;
}

/** `O_RDONLY|O_CLOEXEC`, `0x80000`, `SEEK_SET`, `0644` */
function skipFlagWord(bytes: Uint8Array, at: number): number {
  for (;;) {
    let byte = bytes[at] as number;
    while (FLAG_BYTES[byte] === 1) byte = bytes[++at] as number;
    if (byte !== LOWER_X || bytes[at - 1] !== ZERO) return at;
    do at++;
    while (isHexByte(bytes[at] as number));
  }
}

/** 1 for the bytes of `O_RDONLY|O_CLOEXEC` and of decimal numbers. */
const FLAG_BYTES: Uint8Array = flagTable();

function flagTable(): Uint8Array {
  const table = new Uint8Array(256);
  table.fill(1, UPPER_A, UPPER_Z + 1);
  table.fill(1, ZERO, NINE + 1);
  table[UNDERSCORE] = 1;
  table[BAR] = 1;
  return table;
}

/** Bytes that never follow a flag within strace's own text. */
function isForeign(byte: number): boolean {
  return (byte >= LOWER_A && byte <= LOWER_Z) || byte === SLASH || byte === LF;
}

/** Whether a comment has names rather than `SEEK_???`. */
function hasNames(bytes: Uint8Array, start: number, end: number): boolean {
  if (end <= start) return false;
  for (let at = start; at < end; at++) if (bytes[at] === QUESTION) return false;
  return true;
}

/** `{flags=O_RDONLY|O_CLOEXEC, mode=0, resolve=0}`: where the value of `flags` starts, or -1. */
function findFlagsField(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      const after = skipString(bytes, at + 1);
      if (after < 0) return -1;
      at = after - 1;
    } else if (byte === 0x66 /* f */ && (bytes[at - 1] === OPEN_BRACE || bytes[at - 1] === SPACE)) {
      const after = skipLiteral(bytes, at, FLAGS_FIELD);
      if (after > 0) return after;
    }
  }
  return -1;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function isHexByte(byte: number): boolean {
  const lower = byte | 0x20;
  return isDigit(byte) || (lower >= LOWER_A && lower <= 0x66) || byte === 0x78;
}
