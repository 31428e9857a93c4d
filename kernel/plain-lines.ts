/**
 * Reads the lines that nearly all of a trace consists of, many at a call:
 *
 *     [pid 1444170] 15:59:08 pread64(9, "\1\203W"..., 53, 11177) = 53 <0.000084>
 *
 * AssemblyScript, compiled to WebAssembly: see src/parse/plain-lines.ts, its other half, for what is plain. A line
 * with anything unusual is left to the scanners that know every form; this one never reads a line differently.
 *
 * Positions are addresses in the memory that layout.ts lays out. A line ends with a line end, at which every loop stops.
 */

import {
  CALL,
  COMMA_SPACE,
  CR,
  DOT,
  DOT_DOT,
  EQUALS_SPACE,
  ERROR,
  FD,
  FLAGS,
  LATENCY,
  LESS,
  LF,
  LINE,
  NAME_CALL,
  NAME_LENGTH,
  NAME_ROLE_COUNT,
  NAME_ROLES,
  NAME_SENDS,
  NO_STRING,
  OFFSET,
  PAREN_SPACE,
  PATH,
  QUOTE,
  RESULT,
  ROLE_OFFSET,
  ROLE_SIZE,
  ROLE_TEXT,
  ROWS,
  SIZE,
  SPACE,
  START,
  STATE_LATENCY,
  STATE_ROW,
  THREAD,
  UNKNOWN,
} from "./layout";
import { skipLeader, tid, time } from "./leader";
import { findName } from "./names";
import { forgetPath, path, readPath } from "./paths";
import {
  at,
  isLowerCase,
  readLatency,
  readNumber,
  skipArgumentName,
  skipSpaces,
  skipString,
  value,
} from "./values";

export { BLOCK, INPUT, INPUT_SIZE, ROWS, SCRATCH, STATE } from "./layout";
export { setOrigin } from "./leader";
export { addName } from "./names";
export { addPath } from "./paths";

/**
 * Reads lines until one is not plain or the block is full.
 * @param last the last line end of the text
 * @param line number of the first line
 * @param row of the block that is written first
 * @param clock the kind of time that lines have: another kind is not plain
 * @returns where the first line starts that was not read
 */
export function scan(start: usize, last: usize, line: i32, row: usize, clock: i32): usize {
  let next = start;
  while (next <= last && row < ROWS) {
    const end = scanLine(next, line, row, clock);
    if (end === 0) break;
    next = end + 1;
    line++;
    row++;
  }
  store<i32>(STATE_ROW, <i32>row);
  return next;
}

/** @returns the address of the line end, or 0 */
function scanLine(start: usize, line: i32, row: usize, clock: i32): usize {
  let p = skipLeader(start, clock);
  if (p === 0) return 0;
  const name = findName(p);
  if (name === 0) return 0;
  p += load<u32>(name + NAME_LENGTH);
  const roles = load<u32>(name + NAME_ROLE_COUNT);
  forgetPath();
  let fd: i64 = 0;
  let size = UNKNOWN;
  let offset = UNKNOWN;
  for (let index: u32 = 0; index < roles; index++) {
    if (index > 0) {
      if (load<u16>(p) !== COMMA_SPACE) return 0;
      p += 2;
    }
    let byte: i32 = load<u8>(p);
    if (isLowerCase(byte)) {
      p = skipArgumentName(p);
      if (p === 0) return 0;
      byte = load<u8>(p);
    }
    const role: i32 = load<u8>(name + NAME_ROLES + index);
    if (role === ROLE_TEXT) {
      if (byte !== QUOTE) return 0;
      p = skipString(p + 1);
      if (p === 0) return 0;
      if (load<u16>(p) === DOT_DOT && load<u8>(p + 2) === DOT) p += 3;
      continue;
    }
    if (!readNumber(p)) return 0;
    p = at;
    if (role === ROLE_SIZE) {
      size = <f64>value;
    } else if (role === ROLE_OFFSET) {
      offset = <f64>value;
    } else {
      fd = value;
      if (load<u8>(p) === LESS) {
        p = readPath(p + 1);
        if (p === 0) return 0;
      }
    }
  }
  if (fd > <i64>i32.MAX_VALUE || load<u16>(p) !== PAREN_SPACE) return 0;
  p = skipSpaces(p + 2);
  if (load<u16>(p) !== EQUALS_SPACE || !readNumber(p + 2)) return 0;
  const result = <f64>value;
  p = at;
  // of a short write the scanners have to look whether output is glued to the size
  if (result !== size && load<u32>(name + NAME_SENDS) !== 0) return 0;
  let latency: f64 = -1;
  if (load<u8>(p) === SPACE) {
    latency = readLatency(p + 1);
    if (latency < 0) return 0;
    p = at;
    store<i32>(STATE_LATENCY, 1);
  }
  if (load<u8>(p) === CR) p++;
  if (load<u8>(p) !== LF) return 0;
  store<f64>(START + (row << 3), time);
  store<f64>(OFFSET + (row << 3), offset);
  store<f64>(SIZE + (row << 3), size);
  store<f64>(RESULT + (row << 3), result);
  store<f64>(LATENCY + (row << 3), latency);
  store<i32>(LINE + (row << 2), line);
  store<i32>(THREAD + (row << 2), tid);
  store<i32>(FD + (row << 2), <i32>fd);
  store<i32>(PATH + (row << 2), path);
  store<i32>(FLAGS + (row << 2), NO_STRING);
  store<u16>(CALL + (row << 1), load<u16>(name + NAME_CALL));
  store<u16>(ERROR + (row << 1), 0);
  return p;
}
