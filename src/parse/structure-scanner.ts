import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  EQUALS,
  OPEN_BRACE,
  OPEN_BRACKET,
  SPACE,
} from "../bytes/ascii.ts";
import type { NumberReader } from "../bytes/number-reader.ts";
import type { CallFields } from "./call-fields.ts";
import { skipSpaces, skipString, skipValue } from "./skip-value.ts";

// Positions stay within the argument, which the caller has found to be balanced.

/**
 * The sum of the lengths of an array of buffers; unknown where the array was cut.
 *
 *     [{iov_base="hello", iov_len=5}, {iov_base=NULL, iov_len=0}]     since 4.13
 *     [{"hello", 5}, {NULL, 0}]                                       before
 *     [{iov_base="x", iov_len=10}, ...]                               cut
 */
export function scanIovec(
  bytes: Uint8Array,
  at: number,
  end: number,
  fields: CallFields,
  number: NumberReader,
): void {
  const total = sumOfLengths(bytes, at, end, number);
  if (total !== null) fields.size = total;
}

/** @returns null where the array does not say */
function sumOfLengths(bytes: Uint8Array, at: number, end: number, number: NumberReader): number | null {
  if (bytes[at] !== OPEN_BRACKET) return null;
  let total = 0;
  at++;
  while (at < end && bytes[at] !== CLOSE_BRACKET) {
    if (bytes[at] !== OPEN_BRACE) return null;
    at = skipValue(bytes, at + 1);
    if (at < 0 || bytes[at] !== COMMA) return null;
    at = skipFieldName(bytes, skipSpaces(bytes, at + 1));
    at = number.read(bytes, at);
    if (at < 0 || bytes[at] !== CLOSE_BRACE) return null;
    total += number.value;
    at++;
    if (bytes[at] === COMMA) at = skipSpaces(bytes, at + 1);
    else if (bytes[at] !== CLOSE_BRACKET) return null;
  }
  return bytes[at] === CLOSE_BRACKET ? total : null;
}

/** `{off=0, len=4096}` */
export function scanRange(
  bytes: Uint8Array,
  at: number,
  end: number,
  fields: CallFields,
  number: NumberReader,
): void {
  const offset = findField(bytes, at, end, "off");
  if (offset !== -1 && number.read(bytes, offset) > 0) {
    fields.offset = number.value;
    fields.exactOffset = number.exact;
    fields.hasExtras ||= number.exact !== null;
  }
  const size = findField(bytes, at, end, "len");
  if (size !== -1 && number.read(bytes, size) > 0) {
    fields.size = number.value;
    fields.exactSize = number.exact;
    fields.hasExtras ||= number.exact !== null;
  }
}

/** `{msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base="x", iov_len=1}], msg_iovlen=1, msg_controllen=0, msg_flags=0}` */
export function scanMessage(
  _bytes: Uint8Array,
  _at: number,
  _end: number,
  _fields: CallFields,
  _number: NumberReader,
): void {}

export function scanIocbs(
  _bytes: Uint8Array,
  _at: number,
  _end: number,
  _fields: CallFields,
  _number: NumberReader,
): void {}

function skipFieldName(bytes: Uint8Array, at: number): number {
  for (let end = at; ; end++) {
    const byte = bytes[end] as number;
    if (byte === EQUALS) return end + 1;
    const isNameByte = (byte >= 0x61 && byte <= 0x7a) || byte === 0x5f;
    if (!isNameByte) return at;
  }
}

/** Where the value of a field starts, outside strings; -1 where there is none. */
function findField(bytes: Uint8Array, start: number, end: number, name: string): number {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === 0x22) {
      const after = skipString(bytes, at + 1);
      if (after < 0) return -1;
      at = after - 1;
      continue;
    }
    const before = bytes[at - 1] as number;
    if (byte !== name.charCodeAt(0) || (before !== OPEN_BRACE && before !== SPACE)) continue;
    let length = 1;
    while (length < name.length && bytes[at + length] === name.charCodeAt(length)) length++;
    if (length === name.length && bytes[at + length] === EQUALS) return at + length + 1;
  }
  return -1;
}
