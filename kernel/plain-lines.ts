/**
 * Reads the lines that make up nearly all of a trace, many per call:
 *
 *     [pid 1444170] 15:59:08 pread64(9, "\1\203W"..., 53, 11177) = 53 <0.000084>
 *
 * AssemblyScript, compiled to WebAssembly: see src/parse/plain/plain-lines.ts, its other half, for what is plain. A
 * line with anything unusual is left to the scanners that know every form; this one never reads a line differently.
 *
 * The comment `@inline` before a function compiles it into its callers, which took a tenth off the time of all.
 * Positions are addresses in the memory described by layout.ts. A line ends with a line end, where every loop stops.
 */

import {
  fd,
  isEntry,
  keepArguments,
  offset,
  scanArguments,
  scanRest,
  size,
  startArguments,
  takeArguments,
} from "./arguments";
import {
  CALL,
  EQUALS_SPACE,
  ERROR,
  FD,
  FLAGS,
  GREATER,
  LATENCY,
  LESS_DOTS,
  LINE,
  LONGEST_TEXT,
  MOST_OUT_OF_ORDER,
  NAME_CALL,
  NAME_LENGTH,
  NAME_SENDS,
  NO_STRING,
  OFFSET,
  OUT_OF_ORDER,
  PATH,
  RESERVED,
  RESULT,
  RESUMED,
  ROWS,
  SIZE,
  SPACE,
  START,
  STATE_CONCERNS_OPENS,
  STATE_HALVES,
  STATE_LATENCY,
  STATE_LINES,
  STATE_OPENS,
  STATE_OUT_OF_ORDER,
  STATE_PATH_START,
  STATE_ROW,
  STATE_TIME,
  THREAD,
  THREAD_INDEX,
  THREAD_LINE,
  THREAD_NAME,
  THREAD_ROW,
  THREAD_TEXT,
  THREAD_TEXT_LENGTH,
  THREAD_TIME,
  UNFINISHED_LENGTH,
} from "./layout";
import { keepTime, latestTime, skipLeader, startClock, tid, time } from "./leader";
import { findName } from "./names";
import { path } from "./paths";
import { close, findThread, isOpen, open } from "./threads";
import { at, lineEnd, readLatency, readNumber, skipSpaces, value } from "./values";

export { setOrigin } from "./leader";
export { addName } from "./names";
export { addPath } from "./paths";
export { addThread, forgetOpens, forgetThread, forgetThreads, moveOpens } from "./threads";

/**
 * Reads lines until one is not plain or the block is full. The thread column gets the number of the thread.
 * @param last the last line end of the text
 * @param line number of the first line
 * @param row of the block that is written first
 * @param clock the kind of time that lines have: any other kind is not plain
 * @param latest the time of the previous line, and what midnights have added, in nanoseconds
 * @returns the start of the first line that was not read
 */
export function scan(
  start: usize,
  last: usize,
  line: i32,
  row: usize,
  clock: i32,
  latest: f64,
  days: f64,
): usize {
  startClock(latest, days);
  store<i32>(STATE_HALVES, 0);
  store<i32>(STATE_OUT_OF_ORDER, 0);
  store<i32>(STATE_PATH_START, 0);
  store<i32>(STATE_CONCERNS_OPENS, 0);
  let next = start;
  let lines = 0;
  nextRow = row;
  while (next <= last && nextRow < ROWS) {
    const end = scanLine(next, line + lines, clock);
    if (end === 0) break;
    next = end + 1;
    lines++;
  }
  store<i32>(STATE_ROW, <i32>nextRow);
  store<i32>(STATE_LINES, lines);
  store<f64>(STATE_TIME, latestTime());
  return next;
}

/** The next row of the block. */
let nextRow: usize = 0;

/** @returns the address of the line end, or 0 */
function scanLine(start: usize, line: i32, clock: i32): usize {
  const body = skipLeader(start, clock);
  if (body === 0 || tid < 0) store<i32>(STATE_CONCERNS_OPENS, 1);
  // a line without an id may be of a thread whose id is known
  if (body === 0 || (tid < 0 && load<u32>(STATE_OPENS) > 0)) return 0;
  const thread = findThread(tid);
  if (thread === 0) return 0;
  const end = scanOfThread(body, thread, line);
  if (end === 0 && isOpen(thread)) store<i32>(STATE_CONCERNS_OPENS, 1);
  return end;
}

// @inline
function scanOfThread(body: usize, thread: usize, line: i32): usize {
  if (load<i32>(body) === LESS_DOTS) return scanSecondHalf(body, thread);
  const name = findName(body);
  if (name === 0 || load<u32>(thread + THREAD_NAME) !== 0) return 0;
  startArguments();
  let p = scanArguments(body + load<u32>(name + NAME_LENGTH), name, 0);
  if (p === 0) return 0;
  if (isEntry && tid < 0) return 0;
  if (isEntry) return keepFirstHalf(body, p, name, thread, line);
  p = scanEnd(p, name);
  if (p === 0) return 0;
  storeCall(nextRow, name, load<i32>(thread + THREAD_INDEX), line, time);
  nextRow++;
  keepTime();
  return p;
}

