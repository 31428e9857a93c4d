import fc from "fast-check";
import { expect, test } from "vitest";
import { largestMoves } from "../../src/stats/largest-moves.ts";
import { scaled } from "../support/scaled.ts";
import { rocksdb } from "./rocksdb-latencies.ts";

test("the calls of the RocksDB pair that moved most took 166, 117 and 72 µs longer", () => {
  const moved = [...largestMoves(rocksdb.before, rocksdb.after, 3)];
  expect(moved).toEqual([38, 48, 58]);
  expect(moved.map((pair) => (rocksdb.after[pair] ?? 0) - (rocksdb.before[pair] ?? 0))).toEqual([
    166_000, 117_000, 72_000,
  ]);
});

test("the pairs that moved most are those that come first when all are sorted", () => {
  const pairs = fc.array(fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 30 })), { maxLength: 200 });
  fc.assert(
    fc.property(pairs, fc.nat({ max: 40 }), (latencies, count) => {
      const before = Float64Array.from(latencies, ([from]) => from);
      const after = Float64Array.from(latencies, ([, to]) => to);
      const sorted = latencies
        .map(([from, to], pair) => ({ pair, move: Math.abs(to - from) }))
        .filter(({ move }) => move > 0)
        .sort((one, other) => other.move - one.move || one.pair - other.pair);
      expect([...largestMoves(before, after, count)]).toEqual(sorted.slice(0, count).map(({ pair }) => pair));
    }),
    { numRuns: scaled(300) },
  );
});
