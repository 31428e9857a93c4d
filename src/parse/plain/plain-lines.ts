import { type Column, columnsAt, type TableColumns } from "../../trace/trace-table-builder.ts";
import { ROLE } from "../arguments/role-code.ts";
import type { CallName } from "../call-scanner.ts";
import type { Clock } from "../leader-scanner.ts";
import type { TraceClock } from "../trace-clock.ts";
import { KERNEL, LAYOUT } from "./plain-lines-code.ts";

/** The parts of the engine's own object that are used; TypeScript knows it only as part of a browser. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
};

/** What kernel/plain-lines.ts exports; positions are addresses in its memory. */
type Kernel = {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly setOrigin: (seconds: number, nanoseconds: number) => void;
  readonly addName: (length: number, call: number, sendsData: number, roles: number) => void;
  readonly addPath: (start: number, end: number, index: number) => void;
  readonly addThread: (tid: number, index: number) => void;
  readonly forgetOpens: () => void;
  readonly forgetThread: (tid: number) => void;
  readonly forgetThreads: () => void;
  readonly moveOpens: (rows: number) => void;
  readonly scan: (
    start: number,
    last: number,
    line: number,
    row: number,
    clock: number,
    latest: number,
    days: number,
  ) => number;
};

const CLOCKS: Readonly<Record<Clock, number>> = {
  none: LAYOUT.CLOCK_NONE,
  day: LAYOUT.CLOCK_DAY,
  epoch: LAYOUT.CLOCK_EPOCH,
  relative: LAYOUT.CLOCK_RELATIVE,
};
/** The kernel's numbers for the roles that a plain call may have. */
const PLAIN_ROLES: ReadonlyMap<number, number> = new Map([
  [ROLE.fd, LAYOUT.ROLE_FD],
  [ROLE.buffer, LAYOUT.ROLE_TEXT],
  [ROLE.payload, LAYOUT.ROLE_TEXT],
  [ROLE.size, LAYOUT.ROLE_SIZE],
  [ROLE.offset, LAYOUT.ROLE_OFFSET],
]);
/** Bytes of a name with its parenthesis, and roles of its arguments. */
const MOST = LAYOUT.NAME_MASK;

/** The position of a path in the text. */
export type PathPlace = { readonly start: number; readonly end: number };

/** A call whose second half has not come yet. */
export type OpenCall = {
  /** Index of its thread. */
  readonly thread: number;
  readonly name: CallName;
  readonly line: number;
  /** The row of the block that is reserved for it; below 0 if the block has been emptied since. */
  readonly row: number;
  readonly start: number;
  /** The text of its first half, from its name on; a view. */
  readonly text: Uint8Array;
};

/** A call that has ended since the block was emptied. */
export type OutOfOrderRow = {
  /** The row of the block that holds the call. */
  readonly from: number;
  /** Where it belongs, counted in rows of the block: below 0. */
  readonly row: number;
};

const NONE: readonly OutOfOrderRow[] = [];

/** Node can be told to do without (`--jitless`). */
export const HAS_WEBASSEMBLY: boolean = typeof WebAssembly !== "undefined";

let compiled: object | null = null;

/**
 * Reads plain lines, several times as fast as the scanners that know every form:
 *
 *     [pid 1444170] 15:59:08 pread64(9</data/x.sst>, "\1\203W"..., 53, 11177) = 53 <0.000084>
 *
 * that is: a leader with nothing unusual, a call with a descriptor, data and numbers, all of them plain, a number
 * as result, an optional latency. The scanning is done by WebAssembly, compiled from kernel/plain-lines.ts: it
 * compares 16 bytes at a time, and its cost per line does not depend on how well the engine optimizes JavaScript.
 *
 * Calls that another thread's line splits are read too. Rows are written into the `block`.
 */
export class PlainLines {
  /** Rows of the block that are written in order. */
  readonly rows: number = LAYOUT.ROWS;
  /** Has more rows, see OutOfOrderRow. */
  readonly block: TableColumns;
  /** The most bytes that `load` takes. */
  readonly capacity: number = LAYOUT.INPUT_SIZE;
  readonly #kernel: Kernel;
  readonly #memory: Uint8Array;
  readonly #numbers: Int32Array;
  readonly #times: Float64Array;
  /** As the kernel numbers them. */
  readonly #names: CallName[] = [];
  /** The text that is in the memory of the kernel. */
  #text: Uint8Array | null = null;

