import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const { cacheOf, runScript } = createRequire(import.meta.url)("../../bin/load-program.cjs") as {
  readonly cacheOf: (path: string) => string;
  readonly runScript: (path: string) => { readonly script: { readonly cachedDataRejected?: boolean } };
};

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-compiled-"));
  for (const part of ["bin", "dist/bundle", "grammars", "package.json"]) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

test("what was compiled when the program was built is taken by the Node that built it", () => {
  const { script } = runScript(join(ROOT, "dist/bundle/run-process.cjs"));
  expect(script.cachedDataRejected).toBe(false);
});

test("what was compiled is looked for under the name of the very Node that runs", () => {
  const { size } = statSync(process.execPath);
  expect(cacheOf("/x/program.cjs")).toMatch(
    new RegExp(`^/x/program-${process.version}-${size}-\\d+\\.cache$`),
  );
});

test.each([
  ["is there", () => undefined],
  ["is of another version", (cache: string) => writeFileSync(cache, "not what V8 has compiled")],
  ["is gone", (cache: string) => rmSync(cache)],
  ["cannot be read", (cache: string) => mkdirSync(cache)],
])("the program runs where what was compiled %s", (_, change) => {
  change(cacheOf(join(folder, "dist/bundle/run-process.cjs")));
  const logs = ["before", "after"].map((side) => join(ROOT, `traces/rocksdb-5431/${side}.log`));
  const program = join(folder, "bin/tracediff.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...logs], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("60 of 60 calls match");
});
