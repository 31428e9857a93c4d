import { CLOSE_BRACKET, COMMA, DOT, LESS, OPEN_BRACKET, UPPER_A } from "../../bytes/ascii.ts";
import type { NumberReader } from "../../bytes/number-reader.ts";
import { NO_STRING, NONE } from "../../trace/table.ts";
import type { StringPool } from "../string-pool.ts";
import { FDCWD, skipDeleted, skipDots, skipLiteral, skipPlain } from "./argument-words.ts";
import type { CallFields } from "./call-fields.ts";
import { toDescriptor } from "./descriptor-number.ts";
import { skipDecoration, skipSpaces } from "./skip-value.ts";

// All positions stay within the line: it ends with a line end, where every scanner stops.

const AT_FDCWD = -100;

/**
 * Reads descriptors: `3`, `3</data/x>`, `-1`, `AT_FDCWD</home>`, `0xffffff9c`.
 *
 * Every method returns the position after what it read, or the complement (~) of the position of the first byte
 * that does not fit.
 */
export class DescriptorScanner {
  readonly #strings: StringPool;
  /** Holds the last descriptor. */
  readonly #number: NumberReader;

  constructor(strings: StringPool, number: NumberReader) {
    this.#strings = strings;
    this.#number = number;
  }

  /** The descriptor that the call works on. */
  scanFirst(bytes: Uint8Array, at: number, fields: CallFields): number {
    const after = this.#scan(bytes, at);
    if (after < 0) return after;
    fields.fd = this.#number.value;
    if (bytes[after] !== LESS) return after;
    const end = skipDecoration(bytes, after + 1);
    if (end < 0) return ~after;
    fields.path = this.#strings.decoration(bytes, after + 1, end - 1);
    return skipDeleted(bytes, end);
  }

  scanSecond(bytes: Uint8Array, at: number, fields: CallFields): number {
    const after = this.#scan(bytes, at);
    if (after < 0) return after;
    fields.hasExtras = true;
    fields.fds.push(this.#number.value);
    let end = after;
    let path = NO_STRING;
    if (bytes[after] === LESS) {
      end = skipDecoration(bytes, after + 1);
      if (end < 0) return ~after;
      path = this.#strings.decoration(bytes, after + 1, end - 1);
      end = skipDeleted(bytes, end);
    }
    if (path === NO_STRING && fields.paths.length === 0) return end;
    while (fields.paths.length < fields.fds.length - 1) fields.paths.push(NO_STRING);
    fields.paths.push(path);
    return end;
  }

  /** `[3, 4]`, `[3<pipe:[1]>, 4<pipe:[1]>]`; `[3, ...]` of -s 1; an address if the call failed. */
  scanList(bytes: Uint8Array, at: number, fields: CallFields): number {
    if (bytes[at] !== OPEN_BRACKET) return skipPlain(bytes, at);
    for (at++; bytes[at] !== CLOSE_BRACKET; ) {
      at = bytes[at] === DOT ? skipDots(bytes, at) : this.scanSecond(bytes, at, fields);
      if (at < 0) return at;
      if (bytes[at] === COMMA) at = skipSpaces(bytes, at + 1);
      else if (bytes[at] !== CLOSE_BRACKET) return ~at;
    }
    return at + 1;
  }

  /** The first directory is the `fd` of the call; its decoration is not the file that the call is about. */
  scanDirectory(bytes: Uint8Array, at: number, fields: CallFields): number {
    const after = this.#scan(bytes, at);
    if (after < 0) return after;
    if (fields.fd === NONE) fields.fd = this.#number.value;
    if (bytes[after] !== LESS) return after;
    const end = skipDecoration(bytes, after + 1);
    return end < 0 ? ~after : skipDeleted(bytes, end);
  }

  #scan(bytes: Uint8Array, at: number): number {
    if (bytes[at] === UPPER_A) {
      const after = skipLiteral(bytes, at, FDCWD);
      this.#number.value = AT_FDCWD;
      return after;
    }
    const after = this.#number.read(bytes, at);
    if (after < 0) return after;
    return toDescriptor(this.#number) ? after : ~at;
  }
}
