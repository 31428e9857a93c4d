import { type Row, UNKNOWN } from "../trace/table.ts";
import { fileName } from "./file-pairs.ts";
import type { SideView } from "./side-view.ts";
import { type Direction, Transfers } from "./transfers.ts";

/**
 * `end-probe`: a read that got nothing, at or beyond the end of a file. `re-read`: a read that begins where an
 * earlier one of the same file began, without a write to the file in between. `small-sequential`: a transfer of fewer
 * than 4096 bytes that goes on where the thread's last one on the file ended, which was as small, without a sync in
 * between: one call could have done both.
 */
export const WASTE_KINDS = ["end-probe", "re-read", "small-sequential"] as const;
export type WasteKind = (typeof WASTE_KINDS)[number];

/** Calls on one file that a program might have spared itself. */
export type Waste = {
  readonly kind: WasteKind;
  readonly direction: Direction;
  readonly file: string | number;
  readonly calls: number;
  /** That went over in these calls. */
  readonly bytes: number;
  /** Nanoseconds in these calls; null without latencies. */
  readonly latency: number | null;
  /** On which the first of these calls starts. */
  readonly line: number;
};

const SMALL = 4096;

/** Reads and writes that might have been spared, those of most calls first. */
export function wastedIo(side: SideView): readonly Waste[] {
  return new WasteSurvey(side).run();
}

class WasteSurvey {
  readonly #side: SideView;
  readonly #transfers: Transfers;
  /** By file: false where reading until nothing comes is the only way. */
  readonly #hasEnd: readonly boolean[];
  readonly #tallies = new Map<string, Tally>();

  constructor(side: SideView) {
    this.#side = side;
    this.#transfers = new Transfers(side);
    this.#hasEnd = side.files.files.map(({ path }) => path === null || hasEnd(path));
  }

  run(): readonly Waste[] {
    this.#findProbes();
    this.#findRepeats();
    this.#findSmall();
    return Array.from(this.#tallies.values(), (tally) => this.#waste(tally)).sort(
      (one, other) => other.calls - one.calls || other.bytes - one.bytes || one.line - other.line,
    );
  }

  #findProbes(): void {
    const { result, size } = this.#side.trace.table;
    this.#forEach((row, direction, file) => {
      if (direction !== "read" || result[row] !== 0 || size[row] === 0) return;
      const isSeekable = this.#transfers.offset(row) !== UNKNOWN || this.#isPath(file);
      if (isSeekable && this.#hasEnd[file]) this.#add("end-probe", row, "read", file);
    });
  }

  /** Where reads begin more than once is found by sorting: a set of all places would be many times as large. */
  #findRepeats(): void {
    const starts = new Map<number, number[]>();
    this.#forEach((row, direction, file) => {
      if (direction !== "read" || this.#transfers.bytes(row) === 0) return;
      const offset = this.#transfers.offset(row);
      if (offset === UNKNOWN) return;
      const ofFile = starts.get(file);
      if (ofFile === undefined) starts.set(file, [offset]);
      else ofFile.push(offset);
    });
    const repeated = new Map<number, Map<number, number>>();
    for (const [file, offsets] of starts) {
      const twice = valuesThatRepeat(Float64Array.from(offsets).sort());
      if (twice.size > 0) repeated.set(file, twice);
    }
    if (repeated.size > 0) this.#countRepeats(repeated);
  }

  /** @param repeated by file and place, the number of writes to the file when a read began there last */
  #countRepeats(repeated: ReadonlyMap<number, Map<number, number>>): void {
    const writes = new Map<number, number>();
    this.#forEach((row, direction, file) => {
      const lastRead = repeated.get(file);
      if (lastRead === undefined || this.#transfers.bytes(row) === 0) return;
      const written = writes.get(file) ?? 0;
      if (direction === "write") {
        writes.set(file, written + 1);
        return;
      }
      const offset = this.#transfers.offset(row);
      const last = lastRead.get(offset);
      if (last === undefined) return;
      if (last === written) this.#add("re-read", row, "read", file);
      lastRead.set(offset, written);
    });
  }

  #findSmall(): void {
    const { trace, grammar, files, rows } = this.#side;
    const { thread, size, call } = trace.table;
    const isSync = grammar.calls.map(({ kind }) => kind === "sync");
    /** Where the last transfer of a thread on a file ended, if it was small. */
    const ends = new Map<number, number>();
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as Row; // i < length, and rows are rows of the columns
      const file = files.file[row] as number;
      const key = (direction: Direction): number =>
        (file * 2 + Number(direction === "write")) * trace.threads.length + (thread[row] as number);
      if (isSync[call[row] as number] === true) ends.delete(key("write"));
      const direction = this.#transfers.direction(row);
      if (direction === null) continue;
      const offset = this.#transfers.offset(row);
      const bytes = this.#transfers.bytes(row);
      if (offset === UNKNOWN || bytes === 0 || (size[row] as number) >= SMALL || !this.#hasEnd[file]) {
        ends.delete(key(direction));
        continue;
      }
      if (ends.get(key(direction)) === offset) this.#add("small-sequential", row, direction, file);
      ends.set(key(direction), offset + bytes);
    }
  }

  #forEach(each: (row: Row, direction: Direction, file: number) => void): void {
    const { rows, files } = this.#side;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as Row; // i < length, and rows are rows of the columns
      const direction = this.#transfers.direction(row);
      if (direction !== null) each(row, direction, files.file[row] as number);
    }
  }

  #isPath(file: number): boolean {
    return this.#side.files.files[file]?.path?.startsWith("/") === true;
  }

  #add(kind: WasteKind, row: Row, direction: Direction, file: number): void {
    const key = `${kind} ${direction} ${file}`;
    const known = this.#tallies.get(key);
    const tally = known ?? {
      kind,
      direction,
      file,
      calls: 0,
      bytes: 0,
      latency: 0,
      isTimed: false,
      first: row,
    };
    if (known === undefined) this.#tallies.set(key, tally);
    tally.calls++;
    tally.bytes += this.#transfers.bytes(row);
    const latency = this.#side.trace.table.latency[row] as number;
    if (latency < 0) return;
    tally.latency += latency;
    tally.isTimed = true;
  }

  #waste({ kind, direction, file, calls, bytes, latency, isTimed, first }: Tally): Waste {
    return {
      kind,
      direction,
      file: fileName(this.#side, file) ?? "",
      calls,
      bytes,
      latency: isTimed ? latency : null,
      line: this.#side.trace.table.line[first] as number,
    };
  }
}

type Tally = {
  readonly kind: WasteKind;
  readonly direction: Direction;
  readonly file: number;
  readonly first: Row;
  calls: number;
  bytes: number;
  latency: number;
  isTimed: boolean;
};

/** @returns the values that stand more than once in a sorted list, each with -1: no read yet */
function valuesThatRepeat(sorted: Float64Array): Map<number, number> {
  const repeating = new Map<number, number>();
  for (let i = 1; i < sorted.length; i++) {
    if (sorted[i] === sorted[i - 1]) repeating.set(sorted[i] as number, -1);
  }
  return repeating;
}

/**
 * Pipes, sockets and terminals have no place to seek to, and end when their other side closes; files of the kernel
 * have no size, so that reading until nothing comes is the only way.
 */
function hasEnd(path: string): boolean {
  if (!path.startsWith("/")) return !/^[\w-]+:/.test(path);
  return !/^\/(?:proc|sys)\/|^\/dev\/(?!shm\/)/.test(path);
}
