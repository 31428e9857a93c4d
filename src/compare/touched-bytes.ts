import { mapPair, type Pair, type Side } from "../trace/pair.ts";
import { type Row, UNKNOWN } from "../trace/table.ts";
import type { TouchedBytes } from "./comparison.ts";
import { bytesOutside, type Extents, overlaps, unionOf } from "./extents.ts";
import { fileName } from "./file-pairs.ts";
import type { Pairing } from "./pairing.ts";
import { type ComparedThread, forEachChange, forEachMatchedRow } from "./thread-steps.ts";
import { type Direction, Transfers } from "./transfers.ts";

/**
 * For every file that changed calls read or wrote: how many bytes only one of the sides touched. Matches touch the
 * same on both sides, so only those count that meet a changed range, and few changes among millions of calls cost
 * little. A match at the file position counts as changed where that position stands elsewhere on the other side.
 */
export function touchedBytes(pairing: Pairing, threads: readonly ComparedThread[]): readonly TouchedBytes[] {
  return new GroundSurvey(pairing).run(threads);
}

class GroundSurvey {
  readonly #pairing: Pairing;
  readonly #transfers: Pair<Transfers>;
  /** By file and direction. */
  readonly #grounds = new Map<number, Ground>();

  constructor(pairing: Pairing) {
    this.#pairing = pairing;
    this.#transfers = mapPair(pairing.sides, (side) => new Transfers(side));
  }

  run(threads: readonly ComparedThread[]): readonly TouchedBytes[] {
    forEachChange(threads, (rows) => {
      for (const row of rows.before) this.#addChanged("before", row);
      for (const row of rows.after) this.#addChanged("after", row);
    });
    if (this.#grounds.size === 0) return [];
    const { before, after } = this.#pairing.sides;
    if (before.files.positions !== null || after.files.positions !== null) {
      forEachMatchedRow(threads, (one, other) => {
        if (this.#isElsewhere(one, other)) {
          this.#addChanged("before", one);
          this.#addChanged("after", other);
        }
      });
    }
    for (const ground of this.#grounds.values()) {
      ground.hull = unionOfBoth(ground.changed.before, ground.changed.after);
    }
    forEachMatchedRow(threads, (one, other) => this.#addMatched(one, other));
    return Array.from(this.#grounds.values(), ({ name, direction, changed, matched, isExact }) => {
      const touched = mapPair(changed, (side) => unionOfBoth(side, matched));
      return {
        file: name,
        direction,
        onlyBefore: bytesOutside(touched.before, touched.after),
        onlyAfter: bytesOutside(touched.after, touched.before),
        exact: isExact,
      };
    });
  }

  #isElsewhere(before: Row, after: Row): boolean {
    return this.#transfers.before.offset(before) !== this.#transfers.after.offset(after);
  }

  #key(side: Side, row: Row, direction: Direction): number {
    const { sides, fileIds } = this.#pairing;
    const file = sides[side].files.file[row] as number;
    return (fileIds[side][file] as number) * 2 + Number(direction === "write");
  }

  #addChanged(side: Side, row: Row): void {
    const direction = this.#transfers[side].direction(row);
    if (direction === null) return;
    const key = this.#key(side, row, direction);
    const ground = this.#grounds.get(key) ?? this.#newGround(side, row, direction);
    this.#grounds.set(key, ground);
    const bytes = this.#transfers[side].bytes(row);
    if (bytes > 0 && !addRange(ground.changed[side], this.#transfers[side].offset(row), bytes)) {
      ground.isExact = false;
    }
  }

  #newGround(side: Side, row: Row, direction: Direction): Ground {
    const view = this.#pairing.sides[side];
    const name = fileName(view, view.files.file[row] as number) ?? "";
    const changed = { before: emptyRanges(), after: emptyRanges() };
    return { name, direction, changed, matched: emptyRanges(), hull: unionOf([], []), isExact: true };
  }

  #addMatched(before: Row, after: Row): void {
    const transfers = this.#transfers.before;
    const direction = transfers.direction(before);
    if (direction === null) return;
    const ground = this.#grounds.get(this.#key("before", before, direction));
    if (ground === undefined) return;
    const offset = transfers.offset(before);
    const bytes = transfers.bytes(before);
    if (bytes === 0 || offset !== this.#transfers.after.offset(after)) return;
    if (offset === UNKNOWN) ground.isExact = false;
    else if (overlaps(ground.hull, offset, offset + bytes)) addRange(ground.matched, offset, bytes);
  }
}

/** Byte ranges in any order. */
type Ranges = { readonly starts: number[]; readonly ends: number[] };

const emptyRanges = (): Ranges => ({ starts: [], ends: [] });

/** What changed calls did to one file in one direction. */
type Ground = {
  readonly name: string | number;
  readonly direction: Direction;
  readonly changed: Pair<Ranges>;
  /** Of matches that meet a changed range. */
  readonly matched: Ranges;
  /** All changed ranges. */
  hull: Extents;
  isExact: boolean;
};

/** False where the place is not known. */
function addRange({ starts, ends }: Ranges, offset: number, bytes: number): boolean {
  if (offset === UNKNOWN) return false;
  starts.push(offset);
  ends.push(offset + bytes);
  return true;
}

function unionOfBoth(one: Ranges, other: Ranges): Extents {
  return unionOf([...one.starts, ...other.starts], [...one.ends, ...other.ends]);
}
