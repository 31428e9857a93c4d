import { type ComparedThread, forEachMatch } from "../changes/thread-steps.ts";
import { NO_FILE } from "../identity/descriptor-table.ts";
import { fileName } from "../pairing/file-pairs.ts";
import type { Pairing } from "../pairing/pairing.ts";
import type { TouchedBytes } from "../result/comparison.ts";
import { mapPair, type Pair, type Side } from "../trace/pair.ts";
import { type Row, UNKNOWN } from "../trace/table.ts";
import { Transfers } from "../view/transfers.ts";
import type { Direction } from "../grammar/grammar.ts";
import { CoarseExtents } from "./coarse-extents.ts";
import { bytesOutside, type Extents, unionOf, unionOfBoth, unionOfList } from "./extents.ts";
import { RangeList } from "./range-list.ts";

/**
 * For every file that changed calls read or wrote: how many bytes only one of the sides touched. Matches touch the
 * same bytes on both sides, so only those that meet a changed range count, and a few changes among millions of calls
 * cost little. A match at the file position counts as changed if that position differs on the other side.
 */
export function touchedBytes(
  pairing: Pairing,
  threads: readonly ComparedThread[],
  changed: Pair<Uint32Array>,
): readonly TouchedBytes[] {
  return new TouchedSurvey(pairing).run(threads, changed);
}

class TouchedSurvey {
  readonly #pairing: Pairing;
  readonly #transfers: Pair<Transfers>;
  /** By file and direction. */
  readonly #coverages = new Map<number, Coverage>();
  /** Those of changed calls by operation, filled in on demand. */
  readonly #changedCoverage: Pair<(Coverage | null | undefined)[]>;

