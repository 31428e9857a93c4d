import {
  CLOSE_PAREN,
  COMMA,
  COMMA_SPACE,
  DOT,
  DOT_DOT,
  GREATER,
  LESS,
  NAME_ROLE_COUNT,
  NAME_ROLES,
  NO_STRING,
  QUOTE,
  ROLE_OFFSET,
  ROLE_SIZE,
  ROLE_TEXT,
  SPACE,
  THREAD_ARGUMENTS,
  THREAD_FD,
  THREAD_IS_OPEN,
  THREAD_OFFSET,
  THREAD_PATH,
  THREAD_SIZE_ASKED,
  UNFINISHED_1,
  UNFINISHED_2,
  UNFINISHED_LENGTH,
  UNKNOWN,
} from "./layout";
import { path, readPath, setPath } from "./paths";
import { at, isLowerCase, readNumber, skipArgumentName, skipSpaces, skipString, value } from "./values";

// What the arguments of a call say, as far as they were read.
export let fd: i32 = 0;
export let size: f64 = UNKNOWN;
export let offset: f64 = UNKNOWN;
/** How many arguments were read. */
let count: u32 = 0;
/** Whether the comma after the last of them is still to come. */
let isOpen: bool = false;
/** Whether the text ended before the arguments did. */
export let isEntry: bool = false;

// @inline
export function startArguments(): void {
  fd = 0;
  size = UNKNOWN;
  offset = UNKNOWN;
  count = 0;
  isOpen = false;
  isEntry = false;
  setPath(NO_STRING);
}

/** Keeps what was read until the second half comes. */
export function keepArguments(thread: usize): void {
  store<i32>(thread + THREAD_FD, fd);
  store<i32>(thread + THREAD_PATH, path);
  store<f64>(thread + THREAD_SIZE_ASKED, size);
  store<f64>(thread + THREAD_OFFSET, offset);
  store<u32>(thread + THREAD_ARGUMENTS, count);
  store<u32>(thread + THREAD_IS_OPEN, isOpen ? 1 : 0);
}

export function takeArguments(thread: usize): void {
  fd = load<i32>(thread + THREAD_FD);
  setPath(load<i32>(thread + THREAD_PATH));
  size = load<f64>(thread + THREAD_SIZE_ASKED);
  offset = load<f64>(thread + THREAD_OFFSET);
  count = load<u32>(thread + THREAD_ARGUMENTS);
  isOpen = load<u32>(thread + THREAD_IS_OPEN) === 1;
  isEntry = false;
}

/**
 * Reads the arguments that the second half has.
 * @param start after `resumed>`
 * @returns the address after the closing parenthesis, or 0
 */
export function scanRest(start: usize, name: usize): usize {
  let p = skipSpaces(start);
  if (load<u8>(p) === CLOSE_PAREN) return count === load<u32>(name + NAME_ROLE_COUNT) ? p + 1 : 0;
  if (isOpen) {
    if (load<u8>(p) !== COMMA) return 0;
    p = skipSpaces(p + 1);
  }
  p = scanArguments(p, name, count);
  return isEntry ? 0 : p;
}

/**
 * @param start of an argument
 * @param first its number
 * @returns the address after the closing parenthesis, or, if `isEntry` becomes true, after ` <unfinished ...>`; else 0
 */
// @inline
export function scanArguments(start: usize, name: usize, first: u32): usize {
  const roles = load<u32>(name + NAME_ROLE_COUNT);
  let p = start;
  count = first;
  while (count < roles) {
    let byte: i32 = load<u8>(p);
    if (byte === SPACE) return endEntry(p);
    if (isLowerCase(byte)) {
      p = skipArgumentName(p);
      if (p === 0) return 0;
      byte = load<u8>(p);
    }
    p = scanArgument(p, byte, load<u8>(name + NAME_ROLES + count));
    if (p === 0) return 0;
    count++;
    if (load<u16>(p) !== COMMA_SPACE) break;
    p += 2;
  }
  if (load<u8>(p) === CLOSE_PAREN) return count === roles ? p + 1 : 0;
  isOpen = true;
  return load<u8>(p) === SPACE ? endEntry(p) : 0;
}

/** @returns the address after it, or 0 */
// @inline
function scanArgument(start: usize, byte: i32, role: i32): usize {
  if (role === ROLE_TEXT) {
    if (byte !== QUOTE) return 0;
    const p = skipString(start + 1);
    return p !== 0 && load<u16>(p) === DOT_DOT && load<u8>(p + 2) === DOT ? p + 3 : p;
  }
  if (!readNumber(start)) return 0;
  if (role === ROLE_SIZE) {
    size = <f64>value;
  } else if (role === ROLE_OFFSET) {
    offset = <f64>value;
  } else {
    if (value > <i64>i32.MAX_VALUE) return 0;
    fd = <i32>value;
    if (load<u8>(at) === LESS) return readPath(at + 1);
  }
  return at;
}

/** Whether the line ends in ` <unfinished ...>` here. */
function endEntry(p: usize): usize {
  isEntry = true;
  const isUnfinished = load<u64>(p) === UNFINISHED_1 && load<u64>(p + 8) === UNFINISHED_2;
  return isUnfinished && load<u8>(p + UNFINISHED_LENGTH - 1) === GREATER ? p : 0;
}