/** `pread64(9,  <unfinished ...>` @param end of the text of the call @returns the address of the line end, or 0 */
function keepFirstHalf(body: usize, end: usize, name: usize, thread: usize, line: i32): usize {
  const after = lineEnd(end + UNFINISHED_LENGTH);
  const length = end - body;
  if (after === 0 || length > LONGEST_TEXT) return 0;
  store<i32>(thread + THREAD_ROW, <i32>nextRow);
  store<i32>(thread + THREAD_LINE, line);
  store<u32>(thread + THREAD_TEXT_LENGTH, <u32>length);
  for (let from: usize = 0; from < length; from += 16) {
    v128.store(thread + THREAD_TEXT + from, v128.load(body + from));
  }
  store<f64>(thread + THREAD_TIME, time);
  keepArguments(thread);
  open(thread, name);
  store<f64>(START + (nextRow << 3), time);
  store<u16>(CALL + (nextRow << 1), RESERVED);
  nextRow++;
  countHalf();
  return after;
}

/**
 *     <... pread64 resumed>"\0\1"..., 53, 11177) = 53 <0.000084>
 *
 * @returns the address of the line end, or 0
 */
function scanSecondHalf(body: usize, thread: usize): usize {
  const name: usize = load<u32>(thread + THREAD_NAME);
  if (name === 0 || load<u8>(body + 4) !== SPACE) return 0;
  const nameEnd = body + 5 + load<u32>(name + NAME_LENGTH) - 1;
  if (memory.compare(body + 5, name, nameEnd - body - 5) !== 0) return 0;
  if (load<u64>(nameEnd) !== RESUMED || load<u8>(nameEnd + 8) !== GREATER) return 0;
  takeArguments(thread);
  let p = scanRest(nameEnd + 9, name);
  if (p === 0) return 0;
  p = scanEnd(p, name);
  if (p === 0) return 0;
  const row = load<i32>(thread + THREAD_ROW);
  const outOfOrder = load<i32>(STATE_OUT_OF_ORDER);
  if (row < 0) {
    if (outOfOrder === MOST_OUT_OF_ORDER) return 0;
    store<i32>(OUT_OF_ORDER + (outOfOrder << 2), row);
    store<i32>(STATE_OUT_OF_ORDER, outOfOrder + 1);
  }
  storeCall(
    row < 0 ? ROWS + <usize>outOfOrder : <usize>row,
    name,
    load<i32>(thread + THREAD_INDEX),
    load<i32>(thread + THREAD_LINE),
    load<f64>(thread + THREAD_TIME),
  );
  close(thread);
  countHalf();
  return p;
}

function countHalf(): void {
  store<i32>(STATE_HALVES, load<i32>(STATE_HALVES) + 1);
  keepTime();
}

/**
 * ` = 53 <0.000084>` and the line end.
 * @param start after the closing parenthesis
 * @returns the address of the line end, or 0
 */
// @inline
function scanEnd(start: usize, name: usize): usize {
  if (load<u8>(start) !== SPACE) return 0;
  let p = skipSpaces(start);
  if (load<u16>(p) !== EQUALS_SPACE || !readNumber(p + 2)) return 0;
  result = <f64>value;
  p = at;
  // after a short write the scanners have to check whether output is glued to the size
  if (result !== size && load<u32>(name + NAME_SENDS) !== 0) return 0;
  latency = -1;
  if (load<u8>(p) === SPACE) {
    latency = readLatency(p + 1);
    if (latency < 0) return 0;
    p = at;
    store<i32>(STATE_LATENCY, 1);
  }
  return lineEnd(p);
}

let result: f64 = 0;
let latency: f64 = -1;

// @inline
function storeCall(row: usize, name: usize, thread: i32, line: i32, start: f64): void {
  store<f64>(START + (row << 3), start);
  store<f64>(OFFSET + (row << 3), offset);
  store<f64>(SIZE + (row << 3), size);
  store<f64>(RESULT + (row << 3), result);
  store<f64>(LATENCY + (row << 3), latency);
  store<i32>(LINE + (row << 2), line);
  store<i32>(THREAD + (row << 2), thread);
  store<i32>(FD + (row << 2), fd);
  store<i32>(PATH + (row << 2), path);
  store<i32>(FLAGS + (row << 2), NO_STRING);
  store<u16>(CALL + (row << 1), load<u16>(name + NAME_CALL));
  store<u16>(ERROR + (row << 1), 0);
}
