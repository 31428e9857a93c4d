import { expect, test } from "vitest";
import type { Change, Comparison } from "../../src/result/comparison.ts";
import { compareTraces, shippedTrace } from "../support/trace-of.ts";

const compareLogs = (before: string, after: string): Comparison =>
  compareTraces(shippedTrace(`pairs/${before}.log`), shippedTrace(`pairs/${after}.log`));

const told = ({ changes }: Comparison): unknown[] =>
  Array.from(changes(), ({ kind, count, before, after, effect, files }: Change) => ({
    kind,
    count,
    before: before.map(({ call, size }) => `${call} ${size}`),
    after: after.map(({ call, size }) => `${call} ${size}`),
    calls: effect.calls,
    bytes: effect.bytes,
    files: files.length,
  }));

const MIB = 1024 * 1024;

test("one read in place of three a file is one grouped change a pattern", () => {
  const comparison = compareLogs("read-thrice", "read-whole");
  expect(told(comparison)).toEqual([
    {
      kind: "removed",
      count: 4,
      before: [`pread64 ${MIB}`],
      after: [],
      calls: -4,
      bytes: -4 * MIB,
      files: 4,
    },
    {
      kind: "merged",
      count: 4,
      before: [`pread64 ${MIB}`, `pread64 ${MIB}`],
      after: [`pread64 ${2 * MIB}`],
      calls: -4,
      bytes: 0,
      files: 4,
    },
  ]);
  expect(comparison.touched.every(({ onlyBefore, onlyAfter }) => onlyBefore + onlyAfter === 0)).toBe(true);
});

test("lseek and read that became pread64 are rewritten, and touch the same bytes", () => {
  const comparison = compareLogs("seek-read", "pread");
  expect(told(comparison)).toEqual([
    {
      kind: "rewritten",
      count: 8,
      before: ["lseek null", "read 512"],
      after: ["pread64 512"],
      calls: -8,
      bytes: 0,
      files: 1,
    },
  ]);
  expect(comparison.touched).toEqual([
    { file: "db/000000.sst", direction: "read", onlyBefore: 0, onlyAfter: 0, exact: true },
  ]);
  expect(told(compareLogs("pread", "seek-read"))).toMatchObject([{ kind: "rewritten", count: 8, calls: 8 }]);
});

test("152 small writes that became two are one merge", () => {
  const comparison = compareLogs("write-512", "write-64k");
  const merged = [...comparison.changes()].filter(({ kind }) => kind === "merged");
  expect(comparison.changeCounts).toEqual({ merged: merged.length });
  expect(merged.reduce((sum, { before }) => sum + before.length, 0)).toBe(152);
  expect(merged.flatMap(({ after }) => after.map(({ size }) => size))).toEqual([65_536, 152 * 512 - 65_536]);
  expect(comparison.effect).toMatchObject({ calls: -150, bytes: 0 });
});

test("five inserted sync_file_range are added, with a count of five", () => {
  expect(told(compareLogs("no-sync-range", "sync-range"))).toEqual([
    {
      kind: "added",
      count: 5,
      before: [],
      after: [`sync_file_range ${MIB}`],
      calls: 5,
      bytes: 0,
      files: 1,
    },
  ]);
});