  constructor(pairing: Pairing) {
    this.#pairing = pairing;
    this.#transfers = mapPair(pairing.sides, (side) => new Transfers(side));
    this.#changedCoverage = mapPair(pairing.sides, ({ operations }) =>
      new Array(operations.call.length).fill(undefined),
    );
  }

  run(threads: readonly ComparedThread[], changed: Pair<Uint32Array>): readonly TouchedBytes[] {
    for (const side of ["before", "after"] as const) {
      const rows = changed[side];
      for (let i = 0; i < rows.length; i++) this.#addChanged(side, rows[i] as Row);
    }
    if (this.#coverages.size === 0) return [];
    const { before, after } = this.#pairing.sides;
    if (before.files.positions !== null || after.files.positions !== null) {
      forEachMatch(threads, (one, other) => {
        if (this.#isElsewhere(one, other)) {
          this.#addChanged("before", one);
          this.#addChanged("after", other);
        }
      });
    }
    for (const coverage of this.#coverages.values()) {
      coverage.own = mapPair(coverage.changed, unionOfList);
    }
    this.#addMatches(threads, changed.before);
    return Array.from(this.#coverages.values(), ({ name, direction, own, matched, isExact }) => {
      const onBoth = unionOfList(matched);
      const touched = mapPair(own, (side) => unionOfBoth(side, onBoth));
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

  /** Null for operations of calls that move no bytes of a file. */
  #coverageOf(side: Side, operation: number): Coverage | null {
    const { sides, fileIds } = this.#pairing;
    const { call, file } = sides[side].operations;
    const direction = this.#transfers[side].directionOfCall(call[operation] as number);
    const on = file[operation] as number;
    if (direction === null || on === NO_FILE) return null;
    const key = (fileIds[side][on] as number) * 2 + Number(direction === "write");
    const coverage = this.#coverages.get(key) ?? this.#newCoverage(side, on, direction);
    this.#coverages.set(key, coverage);
    return coverage;
  }

  #addChanged(side: Side, row: Row): void {
    const operation = this.#pairing.sides[side].operations.operation[row] as number;
    let coverage = this.#changedCoverage[side][operation];
    if (coverage === undefined) {
      coverage = this.#coverageOf(side, operation);
      this.#changedCoverage[side][operation] = coverage;
    }
    if (coverage === null) return;
    const { table } = this.#pairing.sides[side].trace;
    const bytes = table.result[row] as number;
    if (bytes <= 0) return;
    const given = table.offset[row] as number;
    const offset = given < 0 ? this.#transfers[side].offset(row) : given;
    if (!addRange(coverage.changed[side], offset, bytes)) coverage.isExact = false;
  }

  #newCoverage(side: Side, file: number, direction: Direction): Coverage {
    const name = fileName(this.#pairing.sides[side], file) ?? "";
    const changed = { before: new RangeList(), after: new RangeList() };
    return {
      name,
      direction,
      changed,
      matched: new RangeList(),
      own: { before: NOWHERE, after: NOWHERE },
      isExact: true,
    };
  }

  /**
   * A plain loop over the before side in order of starts, which reads its columns in sequence; every call not in a
   * change is a match. If no file positions are known, a match has the same place on both sides.
   */
  #addMatches(threads: readonly ComparedThread[], changed: Uint32Array): void {
    const { sides } = this.#pairing;
    const { operations, rows, files } = sides.before;
    // every call is in a change: there is no match
    if (changed.length === rows.length) return;
    const { table } = sides.before.trace;
    const coverageOfOperation = this.#coverageOfOperation();
    // several operations may share one coverage; an operation without one meets nothing
    const coverages = [...this.#coverages.values()];
    const numbers = new Map(coverages.map((coverage, index) => [coverage, index + 1]));
    const coarse = new CoarseExtents([
      NOWHERE,
      ...coverages.map(({ own }) => unionOfBoth(own.before, own.after)),
    ]);
    const placeOfOperation = Int32Array.from(coverageOfOperation, (coverage) =>
      coverage === undefined ? 0 : (numbers.get(coverage) ?? 0),
    );
    if (files.positions !== null || sides.after.files.positions !== null) {
      forEachMatch(threads, (one, other) => {
        const operation = operations.operation[one] as number;
        const coverage = coverageOfOperation[operation];
        if (coverage === undefined || this.#isElsewhere(one, other)) return;
        const offset = this.#transfers.before.offset(one);
        const end = offset + this.#transfers.before.bytes(one);
        if (offset === UNKNOWN || coarse.mayMeet(placeOfOperation[operation] as number, offset, end))
          this.#addMatched(coverage, one, offset);
      });
      return;
    }
    const isChanged = new Uint8Array(table.length);
    for (let i = 0; i < changed.length; i++) isChanged[changed[i] as Row] = 1;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as Row;
      const operation = operations.operation[row] as number;
      const offset = table.offset[row] as number;
      // nearly all calls end here
      const place = placeOfOperation[operation] as number;
      if (offset >= 0 && !coarse.mayMeet(place, offset, offset + (table.result[row] as number))) continue;
      const coverage = coverageOfOperation[operation];
      if (coverage === undefined || isChanged[row] === 1) continue;
      this.#addMatched(coverage, row, offset < 0 ? UNKNOWN : offset);
    }
  }

  #coverageOfOperation(): readonly (Coverage | undefined)[] {
    const { sides, fileIds } = this.#pairing;
    const { call, file } = sides.before.operations;
    return Array.from(call, (index, operation) => {
      const direction = this.#transfers.before.directionOfCall(index);
      const on = file[operation] as number;
      if (direction === null || on === NO_FILE) return undefined;
      return this.#coverages.get((fileIds.before[on] as number) * 2 + Number(direction === "write"));
    });
  }

  #addMatched(coverage: Coverage, row: Row, offset: number): void {
    const bytes = this.#transfers.before.bytes(row);
    if (bytes === 0) return;
    // matches that meet no changed range do no harm: they are on both sides
    if (!addRange(coverage.matched, offset, bytes)) coverage.isExact = false;
  }
}

const NOWHERE: Extents = unionOf([], []);

/** What changed calls did to one file in one direction. */
type Coverage = {
  readonly name: string | number;
  readonly direction: Direction;
  readonly changed: Pair<RangeList>;
  /** Of matches that meet a changed range. */
  readonly matched: RangeList;
  /** The union of the changed ranges of each side. */
  own: Pair<Extents>;
  isExact: boolean;
};

/** False if the place is not known, or not to the byte. */
function addRange(list: RangeList, offset: number, bytes: number): boolean {
  // beyond it, adjacent bytes look like one
  if (offset === UNKNOWN || offset + bytes > Number.MAX_SAFE_INTEGER) return false;
  list.push(offset, offset + bytes);
  return true;
}
