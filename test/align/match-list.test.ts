import { expect, test } from "vitest";
import { MatchList } from "../../src/align/match-list.ts";

test("where calls follow without a gap, no later gap is coarse in its stead", () => {
  const matches = new MatchList();
  matches.append(0, 0, 1);
  matches.markCoarse();
  matches.append(1, 1, 1);
  matches.append(5, 5, 1);
  expect(matches.length).toBe(2);
  expect(matches.count(0)).toBe(2);
  expect(matches.isCoarse(1)).toBe(false);
});

test("what is marked coarse is the gap in front of the next stretch, and no other", () => {
  const matches = new MatchList();
  matches.append(0, 0, 1);
  matches.markCoarse();
  matches.append(5, 5, 1);
  matches.append(9, 9, 1);
  expect([matches.isCoarse(0), matches.isCoarse(1), matches.isCoarse(2)]).toEqual([false, true, false]);
});

test("a stretch goes on only where it does so on both sides", () => {
  const matches = new MatchList();
  matches.append(0, 0, 2);
  matches.append(2, 3, 1);
  matches.append(4, 4, 1);
  matches.append(5, 5, 1);
  expect(matches.length).toBe(3);
  expect(matches.count(2)).toBe(2);
});
