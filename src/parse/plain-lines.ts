import type { Columns } from "../trace/trace-table-builder.ts";
import { layColumns } from "../trace/trace-table-builder.ts";
import type { CallName } from "./call-scanner.ts";
import type { Clock } from "./leader-scanner.ts";
import { KERNEL } from "./plain-lines-code.ts";
import { ROLE } from "./role-code.ts";

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
  readonly INPUT: { readonly value: number };
  readonly INPUT_SIZE: { readonly value: number };
  readonly setOrigin: (seconds: number, nanoseconds: number) => void;
  readonly addName: (length: number, call: number, sendsData: number, roles: number) => void;
  readonly addPath: (start: number, end: number, index: number) => void;
  readonly scan: (start: number, last: number, line: number, row: number, clock: number) => number;
};

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
 * Rows are written into the `block`, all but whose they are: the thread column holds thread ids, -1 where the line has
 * none, and the start column nanoseconds since the origin, or since the line before.
 */
export class PlainLines {
  /** Rows of the block. */
  readonly rows: number;
  readonly block: Columns;
  /** Bytes that `load` takes at most. */
  readonly capacity: number;
  readonly #kernel: Kernel;
  readonly #memory: Uint8Array;
  readonly #state: Int32Array;
  readonly #input: number;
  #hasText = false;

  constructor() {
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL), (byte) => byte.charCodeAt(0)));
    // kernel/plain-lines.ts says what it exports; a test reads lines with it
    this.#kernel = new WebAssembly.Instance(compiled).exports as Kernel;
    const { memory, STATE, BLOCK, ROWS, INPUT, INPUT_SIZE } = this.#kernel;
    this.rows = ROWS.value;
    this.block = layColumns(memory.buffer, BLOCK.value, ROWS.value);
    this.capacity = INPUT_SIZE.value;
    this.#memory = new Uint8Array(memory.buffer);
    this.#state = new Int32Array(memory.buffer, STATE.value, 4);
    this.#input = INPUT.value;
  }

  /** The times that follow count from here; in the parts that LeaderScanner gives. */
  setOrigin(seconds: number, nanoseconds: number): void {
    this.#kernel.setOrigin(seconds, nanoseconds);
  }

  /** Lines of this call can be plain, if its arguments can. */
  addName({ text, prototype, roles, sendsData }: CallName): void {
    if (prototype === null || prototype.required !== roles.length) return;
    const numbers = roles.map((role) => PLAIN_ROLES.get(role));
    if (roles[0] !== ROLE.fd || roles.indexOf(ROLE.fd, 1) !== -1 || numbers.includes(undefined)) return;
    if (text.length >= MOST || roles.length > MOST) return;
    const scratch = this.#kernel.SCRATCH.value;
    for (const [index, character] of Array.from(`${text}(`).entries()) {
      this.#memory[scratch + index] = character.charCodeAt(0);
    }
    for (const [index, role] of numbers.entries()) this.#memory[scratch + MOST + index] = role ?? 0;
    this.#kernel.addName(text.length + 1, prototype.call, sendsData ? 1 : 0, roles.length);
  }

  /** The text that was loaded is no longer what `scan` is asked for. */
  forget(): void {
    this.#hasText = false;
    this.#state[2] = 0;
  }

  /**
   * Reads lines of `chunk` until one is not plain or the block is full.
   * @param start of a line
   * @param last the last line end of the chunk
   * @param line the number of the first line
   * @param row of the block that is written first
   * @returns where the first line starts that was not read
   */
  scan(chunk: Uint8Array, start: number, last: number, line: number, row: number, clock: Clock): number {
    if (!this.#hasText) {
      this.#memory.set(chunk.subarray(0, last + 1), this.#input);
      this.#hasText = true;
    }
    this.#state[2] = 0;
    return this.#kernel.scan(this.#input + start, this.#input + last, line, row, CLOCKS[clock]) - this.#input;
  }

  /** The row of the block that comes next, after `scan`. */
  get row(): number {
    return this.#state[0] as number;
  }

  /** Whether a line had a latency so far. */
  get hasLatency(): boolean {
    return this.#state[1] === 1;
  }

  /** Where the last `scan` stopped at a path that it does not know; null where it did not. */
  get unknownPath(): PathPlace | null {
    const start = this.#state[2] as number;
    if (start === 0) return null;
    return { start: start - this.#input, end: (this.#state[3] as number) - this.#input };
  }

  /** From now on the path at this place of the text is known. */
  addPath({ start, end }: PathPlace, index: number): void {
    this.#kernel.addPath(this.#input + start, this.#input + end, index);
  }
}
