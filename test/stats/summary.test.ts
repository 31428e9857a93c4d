import fc from "fast-check";
import { expect, test } from "vitest";
import { PERCENTILES, type Percentile, percentilesOf, summarize } from "../../src/stats/summary.ts";
import { scaled } from "../support/scaled.ts";
import { ascending } from "./naive.ts";
import { rocksdb } from "./rocksdb-latencies.ts";

test("the published RocksDB latencies have P50 70 and 82 µs and totals 4408 and 5084 µs", () => {
  const before = summarize(rocksdb.before);
  // Nearest ranks of 60: P50 30, P75 45, P90 54, P95 57; P99 would need 100.
  expect(before).toMatchObject({ count: 60, total: 4_408_000, min: 48_000, max: 111_000 });
  const beyond = { p99: null, "p99.9": null, "p99.99": null };
  expect(before.percentiles).toEqual({ p50: 70_000, p75: 85_000, p90: 91_000, p95: 95_000, ...beyond });
  expect(before.mean).toBe(4_408_000 / 60);
  // Python's statistics.stdev.
  expect(before.deviation).toBeCloseTo(14_027.172983923165, 6);
  const after = summarize(rocksdb.after);
  expect(after).toMatchObject({ count: 60, total: 5_084_000, min: 43_000, max: 260_000 });
  expect(after.percentiles).toEqual({ p50: 82_000, p75: 90_000, p90: 95_000, p95: 128_000, ...beyond });
  expect(after.deviation).toBeCloseTo(30_919.7247486305, 6);
});

test("one latency has no deviation and no percentiles", () => {
  expect(summarize(Float64Array.of(42_000))).toEqual({
    count: 1,
    total: 42_000,
    mean: 42_000,
    deviation: null,
    min: 42_000,
    percentiles: percentilesOf(() => null),
    max: 42_000,
  });
});

test("equal latencies do not deviate", () => {
  expect(summarize(new Float64Array(1000).fill(7000)).deviation).toBe(0);
});

test("small deviations of large latencies don't cancel", () => {
  // An hour and one nanosecond more or less: squares would differ in the 26th digit.
  const hour = 3.6e12;
  expect(summarize(Float64Array.of(hour - 1, hour, hour + 1)).deviation).toBe(1);
});

test("a summary agrees with the definitions", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 50_000 }), { minLength: 2, maxLength: 2000 }), (values) => {
      const sample = Float64Array.from(values);
      const sorted = ascending(values);
      const { count, total, mean, deviation, min, max, percentiles } = summarize(sample);
      expect([...sample]).toEqual(values);
      expect([count, min, max]).toEqual([values.length, sorted[0], sorted.at(-1)]);
      expect(total).toBe(values.reduce((sum, each) => sum + each, 0));
      expect(mean).toBe(Number(total) / count);
      const variance = values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (count - 1);
      expect(deviation).toBeCloseTo(Math.sqrt(variance), 6);
      for (const [name, percent] of Object.entries(PERCENTILES)) {
        // The smallest value that at least so many percent do not exceed, in whole hundredths of a percent.
        const smallest = sorted.find((value) => {
          const within = sorted.findLastIndex((other) => other <= value) + 1;
          return within * 10_000 >= Math.round(percent * 100) * count;
        });
        const enough = count * (10_000 - Math.round(percent * 100)) >= 10_000;
        expect(percentiles[name as Percentile]).toBe(enough ? smallest : null);
      }
    }),
    { numRuns: scaled(40) },
  );
});

test("the total is exact beyond 2^53", () => {
  expect(summarize(Float64Array.of(2 ** 53 - 1, 2 ** 53 - 1, 3)).total).toBe(`${2n ** 54n + 1n}`);
  expect(summarize(Float64Array.of(2 ** 53 - 2, 1)).total).toBe(2 ** 53 - 1);
});
