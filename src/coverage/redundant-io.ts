import { fileName } from "../pairing/file-pairs.ts";
import { type Row, UNKNOWN } from "../trace/table.ts";
import { type WholeNumber, WholeSum } from "../trace/whole-number.ts";
import type { RowGroups } from "../view/row-groups.ts";
import type { TraceView } from "../view/trace-view.ts";
import { Transfers } from "../view/transfers.ts";
import type { Direction } from "../grammar/grammar.ts";
import { ByteSet } from "./byte-set.ts";

/**
 * `end-probe`: a read that got nothing, at or beyond the end of a file. `re-read`: a read of bytes that an earlier read
 * of the file returned and that were not written since. `small-sequential`: a transfer of fewer than 4096 bytes that
 * continues where the thread's previous one on the file, as small, ended, with no sync in between: one call could have
 * done both.
 */
export const REDUNDANCY_KINDS = ["end-probe", "re-read", "small-sequential"] as const;
export type RedundancyKind = (typeof REDUNDANCY_KINDS)[number];

/** Calls on one file that a program could have saved. */
export type RedundantIo = {
  readonly kind: RedundancyKind;
  readonly direction: Direction;
  readonly file: string | number;
  readonly calls: number;
  /** Bytes transferred in these calls; for re-read, those that had been read before. */
  readonly bytes: WholeNumber;
  /** Nanoseconds in these calls; null without latencies. */
  readonly latency: WholeNumber | null;
  /** The line on which the first of these calls starts. */
  readonly line: number;
};

const SMALL = 4096;

/**
 * Reads and writes that could have been saved, most calls first.
 *
 * @param rows the compared rows by file: going file by file keeps few bytes in memory at a time
 */
export function redundantIo(side: TraceView, rows: RowGroups): readonly RedundantIo[] {
  const transfers = new Transfers(side);
  const isSync = side.grammar.calls.map(({ kind }) => kind === "sync");
  const tallies = side.files.files.flatMap((_, file) =>
    new RedundancySurvey(side, transfers, isSync, file).run(rows.group(file)),
  );
  tallies.sort(
    (one, other) =>
      other.calls - one.calls ||
      Number(other.bytes.total) - Number(one.bytes.total) ||
      one.first - other.first,
  );
  return tallies.map(({ first, isTimed, bytes, latency, ...tally }) => ({
    ...tally,
    bytes: bytes.total,
    latency: isTimed ? latency.total : null,
    line: side.trace.table.line[first] as number, // a row of the columns
  }));
}

/** Looks at the calls on one file in order. */
class RedundancySurvey {
  readonly #side: TraceView;
  readonly #transfers: Transfers;
  readonly #isSync: readonly boolean[];
  readonly #file: string | number;
  /** False if reading until nothing comes is the only way. */
  readonly #hasEnd: boolean;
  readonly #isPath: boolean;
  readonly #tallies = { read: new Map<RedundancyKind, Finding>(), write: new Map<RedundancyKind, Finding>() };
  /** What was read and not written since. */
  #read = new ByteSet();
  /** By direction and thread, where the last transfer ended if it was small. */
  readonly #smallEnds = new Map<number, number>();

  constructor(side: TraceView, transfers: Transfers, isSync: readonly boolean[], file: number) {
    this.#side = side;
    this.#transfers = transfers;
    this.#isSync = isSync;
    this.#file = fileName(side, file) ?? "";
    const path = side.files.files[file]?.path ?? null;
    this.#hasEnd = path === null || hasEnd(path);
    this.#isPath = path?.startsWith("/") === true;
  }

  run(rows: Uint32Array): readonly Finding[] {
    const { table } = this.#side.trace;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as Row; // i < length, and rows are rows of the columns
      if (this.#isSync[table.call[row] as number] === true) this.#smallEnds.delete(this.#key(row, "write"));
      const direction = this.#transfers.direction(row);
      if (direction === null) continue;
      const offset = this.#transfers.offset(row);
      const bytes = this.#transfers.bytes(row);
      if (direction === "read") this.#lookForProbe(row, offset);
      this.#lookForRepeat(row, direction, offset, bytes);
      this.#lookForSmall(row, direction, offset, bytes);
    }
    return [...this.#tallies.read.values(), ...this.#tallies.write.values()];
  }

  #lookForProbe(row: Row, offset: number): void {
    const { result, size } = this.#side.trace.table;
    if (result[row] !== 0 || size[row] === 0 || !this.#hasEnd) return;
    if (offset !== UNKNOWN || this.#isPath) this.#add("end-probe", row, "read", 0);
  }

  #lookForRepeat(row: Row, direction: Direction, offset: number, bytes: number): void {
    if (bytes === 0) return;
    if (offset === UNKNOWN) {
      // It is not known which bytes a write has changed.
      if (direction === "write") this.#read = new ByteSet();
      return;
    }
    if (direction === "write") {
      this.#read.remove(offset, offset + bytes);
      return;
    }
    const again = this.#read.add(offset, offset + bytes);
    if (again > 0) this.#add("re-read", row, "read", again);
  }

  #lookForSmall(row: Row, direction: Direction, offset: number, bytes: number): void {
    const key = this.#key(row, direction);
    const asked = this.#side.trace.table.size[row] as number;
    if (offset === UNKNOWN || bytes === 0 || asked >= SMALL || !this.#hasEnd) {
      this.#smallEnds.delete(key);
      return;
    }
    if (this.#smallEnds.get(key) === offset) this.#add("small-sequential", row, direction, bytes);
    this.#smallEnds.set(key, offset + bytes);
  }

  /** One number for a direction and a thread. */
  #key(row: Row, direction: Direction): number {
    return (this.#side.trace.table.thread[row] as number) * 2 + Number(direction === "write");
  }

  #add(kind: RedundancyKind, row: Row, direction: Direction, bytes: number): void {
    const known = this.#tallies[direction].get(kind);
    const tally = known ?? {
      kind,
      direction,
      file: this.#file,
      calls: 0,
      bytes: new WholeSum(),
      latency: new WholeSum(),
      isTimed: false,
      first: row,
    };
    if (known === undefined) this.#tallies[direction].set(kind, tally);
    tally.calls++;
    tally.bytes.add(bytes);
    const latency = this.#side.trace.table.latency[row] as number;
    if (latency < 0) return;
    tally.latency.add(latency);
    tally.isTimed = true;
  }
}

type Finding = Pick<RedundantIo, "kind" | "direction" | "file"> & {
  readonly first: Row;
  readonly bytes: WholeSum;
  readonly latency: WholeSum;
  calls: number;
  isTimed: boolean;
};

/**
 * Pipes, sockets and terminals have no file position, and end when the other side closes; kernel files have no size,
 * so reading until nothing comes is the only way.
 */
function hasEnd(path: string): boolean {
  if (!path.startsWith("/")) return !/^[\w-]+:/.test(path);
  return !/^\/(?:proc|sys)\/|^\/dev\/(?!shm\/)/.test(path);
}