  constructor() {
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL), (byte) => byte.charCodeAt(0)));
    // kernel/plain-lines.ts says what it exports; a test reads lines with it
    this.#kernel = new WebAssembly.Instance(compiled).exports as Kernel;
    const { buffer } = this.#kernel.memory;
    const addressOf = (column: Column): number => LAYOUT[column.toUpperCase() as Uppercase<Column>];
    this.block = columnsAt(buffer, addressOf, LAYOUT.ALL_ROWS);
    this.#memory = new Uint8Array(buffer);
    this.#numbers = new Int32Array(buffer);
    this.#times = new Float64Array(buffer);
  }

  /** The times that follow count from here; in the parts that LeaderScanner gives. */
  setOrigin(seconds: number, nanoseconds: number): void {
    this.#kernel.setOrigin(seconds, nanoseconds);
  }

  /** Lines of this call can be plain, if its arguments can. */
  addName(name: CallName): void {
    const { text, prototype, layout, sendsData } = name;
    const { roles } = layout;
    if (this.#names.length === LAYOUT.MAX_NAMES) return;
    if (prototype === null || prototype.required !== roles.length) return;
    const numbers = roles.map((role) => PLAIN_ROLES.get(role));
    if (roles[0] !== ROLE.fd || roles.indexOf(ROLE.fd, 1) !== -1 || numbers.includes(undefined)) return;
    if (text.length >= MOST || roles.length > MOST) return;
    const scratch = LAYOUT.SCRATCH;
    for (const [index, character] of Array.from(`${text}(`).entries()) {
      this.#memory[scratch + index] = character.charCodeAt(0);
    }
    for (const [index, role] of numbers.entries()) this.#memory[scratch + MOST + index] = role ?? 0;
    this.#names.push(name);
    this.#kernel.addName(text.length + 1, prototype.call, sendsData ? 1 : 0, roles.length);
  }

  /** Lines with this id belong to this thread, which is not in a call. */
  addThread(tid: number, index: number): void {
    this.#kernel.addThread(tid, index);
  }

  /** The thread of lines with this id is in a call. */
  forgetThread(tid: number): void {
    this.#kernel.forgetThread(tid);
  }

  /** Forgets which thread every id belongs to. */
  forgetThreads(): void {
    this.#kernel.forgetThreads();
  }

  /** The texts that were scanned may have changed. */
  forgetText(): void {
    this.#text = null;
    this.#numbers[LAYOUT.STATE_PATH_START / 4] = 0;
  }

  /** From now on the row of the block that was this one is its first. */
  moveOpens(row: number): void {
    this.#kernel.moveOpens(row);
  }

  /**
   * Reads lines of `chunk` until one is not plain or the block is full.
   * @param start of a line
   * @param last the last line end of the chunk
   * @param line the number of the first line
   * @param row of the block that is written first
   * @param kind of the times of lines
   * @param clock continues from its latest time; it is not changed
   * @returns the start of the first line that was not read
   */
  scan(
    chunk: Uint8Array,
    start: number,
    last: number,
    line: number,
    row: number,
    kind: Clock,
    { latest, daysPassed }: Pick<TraceClock, "latest" | "daysPassed">,
  ): number {
    const input = LAYOUT.INPUT;
    if (this.#text !== chunk) {
      this.#memory.set(chunk.subarray(0, last + 1), input);
      this.#text = chunk;
    }
    const days = kind === "day" ? daysPassed : 0;
    return this.#kernel.scan(input + start, input + last, line, row, CLOCKS[kind], latest, days) - input;
  }

  /** The next row of the block, after `scan`. */
  get row(): number {
    return this.#numbers[LAYOUT.STATE_ROW / 4] as number;
  }

  /** How many lines the last `scan` read, and how many of them are halves of calls. */
  get lines(): number {
    return this.#numbers[LAYOUT.STATE_LINES / 4] as number;
  }

  get halves(): number {
    return this.#numbers[LAYOUT.STATE_HALVES / 4] as number;
  }

  /** The time of the last line read. */
  get time(): number {
    return this.#times[LAYOUT.STATE_TIME / 8] as number;
  }

  /** Whether a line has had a latency so far. */
  get hasLatency(): boolean {
    return this.#numbers[LAYOUT.STATE_LATENCY / 4] === 1;
  }

  /** Where in the chunk the last `scan` stopped at an unknown path; null if it did not. */
  unknownPathIn(chunk: Uint8Array): PathPlace | null {
    const start = this.#numbers[LAYOUT.STATE_PATH_START / 4] as number;
    if (start === 0 || chunk !== this.#text) return null;
    return {
      start: start - LAYOUT.INPUT,
      end: (this.#numbers[LAYOUT.STATE_PATH_END / 4] as number) - LAYOUT.INPUT,
    };
  }

  /** From now on the path at this position of the text is known. */
  addPath({ start, end }: PathPlace, index: number): void {
    this.#kernel.addPath(LAYOUT.INPUT + start, LAYOUT.INPUT + end, index);
  }

  /** Calls whose second halves the last `scan` found. */
  get outOfOrderRows(): readonly OutOfOrderRow[] {
    const count = this.#numbers[LAYOUT.STATE_OUT_OF_ORDER / 4] as number;
    if (count === 0) return NONE;
    const first = LAYOUT.OUT_OF_ORDER / 4;
    return Array.from({ length: count }, (_, index) => ({
      from: this.rows + index,
      row: this.#numbers[first + index] as number,
    }));
  }

  get hasOpens(): boolean {
    return this.#numbers[LAYOUT.STATE_OPENS / 4] !== 0;
  }

  /** Whether the line at which the last `scan` stopped may concern an open call. */
  get concernsOpens(): boolean {
    return this.#numbers[LAYOUT.STATE_CONCERNS_OPENS / 4] === 1;
  }

  /** Hands over the open calls: their threads are no longer known. */
  takeOpens(): readonly OpenCall[] {
    const count = this.#numbers[LAYOUT.STATE_OPENS / 4] as number;
    const opens = Array.from({ length: count }, (_, index): OpenCall => {
      const address = this.#numbers[LAYOUT.OPENS / 4 + index] as number;
      const number = (field: number): number => this.#numbers[(address + field) / 4] as number;
      const text = address + LAYOUT.THREAD_TEXT;
      return {
        thread: number(LAYOUT.THREAD_INDEX),
        name: this.#names[(number(LAYOUT.THREAD_NAME) - LAYOUT.NAMES) / LAYOUT.NAME_SIZE] as CallName,
        line: number(LAYOUT.THREAD_LINE),
        row: number(LAYOUT.THREAD_ROW),
        start: this.#times[(address + LAYOUT.THREAD_TIME) / 8] as number,
        text: this.#memory.subarray(text, text + number(LAYOUT.THREAD_TEXT_LENGTH)),
      };
    });
    this.#kernel.forgetOpens();
    return opens;
  }
}
