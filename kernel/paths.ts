import {
  LONGEST_PATH,
  NO_STRING,
  PATH_BITS,
  PATH_BYTES,
  PATH_INDEX,
  PATH_LENGTH,
  PATH_SIZE,
  PATHS,
  STATE_PATH_END,
  STATE_PATH_START,
} from "./layout";
import { endOfDecoration } from "./values";

/** The index of the path that was last read. */
export let path: i32 = NO_STRING;

// @inline
export function setPath(index: i32): void {
  path = index;
}

/** Stores the index of the path at `start..end` in the text. */
export function addPath(start: usize, end: usize, index: i32): void {
  const place = placeOf(start, end);
  const length = end - start;
  store<i32>(place + PATH_LENGTH, <i32>length);
  store<i32>(place + PATH_INDEX, index);
  memory.fill(place + PATH_BYTES, 0, LONGEST_PATH);
  memory.copy(place + PATH_BYTES, start, length);
}

/**
 * Sets `path`.
 * @param start after the `<`
 * @returns the address after the `>`, or 0, with the address of an unknown path in STATE
 */
export function readPath(start: usize): usize {
  const end = endOfDecoration(start);
  if (end === 0 || end - start > LONGEST_PATH) return 0;
  const place = placeOf(start, end);
  if (<usize>load<i32>(place + PATH_LENGTH) !== end - start || !isPath(place + PATH_BYTES, start, end)) {
    store<i32>(STATE_PATH_START, <i32>start);
    store<i32>(STATE_PATH_END, <i32>end);
    return 0;
  }
  path = load<i32>(place + PATH_INDEX);
  return end + 1;
}

export function isPath(bytes: usize, start: usize, end: usize): bool {
  let p = start;
  let q = bytes;
  for (; p + 8 <= end; p += 8, q += 8) if (load<u64>(p) !== load<u64>(q)) return false;
  return p === end || headOf(p, end) === load<u64>(q);
}

/** The bytes up to `end`, fewer than 8, as a number. */
export function headOf(start: usize, end: usize): u64 {
  const bits: u64 = (end - start) << 3;
  const one: u64 = 1;
  return load<u64>(start) & ((one << bits) - 1);
}

/** The golden ratio in 52 bits: an editor would cut the last digits off the literal of a larger one. */
export const MULTIPLIER: u64 = 0x9e3779b97f4a7;

/** One multiplication for 8 bytes, where FNV has one for each byte. */
// @inline
export function placeOf(start: usize, end: usize): usize {
  let hash: u64 = end - start;
  let p = start;
  for (; p + 8 <= end; p += 8) hash = mix(hash ^ load<u64>(p));
  if (p < end) hash = mix(hash ^ headOf(p, end));
  return PATHS + <usize>(hash >> (64 - PATH_BITS)) * PATH_SIZE;
}

export function mix(hash: u64): u64 {
  const product = hash * MULTIPLIER;
  return product ^ (product >> 29);
}
