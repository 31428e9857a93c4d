import { expect, test } from "vitest";
import type { Comparison } from "../../src/result/comparison.ts";
import { compareText } from "../support/trace-of.ts";
import { ALL, base, described, held, read } from "./small-logs.ts";

test("--ignore flags, path and fd make equal what differs in them alone", () => {
  const open = (path: string, flags: string): string[] => [
    `1 openat(AT_FDCWD, "${path}", ${flags}) = 3`,
    ...base,
  ];
  const before = open("/a/CURRENT", "O_RDONLY");
  expect(held(compareText(before, open("/a/CURRENT", "O_RDWR"), { ignore: ["flags"] }))).toEqual(ALL);
  const other = [
    ...open("/a/CURRENT", "O_RDONLY").slice(0, 1),
    '1 openat(AT_FDCWD, "/b/LOG", O_RDONLY) = 3',
    ...base,
  ];
  const twice = [before[0] ?? "", before[0] ?? "", ...base];
  expect(held(compareText(twice, other, { ignore: ["path"] }))).toEqual(ALL);
  expect(held(compareText(twice, other))).toEqual([]);
  const split = [read(1, 0, 1, 3), read(1, 1, 1, 4)];
  expect(held(compareText(split, [read(1, 0, 1, 5), read(1, 1, 1, 5)], { ignore: ["fd"] }))).toEqual(ALL);
});

test("--calls compares those calls alone and counts what it hides", () => {
  const after = [...base, "1 fsync(3) = 0"];
  const comparison = compareText(base, after, { calls: ["pread64"] });
  expect(held(comparison)).toEqual(ALL);
  expect([comparison.before.hiddenCalls, comparison.after.hiddenCalls]).toEqual([0, 1]);
  expect(compareText(base, after).verdict.exitCode).toBe(1);
});

test("--path, --thread and --calls leave calls out of both sides and count them", () => {
  const open = (path: string, fd: number): string => `1 openat(AT_FDCWD, "${path}", O_RDONLY) = ${fd}`;
  const before = [
    open("/db/a.sst", 3),
    open("/db/LOG", 4),
    read(1, 0, 9, 3),
    read(1, 0, 9, 4),
    read(2, 7, 9, 9),
  ];
  const after = before.with(3, read(1, 50, 9, 4)).with(4, read(2, 70, 9, 9));
  const ofPath = (pattern: string): Comparison => compareText(before, after, { paths: [pattern] });
  expect(held(ofPath("\\.sst$"))).toEqual(ALL);
  expect(ofPath("\\.sst$").before.hiddenCalls).toBe(3);
  expect(described(ofPath("LOG"))).toEqual(["shifted 4:4"]);
  expect(described(ofPath("^fd 9$"))).toEqual(["shifted 5:5"]);
  expect(described(compareText(before, after, { threads: [2] }))).toEqual(["shifted 5:5"]);
  expect(compareText(before, after, { threads: [3] }).verdict.exitCode).toBe(2);
});

test("--map-path pairs files whose paths read alike with it", () => {
  const on = (path: string, other: string): string[] => [
    `1 openat(AT_FDCWD, "${path}", O_RDONLY) = 3`,
    `1 openat(AT_FDCWD, "${other}", O_RDONLY) = 4`,
    read(1, 0, 9, 3),
  ];
  const before = on("/build-1/x/data", "/build-1/y/data");
  const after = on("/build-2/y/data", "/build-2/x/data");
  const mapPath = [{ from: "^/build-\\d+", to: "" }];
  const files = compareText(before, after, { mapPath }).files;
  expect(files.map(({ before: one, after: other, by }) => [one, other, by])).toEqual([
    ["/build-1/x/data", "/build-2/x/data", "path"],
    ["/build-1/y/data", "/build-2/y/data", "path"],
  ]);
});

test("--exact-paths tells files apart that stand for each other by role", () => {
  const on = (path: string): string[] => [`1 openat(AT_FDCWD, "${path}", O_RDONLY) = 3`, read(1, 0, 9, 3)];
  expect(held(compareText(on("/etc/passwd"), on("/etc/group")))).toEqual(ALL);
  expect(compareText(on("/etc/passwd"), on("/etc/group"), { exactPaths: true }).verdict.exitCode).toBe(1);
  expect(compareText(on("/db/000001.sst"), on("/db/000002.sst"), { exactPaths: true }).verdict.exitCode).toBe(
    1,
  );
  expect(held(compareText(on("d/x"), on("/w/d/x"), { exactPaths: true }))).toEqual(ALL);
});
