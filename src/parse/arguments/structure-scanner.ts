import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  COMMA,
  EQUALS,
  LESS,
  LF,
  LOWER_A,
  LOWER_Z,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  QUOTE,
  SPACE,
  UNDERSCORE,
} from "../../bytes/ascii.ts";
import type { NumberReader } from "../../bytes/number-reader.ts";
import { NO_STRING, UNKNOWN } from "../../trace/table.ts";
import type { StringPool } from "../string-pool.ts";
import type { NamedFlags } from "./argument-layout.ts";
import { skipDeleted } from "./argument-words.ts";
import type { CallFields } from "./call-fields.ts";
import { toDescriptor } from "./descriptor-number.ts";
import { skipDecoration, skipOpaque, skipSpaces, skipString, skipValue } from "./skip-value.ts";

// Positions stay within the argument, which the caller has checked to be balanced.

/** Reads one argument that has a structure. `bytes[start..end)` is the whole of it. */
export type StructureScanner = (
  bytes: Uint8Array,
  start: number,
  end: number,
  fields: CallFields,
  tools: StructureTools,
) => void;

/** `set`: the names of the numbers in the structure's members. */
export type StructureTools = {
  readonly number: NumberReader;
  readonly strings: StringPool;
  set: NamedFlags | null;
};

/**
 * The sum of the lengths of an array of buffers; unknown if the array was cut.
 *
 *     [{iov_base="hello", iov_len=5}, {iov_base=NULL, iov_len=0}]     since 4.13
 *     [{"hello", 5}, {NULL, 0}]                                       before
 *     [{iov_base="x", iov_len=10}, ...]                               cut
 */
export const scanIovec: StructureScanner = (bytes, start, end, fields, { number }) => {
  setSize(fields, sumOfLengths(bytes, start, end, number));
};

export function sumOfLengths(
  bytes: Uint8Array,
  start: number,
  end: number,
  number: NumberReader,
): number | bigint {
  if (bytes[start] !== OPEN_BRACKET) return UNKNOWN;
  let total: number | bigint = 0;
  let at = start + 1;
  while (at < end && bytes[at] !== CLOSE_BRACKET) {
    if (bytes[at] !== OPEN_BRACE) return UNKNOWN;
    at = skipValue(bytes, at + 1);
    if (at < 0 || bytes[at] !== COMMA) return UNKNOWN;
    at = number.read(bytes, skipFieldName(bytes, skipSpaces(bytes, at + 1)));
    if (at < 0 || bytes[at] !== CLOSE_BRACE) return UNKNOWN;
    total = add(total, number.exact ?? number.value);
    at++;
    if (bytes[at] === COMMA) at = skipSpaces(bytes, at + 1);
    else if (bytes[at] !== CLOSE_BRACKET) return UNKNOWN;
  }
  return bytes[at] === CLOSE_BRACKET ? total : UNKNOWN;
}

/** For sizes: a single unknown one makes the sum unknown. */
function add(one: number | bigint, other: number | bigint): number | bigint {
  if (one === UNKNOWN || other === UNKNOWN) return UNKNOWN;
  const sum = Number(one) + Number(other);
  return Number.isSafeInteger(sum) ? sum : BigInt(one) + BigInt(other);
}

export function setSize(fields: CallFields, size: number | bigint): void {
  fields.size = Number(size);
  fields.exactSize = typeof size === "bigint" ? size : null;
  fields.hasExtras ||= fields.exactSize !== null;
}

/**
 * One message or several: the size is that of all buffers; the descriptors are those passed with SCM_RIGHTS.
 *
 *     {msg_name=NULL, msg_iov=[{iov_base="x", iov_len=1}], msg_control=[{cmsg_type=SCM_RIGHTS, cmsg_data=[7]}], ...}
 *     {msg_name(0)=NULL, msg_iov(1)=[{"x", 1}], msg_controllen=24, {cmsg_type=SCM_RIGHTS, {7}}, msg_flags=0} up to 4.12
 */
