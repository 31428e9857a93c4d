import type { TableColumns } from "../../trace/trace-table-builder.ts";
import { layColumns } from "../../trace/trace-table-builder.ts";
import { ROLE } from "../arguments/role-code.ts";
import type { CallName } from "../call-scanner.ts";
import type { Clock } from "../leader-scanner.ts";
import type { TraceClock } from "../trace-clock.ts";
import { KERNEL } from "./plain-lines-code.ts";

/** What is used of the engine's own object, which TypeScript knows as part of a browser only. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
};

/** What kernel/plain-lines.ts exports; positions are addresses in its memory. */
type Kernel = {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly STATE: { readonly value: number };
  readonly SCRATCH: { readonly value: number };
  readonly BLOCK: { readonly value: number };
  readonly ROWS: { readonly value: number };
  readonly ALL_ROWS: { readonly value: number };
  readonly OUT_OF_ORDER: { readonly value: number };
  readonly INPUT: { readonly value: number };
  readonly INPUT_SIZE: { readonly value: number };
  readonly NAMES: { readonly value: number };
  readonly NAME_SIZE: { readonly value: number };
  readonly MAX_NAMES: { readonly value: number };
  readonly OPENS: { readonly value: number };
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

/** Where in the STATE of the kernel what stands, as numbers of 4 bytes; `time` as one of 8. */
const STATE = {
  row: 0,
  lines: 1,
  halves: 2,
  latency: 3,
  pathStart: 4,
  pathEnd: 5,
  opens: 6,
  concernsOpens: 7,
  time: 4,
  outOfOrder: 10,
};
/** The same of a thread; `text` in bytes. */
const THREAD = { index: 1, name: 3, row: 4, line: 5, textLength: 6, time: 8, text: 80 };

const CLOCKS: Readonly<Record<Clock, number>> = { none: 0, day: 1, epoch: 2, relative: 3 };
/** The kernel's numbers of the roles that a plain call may have. */
const PLAIN_ROLES: ReadonlyMap<number, number> = new Map([
  [ROLE.fd, 1],
  [ROLE.buffer, 2],
  [ROLE.payload, 2],
  [ROLE.size, 3],
  [ROLE.offset, 4],
]);
/** Bytes of a name with its parenthesis, and roles of its arguments. */
const MOST = 16;

/** Where a path stands in the text. */
export type PathPlace = { readonly start: number; readonly end: number };

/** A call whose second half has not come. */
export type OpenCall = {
  /** Index of its thread. */
  readonly thread: number;
  readonly name: CallName;
  readonly line: number;
  /** The row of the block that is kept for it; below 0 where the block has been emptied since. */
  readonly row: number;
  readonly start: number;
  /** Of its first half, from its name on; a view. */
  readonly text: Uint8Array;
};

/** A call that has ended since the block was emptied. */
export type OutOfOrderRow = {
  /** The row of the block that holds the call. */
  readonly from: number;
  /** Where it belongs, counted as rows of the block: below 0. */
  readonly row: number;
};

const NONE: readonly OutOfOrderRow[] = [];

/** Node can be told to do without (`--jitless`). */
export const HAS_WEBASSEMBLY: boolean = typeof WebAssembly !== "undefined";

let compiled: object | null = null;

/**
 * Reads plain lines, at several times the speed of the scanners that know every form:
 *
 *     [pid 1444170] 15:59:08 pread64(9</data/x.sst>, "\1\203W"..., 53, 11177) = 53 <0.000084>
 *
 * that is: a leader of which nothing is unusual, a call of a descriptor, data and numbers, all of them plain, a number
 * as result, an optional latency. The scanning is done by WebAssembly, compiled out of kernel/plain-lines.ts: it
 * compares 16 bytes at a time, and what it costs per line does not depend on what the engine makes of JavaScript.
 *
 * Calls that another thread's line cuts in two are read too. Rows are written into the `block`.
 */
export class PlainLines {
  /** Rows of the block that are written one after the other. */
  readonly rows: number;
  /** Has more rows, see OutOfOrderRow. */
  readonly block: TableColumns;
  /** Bytes that `load` takes at most. */
  readonly capacity: number;
  readonly #kernel: Kernel;
  readonly #memory: Uint8Array;
  readonly #numbers: Int32Array;
  readonly #times: Float64Array;
  /** Index of STATE in `#numbers`. */
  readonly #state: number;
  readonly #input: number;
  /** As the kernel numbers them. */
  readonly #names: CallName[] = [];
  /** The text that is in the memory of the kernel. */
  #text: Uint8Array | null = null;

  constructor() {
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL), (byte) => byte.charCodeAt(0)));
    // kernel/plain-lines.ts says what it exports; a test reads lines with it
    this.#kernel = new WebAssembly.Instance(compiled).exports as Kernel;
    const { memory, STATE: state, BLOCK, ROWS, ALL_ROWS, INPUT, INPUT_SIZE } = this.#kernel;
    this.rows = ROWS.value;
    this.block = layColumns(memory.buffer, BLOCK.value, ALL_ROWS.value);
    this.capacity = INPUT_SIZE.value;
    this.#memory = new Uint8Array(memory.buffer);
    this.#numbers = new Int32Array(memory.buffer);
    this.#times = new Float64Array(memory.buffer);
    this.#state = state.value / 4;
    this.#input = INPUT.value;
  }

  /** The times that follow count from here; in the parts that LeaderScanner gives. */
  setOrigin(seconds: number, nanoseconds: number): void {
    this.#kernel.setOrigin(seconds, nanoseconds);
  }

  /** Lines of this call can be plain, if its arguments can. */
  addName(name: CallName): void {
    const { text, prototype, layout, sendsData } = name;
    const { roles } = layout;
    if (this.#names.length === this.#kernel.MAX_NAMES.value) return;
    if (prototype === null || prototype.required !== roles.length) return;
    const numbers = roles.map((role) => PLAIN_ROLES.get(role));
    if (roles[0] !== ROLE.fd || roles.indexOf(ROLE.fd, 1) !== -1 || numbers.includes(undefined)) return;
    if (text.length >= MOST || roles.length > MOST) return;
    const scratch = this.#kernel.SCRATCH.value;
    for (const [index, character] of Array.from(`${text}(`).entries()) {
      this.#memory[scratch + index] = character.charCodeAt(0);
    }
    for (const [index, role] of numbers.entries()) this.#memory[scratch + MOST + index] = role ?? 0;
    this.#names.push(name);
    this.#kernel.addName(text.length + 1, prototype.call, sendsData ? 1 : 0, roles.length);
  }

  /** Lines with this id are of this thread, which is in no call. */
  addThread(tid: number, index: number): void {
    this.#kernel.addThread(tid, index);
  }

  /** The thread of lines with this id is in a call. */
  forgetThread(tid: number): void {
    this.#kernel.forgetThread(tid);
  }

  /** Of no id is it known any more whose lines have it. */
  forgetThreads(): void {
    this.#kernel.forgetThreads();
  }

  /** Texts that were scanned are no longer what they were. */
  forgetText(): void {
    this.#text = null;
    this.#numbers[this.#state + STATE.pathStart] = 0;
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
   * @param clock goes on from its latest time, and stays as it is
   * @returns where the first line starts that was not read
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
    const input = this.#input;
    if (this.#text !== chunk) {
      this.#memory.set(chunk.subarray(0, last + 1), input);
      this.#text = chunk;
    }
    const days = kind === "day" ? daysPassed : 0;
    return this.#kernel.scan(input + start, input + last, line, row, CLOCKS[kind], latest, days) - input;
  }

  /** The row of the block that comes next, after `scan`. */
  get row(): number {
    return this.#numbers[this.#state + STATE.row] as number;
  }

  /** Lines that the last `scan` has read, and how many of them are halves of calls. */
  get lines(): number {
    return this.#numbers[this.#state + STATE.lines] as number;
  }

  get halves(): number {
    return this.#numbers[this.#state + STATE.halves] as number;
  }

  /** The time of the last line that was read. */
  get time(): number {
    return this.#times[this.#state / 2 + STATE.time] as number;
  }

  /** Whether a line had a latency so far. */
  get hasLatency(): boolean {
    return this.#numbers[this.#state + STATE.latency] === 1;
  }

  /** Where in the chunk the last `scan` stopped at a path that it does not know; null where it did not. */
  unknownPathIn(chunk: Uint8Array): PathPlace | null {
    const start = this.#numbers[this.#state + STATE.pathStart] as number;
    if (start === 0 || chunk !== this.#text) return null;
    return {
      start: start - this.#input,
      end: (this.#numbers[this.#state + STATE.pathEnd] as number) - this.#input,
    };
  }

  /** From now on the path at this place of the text is known. */
  addPath({ start, end }: PathPlace, index: number): void {
    this.#kernel.addPath(this.#input + start, this.#input + end, index);
  }

  /** Calls that the last `scan` has found the second halves of. */
  get outOfOrderRows(): readonly OutOfOrderRow[] {
    const count = this.#numbers[this.#state + STATE.outOfOrder] as number;
    if (count === 0) return NONE;
    const first = this.#kernel.OUT_OF_ORDER.value / 4;
    return Array.from({ length: count }, (_, index) => ({
      from: this.rows + index,
      row: this.#numbers[first + index] as number,
    }));
  }

  get hasOpens(): boolean {
    return this.#numbers[this.#state + STATE.opens] !== 0;
  }

  /** Whether the line at which the last `scan` stopped may have to do with an open call. */
  get concernsOpens(): boolean {
    return this.#numbers[this.#state + STATE.concernsOpens] === 1;
  }

  /** Gives the open calls away: their threads are no longer known. */
  takeOpens(): readonly OpenCall[] {
    const { NAMES, NAME_SIZE, OPENS } = this.#kernel;
    const count = this.#numbers[this.#state + STATE.opens] as number;
    const opens = Array.from({ length: count }, (_, index): OpenCall => {
      const address = this.#numbers[OPENS.value / 4 + index] as number;
      const number = (field: number): number => this.#numbers[address / 4 + field] as number;
      const text = address + THREAD.text;
      return {
        thread: number(THREAD.index),
        name: this.#names[(number(THREAD.name) - NAMES.value) / NAME_SIZE.value] as CallName,
        line: number(THREAD.line),
        row: number(THREAD.row),
        start: this.#times[address / 8 + THREAD.time] as number,
        text: this.#memory.subarray(text, text + number(THREAD.textLength)),
      };
    });
    this.#kernel.forgetOpens();
    return opens;
  }
}
