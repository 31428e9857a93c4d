import { expect, test } from "vitest";
import { compareTraces, traceOf } from "../support/trace-of.ts";

/** What a thread does that reads a file from start to end, call after call. */
const readThrough = (tid: number, fd: string, calls: number): string[] =>
  Array.from(
    { length: calls },
    (_, at) => `${tid} pread64(${fd}, "a", 4096, ${at * 4096}) = 4096 <0.000010>`,
  );

test.each([
  ["descriptors", "3", "4", "4", "3"],
  ["files paired by role", "3</db/10.sst>", "4</db/11.sst>", "4</db/20.sst>", "3</db/21.sst>"],
])("%s that changed their places are found, however long the shorter one goes along", (_, ...files) => {
  const [long = "", short = "", longAfter = "", shortAfter = ""] = files;
  // More calls than are looked at twice for a single one without a match.
  const before = traceOf([...readThrough(1, long, 30_000), ...readThrough(2, short, 25_000)]);
  const after = traceOf([...readThrough(8, shortAfter, 25_000), ...readThrough(7, longAfter, 30_000)]);
  const { verdict, matches } = compareTraces(before, after);
  expect([verdict.pattern, matches]).toEqual(["same", 55_000]);
});