export const scanMessage: StructureScanner = (bytes, start, end, fields, { number, strings }) => {
  let total: number | bigint = 0;
  for (let at = findWord(bytes, start, end, "msg_iov"); at !== -1; at = findWord(bytes, at, end, "msg_iov")) {
    if (bytes[at] !== EQUALS && bytes[at] !== OPEN_PAREN) continue;
    while (at < end && bytes[at] !== EQUALS) at++;
    total = add(total, sumOfLengths(bytes, at + 1, end, number));
    setSize(fields, total);
  }
  for (
    let at = findWord(bytes, start, end, "SCM_RIGHTS");
    at !== -1;
    at = findWord(bytes, at, end, "SCM_RIGHTS")
  ) {
    let from = at;
    while (
      from < end &&
      bytes[from] !== OPEN_BRACKET &&
      bytes[from] !== OPEN_BRACE &&
      bytes[from] !== CLOSE_BRACE
    )
      from++;
    if (bytes[from] !== CLOSE_BRACE) scanFds(bytes, from + 1, fields, number, strings);
  }
};

/** `7</a>, 8]` */
function scanFds(
  bytes: Uint8Array,
  start: number,
  fields: CallFields,
  number: NumberReader,
  strings: StringPool,
): void {
  let first = start;
  for (let at = number.read(bytes, first); at > 0; at = number.read(bytes, first)) {
    fields.hasExtras = true;
    if (!toDescriptor(number)) fields.misfit = first;
    fields.fds.push(number.value);
    if (bytes[at] === LESS) {
      const after = skipDecoration(bytes, at + 1);
      if (after < 0) return;
      const path = strings.decoration(bytes, at + 1, after - 1);
      if (path !== NO_STRING || fields.paths.length > 0) {
        while (fields.paths.length < fields.fds.length - 1) fields.paths.push(NO_STRING);
        fields.paths.push(path);
      }
      at = skipDeleted(bytes, after);
    } else if (fields.paths.length > 0) {
      fields.paths.push(NO_STRING);
    }
    if (bytes[at] !== COMMA) return;
    first = skipSpaces(bytes, at + 1);
  }
}

export function setOffset(fields: CallFields, number: NumberReader): void {
  if (number.exact !== null && number.exact >= 2n ** 63n) number.setValue(BigInt.asIntN(64, number.exact));
  fields.offset = number.value;
  fields.exactOffset = number.exact;
  fields.hasExtras ||= number.exact !== null;
}

/** The end of a member of a structure: its comma or closing brace. */
export function skipMember(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let depth = 0; ; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      const after = skipString(bytes, at + 1);
      if (after < 0) return after;
      at = after - 1;
    } else if (byte === LESS) {
      const after = skipDecoration(bytes, at + 1);
      if (after < 0) return after;
      at = after - 1;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET || byte === OPEN_PAREN) {
      depth++;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte === CLOSE_PAREN) {
      if (depth-- === 0) return at;
    } else if (byte === COMMA && depth === 0) {
      return at;
    } else if (byte === LF) {
      return ~at;
    }
  }
}

/** `iov_len=` or, up to 4.10, `nbytes:`; @returns `at` if there is no name */
export function skipFieldName(bytes: Uint8Array, at: number): number {
  for (let end = at; ; end++) {
    const byte = bytes[end] as number;
    if (byte === EQUALS || byte === COLON) return end + 1;
    if (!isLetter(byte) && byte !== UNDERSCORE) return at;
  }
}

export function isLetter(byte: number): boolean {
  return byte >= LOWER_A && byte <= LOWER_Z;
}

/** The position after a word that is outside strings and starts a field; -1 if there is none. */
export function findWord(bytes: Uint8Array, start: number, end: number, word: string): number {
  for (let at = start; at < end; at++) {
    const after = skipOpaque(bytes, at);
    if (after < 0) return -1;
    if (after > at) {
      at = after - 1;
      continue;
    }
    if (bytes[at] !== word.charCodeAt(0) || !isBoundary(bytes[at - 1] as number)) continue;
    let length = 1;
    while (length < word.length && bytes[at + length] === word.charCodeAt(length)) length++;
    if (length === word.length) return at + length;
  }
  return -1;
}

function isBoundary(byte: number): boolean {
  return byte === OPEN_BRACE || byte === SPACE || byte === EQUALS;
}

export function latin1(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] as number);
  return text;
}
