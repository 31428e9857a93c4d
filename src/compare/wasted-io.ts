import { type Row, UNKNOWN } from "../trace/table.ts";
import { ByteSet } from "./byte-set.ts";
import { fileName } from "./file-pairs.ts";
import type { SideView } from "./side-view.ts";
import { type Direction, Transfers } from "./transfers.ts";

/**
 * `end-probe`: a read that got nothing, at or beyond the end of a file. `re-read`: a read of bytes that an earlier read
 * of the file got, not written since. `small-sequential`: a transfer of fewer than 4096 bytes that goes on where the
 * thread's last one on the file ended, which was as small, without a sync in between: one call could have done both.
 */
export const WASTE_KINDS = ["end-probe", "re-read", "small-sequential"] as const;
export type WasteKind = (typeof WASTE_KINDS)[number];

/** Calls on one file that a program might have spared itself. */
export type Waste = {
  readonly kind: WasteKind;
  readonly direction: Direction;
  readonly file: string | number;
  readonly calls: number;
  /** That went over in these calls; of a re-read those that had been read before. */
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
  /** By file, what was read and not written since. */
  readonly #read = new Map<number, ByteSet>();
  /** By file, direction and thread, where the last transfer ended if it was small. */
  readonly #smallEnds = new Map<number, number>();

  constructor(side: SideView) {
    this.#side = side;
    this.#transfers = new Transfers(side);
    this.#hasEnd = side.files.files.map(({ path }) => path === null || hasEnd(path));
  }

  run(): readonly Waste[] {
    const { trace, grammar, files, rows } = this.#side;
    const isSync = grammar.calls.map(({ kind }) => kind === "sync");
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as Row; // i < length, and rows are rows of the columns
      const file = files.file[row] as number;
      if (isSync[trace.table.call[row] as number] === true)
        this.#smallEnds.delete(this.#key(row, "write", file));
      const direction = this.#transfers.direction(row);
      if (direction === null) continue;
      const offset = this.#transfers.offset(row);
      const bytes = this.#transfers.bytes(row);
      if (direction === "read") this.#lookForProbe(row, file, offset);
      this.#lookForRepeat(row, direction, file, offset, bytes);
      this.#lookForSmall(row, direction, file, offset, bytes);
    }
    return Array.from(this.#tallies.values(), (tally) => this.#waste(tally)).sort(
      (one, other) => other.calls - one.calls || other.bytes - one.bytes || one.line - other.line,
    );
  }

  #lookForProbe(row: Row, file: number, offset: number): void {
    const { result, size } = this.#side.trace.table;
    if (result[row] !== 0 || size[row] === 0 || !this.#hasEnd[file]) return;
    if (offset !== UNKNOWN || this.#isPath(file)) this.#add("end-probe", row, "read", file, 0);
  }

  #lookForRepeat(row: Row, direction: Direction, file: number, offset: number, bytes: number): void {
    const known = this.#read.get(file);
    if (bytes === 0 || (direction === "write" && known === undefined)) return;
    if (offset === UNKNOWN) {
      // Nobody knows which bytes a write has made new.
      if (direction === "write") this.#read.delete(file);
      return;
    }
    if (direction === "write") {
      known?.remove(offset, offset + bytes);
      return;
    }
    const read = known ?? new ByteSet();
    if (known === undefined) this.#read.set(file, read);
    const again = read.add(offset, offset + bytes);
    if (again > 0) this.#add("re-read", row, "read", file, again);
  }

  #lookForSmall(row: Row, direction: Direction, file: number, offset: number, bytes: number): void {
    const key = this.#key(row, direction, file);
    const asked = this.#side.trace.table.size[row] as number;
    if (offset === UNKNOWN || bytes === 0 || asked >= SMALL || !this.#hasEnd[file]) {
      this.#smallEnds.delete(key);
      return;
    }
    if (this.#smallEnds.get(key) === offset) this.#add("small-sequential", row, direction, file, bytes);
    this.#smallEnds.set(key, offset + bytes);
  }

  /** One number for a file, a direction and a thread. */
  #key(row: Row, direction: Direction, file: number): number {
    const { table, threads } = this.#side.trace;
    return (file * 2 + Number(direction === "write")) * threads.length + (table.thread[row] as number);
  }

  #isPath(file: number): boolean {
    return this.#side.files.files[file]?.path?.startsWith("/") === true;
  }

  #add(kind: WasteKind, row: Row, direction: Direction, file: number, bytes: number): void {
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
    tally.bytes += bytes;
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

/**
 * Pipes, sockets and terminals have no place to seek to, and end when their other side closes; files of the kernel
 * have no size, so that reading until nothing comes is the only way.
 */
function hasEnd(path: string): boolean {
  if (!path.startsWith("/")) return !/^[\w-]+:/.test(path);
  return !/^\/(?:proc|sys)\/|^\/dev\/(?!shm\/)/.test(path);
}
