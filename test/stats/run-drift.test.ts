import fc from "fast-check";
import { expect, test } from "vitest";
import { LEAST_DRIFT, runDrift } from "../../src/stats/run-drift.ts";
import { scaled } from "../support/scaled.ts";

// Ten runs of one reader (4 threads, 1000 pread64 each, strace 6.1 -f -T, 2 busy cores), and ten with every
// tenth pread64 of a thread delayed by strace's --inject=pread64:delay_enter=200:when=10+10. Microseconds.
const recorded = {
  p50: {
    same: [37, 38, 42, 33, 39, 25, 33, 32, 23, 33],
    delayed: [39, 41, 41, 31, 41, 31, 31, 31, 40, 40],
  },
  p75: {
    same: [47, 44, 46, 44, 45, 40, 45, 43, 42, 44],
    delayed: [47, 47, 46, 46, 46, 44, 46, 45, 46, 47],
  },
  p95: {
    same: [81, 54, 57, 80, 57, 80, 79, 78, 50, 53],
    delayed: [254, 258, 254, 247, 251, 248, 256, 244, 252, 255],
  },
  p999: {
    same: [127, 185, 3223, 3633, 2443, 4412, 2953, 3958, 8729, 2974],
    delayed: [2776, 3134, 486, 3503, 4359, 3987, 4460, 4002, 2763, 493],
  },
};

const nanos = (microseconds: readonly number[]): number[] => microseconds.map((each) => each * 1000);

/** All ways to choose five of ten; with those left over, each split comes twice, once for each side. */
const fives: readonly (readonly number[])[] = Array.from({ length: 1024 }, (_, chosen) =>
  Array.from({ length: 10 }, (_, i) => i).filter((i) => (chosen >> i) % 2 === 1),
).filter((chosen) => chosen.length === 5);

function kindsOfSplits(runs: readonly number[], least = LEAST_DRIFT): string[] {
  return fives.map((chosen) => {
    const before = runs.filter((_, i) => chosen.includes(i));
    const after = runs.filter((_, i) => !chosen.includes(i));
    return runDrift({ before, after }, least).kind;
  });
}

const claims = (kinds: readonly string[]): number => kinds.filter((kind) => kind === "outside-noise").length;

test("a delay of 200 µs at every tenth call is outside the noise of P95 for any five runs a side", () => {
  const { same, delayed } = recorded.p95;
  for (const before of fives) {
    for (const after of fives.filter((_, i) => i % 16 === 0)) {
      const runs = {
        before: nanos(before.map((i) => same[i] ?? 0)),
        after: nanos(after.map((i) => delayed[i] ?? 0)),
      };
      expect(runDrift(runs).kind).toBe("outside-noise");
    }
  }
});

test("percentiles that the delay does not reach stay within noise", () => {
  for (const { same, delayed } of [recorded.p50, recorded.p75, recorded.p999]) {
    expect(runDrift({ before: nanos(same), after: nanos(delayed) }).kind).toBe("within-noise");
  }
});

test("runs of one program are told apart in no split but the one that parts a machine's two states", () => {
  for (const { same } of [recorded.p50, recorded.p75, recorded.p999]) {
    expect(claims(kindsOfSplits(nanos(same)))).toBe(0);
  }
  // P95 was about 80 µs in five of the ten runs and about 55 µs in the others: 2 of 252.
  expect(claims(kindsOfSplits(nanos(recorded.p95.same)))).toBe(2);
});

test("of all 252 ways to part ten runs at most two are claimed, whatever the runs are", () => {
  const values = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(values, (runs) => {
      expect(claims(kindsOfSplits(runs, { relative: 0, absolute: 0 }))).toBeLessThanOrEqual(2);
    }),
    { numRuns: scaled(30) },
  );
});

test.each([
  // Spread 1000 on both sides; the distance has to be 2, 1, 1/2, 1/4 of it, or to exist.
  [3, 2000],
  [4, 1000],
  [5, 500],
  [6, 250],
  [7, 1],
])("%i runs a side have to be %i ns apart where they spread over 1000", (count, distance) => {
  const before = Array.from({ length: count }, (_, i) => 10_000 + (1000 * i) / (count - 1));
  const apart = (by: number) =>
    runDrift({ before, after: before.map((each) => each + 1000 + by) }, { relative: 0, absolute: 0 });
  expect(apart(distance)).toMatchObject({ kind: "outside-noise", spread: 1000, distance });
  expect(apart(distance - 1)).toMatchObject({ kind: "within-noise", distance: distance - 1 });
});

test("a decrease is claimed like an increase", () => {
  const [slow, fast] = [nanos([90, 91, 92, 93, 94]), nanos([50, 51, 52, 53, 54])];
  expect(runDrift({ before: slow, after: fast })).toEqual({
    kind: "outside-noise",
    median: { before: 92_000, after: 52_000 },
    spread: 4000,
    distance: 36_000,
    // Two of the 252 ways to deal ten runs to two sides.
    p: 2 / 252,
  });
});

test("runs that are apart by less than matters are within noise", () => {
  const before = nanos([100, 100, 100, 100, 100]);
  const moved = (microseconds: number) =>
    runDrift({ before, after: before.map((each) => each + 1000 * microseconds) }).kind;
  expect(moved(5)).toBe("outside-noise");
  expect(moved(4.9)).toBe("within-noise");
  // Of short calls 5 % is less than two steps of the clock.
  const short = nanos([8, 8, 8, 8, 8]);
  expect(runDrift({ before: short, after: nanos([9, 9, 9, 9, 9]) }).kind).toBe("within-noise");
  expect(runDrift({ before: short, after: nanos([10, 10, 10, 10, 10]) }).kind).toBe("outside-noise");
});

test("one run or two on a side are too few to know its noise", () => {
  const many = nanos([50, 51, 52, 53, 54]);
  expect(runDrift({ before: nanos([50, 51]), after: nanos([900, 901]) }).kind).toBe("too-few-runs");
  expect(runDrift({ before: many, after: nanos([900, 901]) }).kind).toBe("too-few-runs");
  expect(runDrift({ before: [], after: many })).toMatchObject({ kind: "too-few-runs", p: 1 });
  expect(runDrift({ before: nanos([50, 51, 52]), after: nanos([900, 901, 902]) }).kind).toBe("outside-noise");
});

test("of ten runs a side one may be disturbed", () => {
  const before = nanos([50, 50, 51, 51, 52, 52, 53, 53, 54, 999]);
  const after = nanos([70, 70, 71, 71, 72, 72, 73, 73, 74, 12]);
  expect(runDrift({ before, after }).kind).toBe("outside-noise");
  expect(runDrift({ before: before.slice(1), after: after.slice(1) }).kind).toBe("within-noise");
});

test("runs in another order are the same runs", () => {
  const values = fc.array(fc.nat({ max: 100_000 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(values, values, (before, after) => {
      const drift = runDrift({ before, after });
      expect(runDrift({ before: before.toReversed(), after: after.toReversed() })).toEqual(drift);
    }),
  );
});
