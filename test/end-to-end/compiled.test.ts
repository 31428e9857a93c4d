import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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

test.each([
  ["is there", null],
  ["is of another version", Buffer.from("not what V8 has compiled")],
])("the program runs where what was compiled %s", (_, bytes) => {
  if (bytes !== null) {
    for (const name of ["run-process", "worker"]) {
      writeFileSync(cacheOf(join(folder, `dist/bundle/${name}.cjs`)), bytes);
    }
  }
  const logs = ["before", "after"].map((side) => join(ROOT, `traces/rocksdb-5431/${side}.log`));
  const program = join(folder, "bin/tracediff.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...logs], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("60 of 60 calls match");
});
