import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ForwardSearch } from "../../src/align/forward-search.ts";
import { MatchList } from "../../src/align/match-list.ts";
import type { Region } from "../../src/align/region.ts";
import { naiveCommon } from "./sequences.ts";

const CLOSED = { before: false, after: false };
const IN_PLACE = { before: 0, after: 0 };

const wholeOf = (before: readonly number[], after: readonly number[]): Region => ({
  before: 0,
  beforeEnd: before.length,
  after: 0,
  afterEnd: after.length,
});

const countMatches = (matches: MatchList): number => {
  let sum = 0;
  for (let i = 0; i < matches.length; i++) sum += matches.count(i);
  return sum;
};

const ids = fc.array(fc.nat(3), { maxLength: 40 });
const exact = { edits: 80, comparisons: 1_000_000, resync: false, open: CLOSED };

describe("within its limits", () => {
  test("it comes to the end with as few edits as any script", () => {
    fc.assert(
      fc.property(ids, ids, (before, after) => {
        const search = new ForwardSearch(Int32Array.from(before), Int32Array.from(after));
        expect(search.search(wholeOf(before, after), exact)).toBe("end");
        const common = naiveCommon(before, after);
        expect(search.edits).toBe(before.length + after.length - 2 * common);
        const matches = new MatchList();
        const rest = search.takePath(matches, search.edits, IN_PLACE, false);
        expect(rest).toEqual({ ...wholeOf(before, after), before: before.length, after: after.length });
        expect(countMatches(matches)).toBe(common);
      }),
    );
  });

  test("matches are moved by the shift", () => {
    const search = new ForwardSearch(Int32Array.of(1, 2, 3), Int32Array.of(1, 9, 3));
    search.search(wholeOf([1, 2, 3], [1, 9, 3]), exact);
    const matches = new MatchList();
    search.takePath(matches, search.edits, { before: 100, after: 200 }, false);
    expect([matches.before(0), matches.after(0), matches.count(0)]).toEqual([100, 200, 1]);
    expect([matches.before(1), matches.after(1), matches.count(1)]).toEqual([102, 202, 1]);
  });
});

describe("it stops early", () => {
  const rising = Array.from({ length: 400 }, (_, i) => i);

  test("behind a long run of different calls", () => {
    const after = [-1, ...rising.slice(0, 100), -2, ...rising.slice(100)];
    const search = new ForwardSearch(Int32Array.from(rising), Int32Array.from(after));
    expect(search.search(wholeOf(rising, after), { ...exact, resync: true })).toBe("snake");
    expect(search.edits).toBe(1);
    expect(search.takePath(new MatchList(), 1, IN_PLACE, false)).toMatchObject({ before: 100, after: 101 });
  });

  test("but not behind a run of one repeated call, unless it is very long", () => {
    const equal = (count: number): number[] => new Array<number>(count).fill(7);
    const find = (count: number): string => {
      const before = [1, ...equal(count), 2, 3, 4];
      const after = [...equal(count), 5, 2, 3, 4];
      const search = new ForwardSearch(Int32Array.from(before), Int32Array.from(after));
      return search.search(wholeOf(before, after), { ...exact, resync: true });
    };
    expect(find(100)).toBe("end");
    expect(find(300)).toBe("snake");
  });

  test("at the open end of a region", () => {
    const search = new ForwardSearch(Int32Array.from(rising), Int32Array.from(rising.slice(1)));
    const open = { before: true, after: true };
    expect(search.search(wholeOf(rising, rising.slice(1)), { ...exact, open })).toBe("edge");
    expect(search.isPathTelling()).toBe(true);
  });

  test("beyond its edits or comparisons, where it has no telling path through unlike calls", () => {
    const other = rising.map((id) => -1 - id);
    const search = new ForwardSearch(Int32Array.from(rising), Int32Array.from(other));
    expect(search.search(wholeOf(rising, other), { ...exact, edits: 20 })).toBe("limit");
    expect(search.isPathTelling()).toBe(false);
    expect(search.search(wholeOf(rising, other), { ...exact, comparisons: 100 })).toBe("limit");
    expect(search.comparisons).toBeLessThan(500);
  });
});
