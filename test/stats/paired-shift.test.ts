import fc from "fast-check";
import { expect, test } from "vitest";
import { pairedShift } from "../support/paired-shift.ts";
import { ascending } from "./naive.ts";
import { rocksdb } from "./rocksdb-latencies.ts";

const shiftOf = (before: readonly number[], after: readonly number[]) =>
  pairedShift(Float64Array.from(before), Float64Array.from(after));

test("the published RocksDB pair shifts by +9 µs, 39 calls up and 21 down", () => {
  const shift = pairedShift(rocksdb.before, rocksdb.after);
  expect(shift).toMatchObject({ count: 60, up: 39, down: 21, equal: 0, median: 9000 });
  // Of the 60 sorted differences the 22nd and 39th (P(B <= 21) = 0.0137, P(B <= 22) = 0.0259 for binomial(60,
  // 1/2)): … -4 -2 -2 | 1 1 2 4 5 6 7 8 9 9 11 11 11 12 15 15 16 16 … µs, where the bar follows the 21st.
  expect(shift.interval).toEqual({ low: 1000, high: 16_000 });
  // Rank sums 1274 and 556 of 1830; z = (1274 - 915 - 1/2) / √18446.5 = 2.63963; p by the C library's erfc.
  expect(shift.effectSize).toBeCloseTo((1274 - 556) / 1830, 14);
  expect(shift.p).toBeCloseTo(0.008299745265812996, 12);
  expect(shift.ratio).toBe(5_084_000 / 4_408_000);
});

test("the median of an even number of differences is the mean of the middle two", () => {
  expect(shiftOf([0, 0, 0, 0], [1, 2, 5, 9]).median).toBe(3.5);
  expect(shiftOf([0, 0, 0], [1, 2, 5]).median).toBe(2);
});

test("fewer than six pairs have no interval", () => {
  expect(shiftOf([0, 0, 0, 0, 0], [1, 2, 3, 4, 5]).interval).toBeNull();
  expect(shiftOf([0, 0, 0, 0, 0, 0], [1, 2, 3, 4, 5, 6]).interval).toEqual({ low: 1, high: 6 });
});

test("no pairs are no shift", () => {
  expect(shiftOf([], [])).toEqual({
    count: 0,
    up: 0,
    down: 0,
    equal: 0,
    median: 0,
    interval: null,
    p: 1,
    effectSize: 0,
    ratio: null,
  });
});

test("there is no ratio to nothing", () => {
  expect(shiftOf([0, 0], [0, 5]).ratio).toBeNull();
  expect(shiftOf([5, 0], [0, 0]).ratio).toBe(0);
});

test("latencies that are not pairs are refused", () => {
  expect(() => shiftOf([1, 2], [1])).toThrow(
    new RangeError("2 latencies before can't be paired with 1 after"),
  );
});

const pairs = fc.array(fc.tuple(fc.nat({ max: 200 }), fc.nat({ max: 200 })), { minLength: 1, maxLength: 90 });

test("a shift counts its differences as they are", () => {
  fc.assert(
    fc.property(pairs, (latencies) => {
      const before = latencies.map(([from]) => from);
      const after = latencies.map(([, to]) => to);
      const sorted = ascending(latencies.map(([from, to]) => to - from));
      const { count, up, down, equal, median, interval } = shiftOf(before, after);
      expect([count, up, down, equal]).toEqual([
        sorted.length,
        sorted.filter((each) => each > 0).length,
        sorted.filter((each) => each < 0).length,
        sorted.filter((each) => each === 0).length,
      ]);
      const middle = sorted.slice(Math.ceil(count / 2) - 1, Math.floor(count / 2) + 1);
      expect(median).toBe(middle.reduce((sum, each) => sum + each, 0) / middle.length);
      if (interval === null) {
        expect(count).toBeLessThan(6);
        return;
      }
      expect(interval.low <= median && median <= interval.high).toBe(true);
      expect(sorted).toContain(interval.low);
      expect(sorted).toContain(interval.high);
    }),
  );
});

test("swapping the sides turns the shift around", () => {
  fc.assert(
    fc.property(pairs, (latencies) => {
      const there = shiftOf(
        latencies.map(([from]) => from),
        latencies.map(([, to]) => to),
      );
      const back = shiftOf(
        latencies.map(([, to]) => to),
        latencies.map(([from]) => from),
      );
      expect([back.up, back.down, back.equal, back.p]).toEqual([there.down, there.up, there.equal, there.p]);
      expect(back.median + there.median).toBe(0);
      expect(back.effectSize + there.effectSize).toBe(0);
      expect((back.interval?.low ?? 0) + (there.interval?.high ?? 0)).toBe(0);
    }),
  );
});

test("what strace's clock steps in is no matter: all times a thousandfold shift a thousandfold", () => {
  fc.assert(
    fc.property(pairs, (latencies) => {
      const before = latencies.map(([from]) => from);
      const after = latencies.map(([, to]) => to);
      const fine = shiftOf(before, after);
      const coarse = shiftOf(
        before.map((each) => each * 1000),
        after.map((each) => each * 1000),
      );
      expect(coarse.median).toBe(fine.median * 1000);
      expect([coarse.p, coarse.effectSize, coarse.ratio]).toEqual([fine.p, fine.effectSize, fine.ratio]);
    }),
  );
});
