/**
 * The memory of the kernel, in bytes from its start, and what stands in it. Nothing is allocated.
 */

/** So many digits are exact in a double whatever they are. */
export const SAFE_DIGITS: usize = 15;
/** Digits of a thread id: fits 32 bits. */
export const TID_DIGITS: usize = 9;
/** As LeaderScanner has it. */
export const MAX_TID: i64 = 4194304;
/** As src/trace/table.ts has them. */
export const NO_STRING: i32 = 0;
export const UNKNOWN: f64 = -Infinity;

// What `scan` leaves behind.
export const STATE: usize = 64;
export const STATE_ROW: usize = STATE;
export const STATE_LATENCY: usize = STATE + 4;
export const STATE_PATH_START: usize = STATE + 8;
export const STATE_PATH_END: usize = STATE + 12;

/** Where the caller puts the bytes of a name (16) and its roles (16) for `addName`. */
export const SCRATCH: usize = 128;

// Names of calls with their parenthesis, so that no name is the start of another.
export const NAMES: usize = 1024;
export const NAME_SIZE: usize = 64;
export const MAX_NAMES: usize = 64;
export const NAME_MASK: usize = 16;
export const NAME_LENGTH: usize = 32;
export const NAME_CALL: usize = 36;
export const NAME_SENDS: usize = 40;
export const NAME_ROLE_COUNT: usize = 44;
export const NAME_ROLES: usize = 48;

// Paths that decorate descriptors, with their indexes: one place each, by hash.
export const PATHS: usize = NAMES + MAX_NAMES * NAME_SIZE;
export const PATH_SIZE: usize = 128;
export const PATH_BITS: u32 = 10;
export const PATH_LENGTH: usize = 0;
export const PATH_INDEX: usize = 4;
export const PATH_BYTES: usize = 8;
export const LONGEST_PATH: usize = PATH_SIZE - PATH_BYTES;

// Columns as src/trace/trace-table-builder.ts lays them out.
export const ROWS: usize = 4096;
export const BLOCK: usize = PATHS + (PATH_SIZE << PATH_BITS);
export const START: usize = BLOCK;
export const OFFSET: usize = START + 8 * ROWS;
export const SIZE: usize = OFFSET + 8 * ROWS;
export const RESULT: usize = SIZE + 8 * ROWS;
export const LATENCY: usize = RESULT + 8 * ROWS;
export const LINE: usize = LATENCY + 8 * ROWS;
export const THREAD: usize = LINE + 4 * ROWS;
export const FD: usize = THREAD + 4 * ROWS;
export const PATH: usize = FD + 4 * ROWS;
export const FLAGS: usize = PATH + 4 * ROWS;
export const CALL: usize = FLAGS + 4 * ROWS;
export const ERROR: usize = CALL + 2 * ROWS;

/** The text: whole lines. */
export const INPUT: usize = ERROR + 2 * ROWS;
export const INPUT_SIZE: usize = 1 << 20;
export const INPUT_END: usize = INPUT + INPUT_SIZE;

// Roles of arguments, numbered as the caller does.
export const ROLE_TEXT: i32 = 2;
export const ROLE_SIZE: i32 = 3;
export const ROLE_OFFSET: i32 = 4;

// Kinds of time in front of a line.
export const CLOCK_NONE: i32 = 0;
export const CLOCK_DAY: i32 = 1;
export const CLOCK_EPOCH: i32 = 2;
export const CLOCK_RELATIVE: i32 = 3;

export const LF: i32 = 10;
export const CR: i32 = 13;
export const SPACE: i32 = 32;
export const QUOTE: i32 = 34;
export const OPEN_PAREN: i32 = 40;
export const DOT: i32 = 46;
export const COLON: i32 = 58;
export const LESS: i32 = 60;
export const EQUALS: i32 = 61;
export const GREATER: i32 = 62;
export const OPEN_BRACKET: i32 = 91;
export const BACKSLASH: i32 = 92;
/** Two and four characters as one number, the first in the lowest byte. */
export const COMMA_SPACE: i32 = 0x202c;
export const PAREN_SPACE: i32 = 0x2029;
export const EQUALS_SPACE: i32 = 0x203d;
export const BRACKET_SPACE: i32 = 0x205d;
export const DOT_DOT: i32 = 0x2e2e;
export const OPEN_PLUS: i32 = 0x2b28;
export const PID: i32 = 0x6469705b;
