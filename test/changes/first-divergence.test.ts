import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Change, Comparison } from "../../src/result/comparison.ts";
import { scaled } from "../support/scaled.ts";
import { compareText } from "../support/trace-of.ts";

const reads = (offsets: readonly number[]): string[] =>
  offsets.map((offset) => `pread64(3, "x"..., 4096, ${offset}) = 4096`);

const linesOf = (change: Change | undefined): unknown => ({
  before: change?.before.map(({ line }) => line),
  after: change?.after.map(({ line }) => line),
});

/** Every change by itself: `changes` groups equal ones. */
const single = (comparison: Comparison): Change[] =>
  Array.from(comparison.hunks(0)).flatMap(({ lines }) =>
    lines.flatMap((line) => (line.kind === "change" ? [line.change] : [])),
  );

/** How many calls of either side start before the first one of a change; all calls of these texts are compared. */
const startOf = ({ before, after }: Change): number =>
  Math.min(...[...before, ...after].map(({ line }) => line - 1));

describe("the divergence", () => {
  test("is a call that only moved, though its place is between two stretches of matches", () => {
    const comparison = compareText(
      reads([0, 151552, 303104, 40960, 192512]),
      reads([0, 151552, 40960, 303104, 192512]),
    );
    expect(comparison.changeCounts).toEqual({ reordered: 1 });
    expect(comparison.divergence?.change.kind).toBe("reordered");
    // Lines 3 and 4 changed places: either may be told as the one that moved.
    const { before = [], after = [] } = comparison.divergence?.change ?? {};
    expect([before[0]?.line, after[0]?.line].toSorted()).toEqual([3, 4]);
    expect(comparison.divergence?.lastOfThread.map((line) => line.kind)).toEqual(["match", "match"]);
  });

  test("is the call that came first, where it came from the end of its thread", () => {
    const comparison = compareText(reads([0, 1, 2, 3, 9, 4, 5, 6, 8]), reads([0, 8, 1, 2, 3, 4, 5, 6]));
    // 8 moved from the end to the second place, before 9 was removed.
    expect(comparison.changeCounts).toEqual({ reordered: 1, removed: 1 });
    expect(linesOf(comparison.divergence?.change)).toEqual({ before: [9], after: [2] });
    expect(comparison.divergence?.lastOfThread).toMatchObject([{ before: { line: 1 }, after: { line: 1 } }]);
  });

  test("is the removed call, however many calls are added behind it", () => {
    const more = Array.from({ length: 50 }, (_, at) => 1000 + at);
    const comparison = compareText(reads([0, 1, 2, 3]), reads([0, 1, 3, ...more]));
    expect(linesOf(comparison.divergence?.change)).toEqual({ before: [3], after: [] });
  });
});

const call = fc.record({
  thread: fc.integer({ min: 1, max: 3 }),
  offset: fc.integer({ min: 0, max: 5 }),
  result: fc.constantFrom(1, 1, 1, 0),
});
const program = fc.array(call, { minLength: 1, maxLength: 24 });
const textOf = (calls: readonly { thread: number; offset: number; result: number }[]): string[] =>
  calls.map(({ thread, offset, result }) => `${thread} pread64(3, "x", 1, ${offset}) = ${result}`);

test("there is a divergence exactly where there are changes, and none of them starts before it", () => {
  fc.assert(
    fc.property(program, program, (before, after) => {
      const comparison = compareText(textOf(before), textOf(after));
      const changes = single(comparison);
      const { divergence } = comparison;
      expect(divergence === null).toBe(Object.keys(comparison.changeCounts).length === 0);
      if (divergence === null) return;
      expect(changes.map(linesOf)).toContainEqual(linesOf(divergence.change));
      expect(startOf(divergence.change)).toBe(Math.min(...changes.map(startOf)));
      expect(divergence.lastOfThread.every(({ kind }) => kind === "match")).toBe(true);
    }),
    { numRuns: scaled(500) },
  );
});

test("where calls of one log change places, that is where it diverges", () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 20 }), fc.nat(), fc.nat(), (length, from, to) => {
      const offsets = Array.from({ length }, (_, at) => at * 4096);
      const [moved = 0] = offsets.slice(from % length);
      const others = offsets.filter((offset) => offset !== moved);
      const after = others.toSpliced(to % length, 0, moved);
      const { divergence, changeCounts } = compareText(reads(offsets), reads(after));
      const first = offsets.findIndex((offset, at) => offset !== after[at]);
      expect(divergence === null).toBe(first === -1);
      if (divergence === null) return;
      expect(changeCounts).toEqual({ reordered: 1 });
      expect(startOf(divergence.change)).toBe(first);
    }),
  );
});
