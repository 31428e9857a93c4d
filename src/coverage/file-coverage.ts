import { fileName } from "../pairing/file-pairs.ts";
import type { Pairing } from "../pairing/pairing.ts";
import type { CoveragePair, FileCoverage } from "../result/comparison.ts";
import { mapPair, type Pair } from "../trace/pair.ts";
import { type Row, UNKNOWN } from "../trace/table.ts";
import { bytesAskedFor, WholeSum, wholeNumber } from "../trace/whole-number.ts";
import type { TraceView } from "../view/trace-view.ts";
import { Transfers } from "../view/transfers.ts";
import type { Direction } from "../grammar/grammar.ts";
import { bytesInUnion } from "./extents.ts";
import { RangeList } from "./range-list.ts";

/** How the compared reads and writes cover each file, in order of first use, before first. */
export function fileCoverage({ sides, fileIds }: Pairing): readonly CoveragePair[] {
  const tracks = mapPair(sides, (side, name) => tracksOf(side, new Transfers(side), fileIds[name]));
  const keys = new Set([...tracks.before.keys(), ...tracks.after.keys()]);
  return Array.from(keys, (key): CoveragePair => {
    const pair: Pair<Track | undefined> = { before: tracks.before.get(key), after: tracks.after.get(key) };
    return {
      before: pair.before?.name ?? null,
      after: pair.after?.name ?? null,
      direction: key % 2 === 1 ? "write" : "read",
      coverage: mapPair(pair, (track) => track?.coverage ?? null),
    };
  });
}

/** By twice the number of the file, plus one for writes. @param fileIds number of a file by its index */
export function tracksOf(side: TraceView, transfers: Transfers, fileIds: Int32Array): Map<number, Track> {
  const tracks = new Map<number, Track>();
  const { table, exact } = side.trace;
  for (let i = 0; i < side.rows.length; i++) {
    const row = side.rows[i] as Row;
    const direction = transfers.direction(row);
    if (direction === null) continue;
    const file = side.files.file[row] as number;
    const key = (fileIds[file] as number) * 2 + Number(direction === "write");
    let track = tracks.get(key);
    if (track === undefined) {
      track = new Track(fileName(side, file), direction);
      tracks.set(key, track);
    }
    const asked = bytesAskedFor(table.size[row] as number);
    if (asked > 0) track.requested.add(asked, exact.size.get(row));
    const bytes = transfers.bytes(row);
    if (bytes > 0) track.returned.add(bytes, exact.result.get(row));
    track.add(table.thread[row] as number, transfers.offset(row), bytes);
  }
  return tracks;
}

/** The transfers of one file in one direction, in order of starts. */
class Track {
  readonly name: string | number | null;
  readonly direction: Direction;
  readonly requested: WholeSum = new WholeSum();
  readonly returned: WholeSum = new WholeSum();
  readonly #ranges = new RangeList();
  readonly #endOfThread = new Map<number, number>();
  #end = UNKNOWN;
  #calls = 0;
  #sequential = 0;
  #seeks = 0;
  #isKnown = true;

  constructor(name: string | number | null, direction: Direction) {
    this.name = name;
    this.direction = direction;
  }

  add(thread: number, offset: number, bytes: number): void {
    this.#calls++;
    // beyond it, adjacent bytes look like one
    if (offset === UNKNOWN || offset + bytes > Number.MAX_SAFE_INTEGER) {
      this.#isKnown = false;
      return;
    }
    if (this.#endOfThread.get(thread) === offset) this.#sequential++;
    if (this.#end !== UNKNOWN && this.#end !== offset) this.#seeks++;
    this.#end = offset + bytes;
    this.#endOfThread.set(thread, this.#end);
    if (bytes > 0) this.#ranges.push(offset, offset + bytes);
  }

  get coverage(): FileCoverage {
    const unique = this.#isKnown ? bytesInUnion(this.#ranges) : null;
    const returned = this.returned.total;
    return {
      calls: this.#calls,
      requested: this.requested.total,
      returned,
      unique,
      repeated: unique === null ? null : wholeNumber(BigInt(returned) - BigInt(unique)),
      sequential: this.#isKnown ? this.#sequential / this.#calls : null,
      seeks: this.#isKnown ? this.#seeks : null,
    };
  }
}
