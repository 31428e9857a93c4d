import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { globbed, isGlob } from "../../src/input/globbed.ts";
import { testWith } from "../support/test-with.ts";

const FILES = [
  "run.1",
  "run.22",
  "run.log",
  "run[1]",
  ".run.3",
  "a-b",
  "a^b",
  "a]b",
  "a\\b",
  "RUN.4",
  "é.5",
  "😀.7",
];
const DIRECTORIES = ["one", "two"];

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-glob-"));
  for (const file of FILES) writeFileSync(join(folder, file), "");
  for (const directory of DIRECTORIES) {
    mkdirSync(join(folder, directory));
    writeFileSync(join(folder, directory, "run.6"), "");
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const names = (pattern: string): string[] =>
  globbed(join(folder, pattern))
    .map((path) => path.slice(folder.length + 1))
    .sort();

/** What bash makes of patterns, one list for each. */
function expansionsByBash(patterns: readonly string[]): string[][] {
  // Unquoted and without word splitting, so that all in it but the glob characters stays what it is.
  const script = `shopt -s nullglob; IFS=; for pattern; do printf '%s\\n' $pattern; echo ---; done`;
  const run = spawnSync("bash", ["--norc", "-c", script, "bash", ...patterns], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
  expect(run.stderr).toBe("");
  const lists = run.stdout.split("---\n").slice(0, -1);
  return lists.map((list) => list.split("\n").filter((name) => name !== ""));
}

test.each([
  ["run.*", ["run.1", "run.22", "run.log"]],
  ["run.?", ["run.1"]],
  ["?.[57]", ["é.5", "😀.7"]],
  ["run.[0-9]*", ["run.1", "run.22"]],
  ["run.[!0-9]*", ["run.log"]],
  ["run[[]1]", ["run[1]"]],
  ["a[]^]b", ["a]b", "a^b"]],
  ["a[z-a]b", []],
  [".r*", [".run.3"]],
  ["*/run.?", ["one/run.6", "two/run.6"]],
  ["t*/run.6", ["two/run.6"]],
  ["none/*", []],
])("the pattern %s matches %j", (pattern, expected) => {
  expect(isGlob(pattern)).toBe(true);
  expect(names(pattern)).toEqual(expected);
});

test("names without characters of patterns are none", () => {
  for (const name of ["run.1", "a]b", "run[", "[]", "a^b", "{a,b}"]) expect(isGlob(name)).toBe(false);
});

testWith("bash")("patterns match what bash expands them to", () => {
  const asIs = (character: string): string => character;
  const forms = [
    asIs,
    asIs,
    () => "?",
    () => "*",
    (own: string) => `[${own}-z]`,
    () => "[!a]",
    () => "[^-.]",
  ];
  const pattern = fc
    .tuple(
      fc.constantFrom(...FILES.filter((name) => !name.includes("\\")), "one/run.6"),
      fc.array(fc.constantFrom(...forms), { minLength: 9, maxLength: 9 }),
    )
    .map(([name, choice]) => name.replace(/[^/]/g, (own, at: number) => (choice[at] ?? asIs)(own)));
  const patterns = fc.sample(pattern.filter(isGlob), 1000);
  const expansions = expansionsByBash(patterns);
  const differing = patterns.flatMap((given, at) => {
    const expected = [...(expansions[at] ?? [])].sort();
    const found = names(given);
    return JSON.stringify(found) === JSON.stringify(expected) ? [] : [{ given, found, expected }];
  });
  expect(differing).toEqual([]);
  expect(expansions.filter((list) => list.length > 0).length).toBeGreaterThan(100);
});
