/**
 * The memory of the kernel, in bytes from its start, and what is where in it. Nothing is allocated.
 */

/** A double holds any number of this many digits exactly. */
export const SAFE_DIGITS: usize = 15;
/** Digits of a thread id: fits 32 bits. */
export const TID_DIGITS: usize = 9;
/** Same as in ResultScanner. */
export const MOST_SECONDS: i64 = 9007198;
/** Same as in LeaderScanner. */
export const MAX_TID: i64 = 4194304;
/** Same as in src/trace/table.ts. */
export const NO_STRING: i32 = 0;
export const UNKNOWN: f64 = -Infinity;

// What `scan` leaves for its caller.
export const STATE: usize = 64;
/** The next row of the block. */
export const STATE_ROW: usize = STATE;
/** Lines that were read, and how many of them are halves of calls. */
export const STATE_LINES: usize = STATE + 4;
export const STATE_HALVES: usize = STATE + 8;
/** Whether a call has had a latency so far. */
export const STATE_LATENCY: usize = STATE + 12;
/** The address of an unknown path; 0 if none was met. */
export const STATE_PATH_START: usize = STATE + 16;
export const STATE_PATH_END: usize = STATE + 20;
/** Calls whose second half has not come yet. */
export const STATE_OPENS: usize = STATE + 24;
/** Whether the line that was not read may concern one of them. */
export const STATE_CONCERNS_OPENS: usize = STATE + 28;
/** The time of the last line, in 8 bytes. */
export const STATE_TIME: usize = STATE + 32;
/** Out-of-order rows that were written. */
export const STATE_OUT_OF_ORDER: usize = STATE + 40;

/** Where the caller puts the bytes of a name (16) and its roles (16) for `addName`. */
export const SCRATCH: usize = 128;

/** The rows of the calls that the out-of-order rows hold, 4 bytes each. */
export const OUT_OF_ORDER: usize = 256;
export const MOST_OUT_OF_ORDER: usize = 128;

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

// Threads that are alive, by the low bits of their ids, and what is known of the call that each is in.
export const THREADS: usize = PATHS + (PATH_SIZE << PATH_BITS);
export const THREAD_COUNT: usize = 1024;
export const THREAD_SIZE: usize = 256;
export const THREAD_TID: usize = 0;
/** The number that the caller has given it. */
export const THREAD_INDEX: usize = 4;
/** 0 if the place is free. */
export const THREAD_KNOWN: usize = 8;
/** The address of the name of the call; 0 if it is in none. */
export const THREAD_NAME: usize = 12;
/** The row of the block that is reserved for it; below 0 if the block has been emptied since. */
export const THREAD_ROW: usize = 16;
export const THREAD_LINE: usize = 20;
export const THREAD_TEXT_LENGTH: usize = 24;
/** How many arguments were read, and whether the comma after the last of them is still to come. */
export const THREAD_ARGUMENTS: usize = 32;
export const THREAD_IS_OPEN: usize = 36;
export const THREAD_FD: usize = 40;
export const THREAD_PATH: usize = 44;
export const THREAD_SIZE_ASKED: usize = 48;
export const THREAD_OFFSET: usize = 56;
export const THREAD_TIME: usize = 64;
/** The first half from the name on; a longer one is not plain. */
export const THREAD_TEXT: usize = 80;
export const LONGEST_TEXT: usize = THREAD_SIZE - THREAD_TEXT;

/** Addresses of threads that are in a call. */
export const OPENS: usize = THREADS + THREAD_COUNT * THREAD_SIZE;

// The columns of src/trace/trace-table-builder.ts: first of the rows that come next, then of calls that
// have ended since the block was emptied.
export const ROWS: usize = 4096;
export const ALL_ROWS: usize = ROWS + MOST_OUT_OF_ORDER;
export const BLOCK: usize = OPENS + 4 * THREAD_COUNT;
export const START: usize = BLOCK;
export const OFFSET: usize = START + 8 * ALL_ROWS;
export const SIZE: usize = OFFSET + 8 * ALL_ROWS;
export const RESULT: usize = SIZE + 8 * ALL_ROWS;
export const LATENCY: usize = RESULT + 8 * ALL_ROWS;
export const LINE: usize = LATENCY + 8 * ALL_ROWS;
export const THREAD: usize = LINE + 4 * ALL_ROWS;
export const FD: usize = THREAD + 4 * ALL_ROWS;
export const PATH: usize = FD + 4 * ALL_ROWS;
export const FLAGS: usize = PATH + 4 * ALL_ROWS;
export const CALL: usize = FLAGS + 4 * ALL_ROWS;
export const ERROR: usize = CALL + 2 * ALL_ROWS;
/** What CALL holds in a row whose call has not ended. */
export const RESERVED: u16 = 0xffff;

/** The text: whole lines. */
export const INPUT: usize = ERROR + 2 * ALL_ROWS;
export const INPUT_SIZE: usize = 1 << 20;
export const INPUT_END: usize = INPUT + INPUT_SIZE;

// Roles of arguments.
export const ROLE_FD: i32 = 1;
export const ROLE_TEXT: i32 = 2;
export const ROLE_SIZE: i32 = 3;
export const ROLE_OFFSET: i32 = 4;

// Kinds of time at the start of a line.
export const CLOCK_NONE: i32 = 0;
export const CLOCK_DAY: i32 = 1;
export const CLOCK_EPOCH: i32 = 2;
export const CLOCK_RELATIVE: i32 = 3;

export const LF: i32 = 10;
export const CR: i32 = 13;
export const SPACE: i32 = 32;
export const QUOTE: i32 = 34;
export const OPEN_PAREN: i32 = 40;
export const CLOSE_PAREN: i32 = 41;
export const COMMA: i32 = 44;
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
export const LESS_DOTS: i32 = 0x2e2e2e3c;
/** ` resumed`, and the first 16 of ` <unfinished ...>`. */
export const RESUMED: u64 = ((<u64>0x64656d75) << 32) | 0x73657220;
export const UNFINISHED_1: u64 = ((<u64>0x696e6966) << 32) | 0x6e753c20;
export const UNFINISHED_2: u64 = ((<u64>0x2e2e2e20) << 32) | 0x64656873;
export const UNFINISHED_LENGTH: usize = 17;

/** Nanoseconds. */
export const DAY: f64 = 86400e9;
