import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { ROOT, runBin } from "./run-bin.ts";

const schema = JSON.parse(readFileSync(resolve(ROOT, "schema/comparison-1.json"), "utf8"));
const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema);

/** What the program says about shipped traces; the names are those of the golden files. */
const CASES: Readonly<Record<string, { readonly argv: readonly string[]; readonly status: number }>> = {
  "rocksdb-5431": { argv: ["rocksdb-5431/before.log", "rocksdb-5431/after.log"], status: 0 },
  "two-runs": { argv: ["pairs/base-1.log", "pairs/base-2.log"], status: 0 },
  "decorated-runs": { argv: ["pairs/decorated-1.log", "pairs/decorated-2.log"], status: 0 },
  resized: { argv: ["pairs/base-1.log", "pairs/resized.log"], status: 1 },
  shifted: { argv: ["--context", "1", "pairs/base-1.log", "pairs/shifted.log"], status: 1 },
  result: { argv: ["pairs/base-1.log", "pairs/result.log"], status: 1 },
  "result-ignored": { argv: ["--ignore", "result", "pairs/base-1.log", "pairs/result.log"], status: 0 },
  added: { argv: ["pairs/base-1.log", "pairs/added.log"], status: 1 },
  dropped: { argv: ["--calls", "data", "pairs/base-1.log", "pairs/dropped.log"], status: 1 },
  "total-demanded": { argv: ["--order", "total", "pairs/base-1.log", "pairs/base-2.log"], status: 1 },
  "nothing-compared": {
    argv: ["--calls", "sync", "rocksdb-5431/before.log", "rocksdb-5431/after.log"],
    status: 2,
  },
};

describe.each(Object.entries(CASES))("%s", (name, { argv, status }) => {
  const run = (format: string): ReturnType<typeof runBin> =>
    runBin(["--format", format, ...argv], { cwd: resolve(ROOT, "traces") });

  test("reads as its golden file", async () => {
    const { stdout, ...ended } = run("text");
    expect(ended).toEqual({ status, stderr: "" });
    await expect(stdout).toMatchFileSnapshot(resolve(ROOT, `test/golden/cli/${name}.txt`));
  });

  test("is a golden file of JSON that keeps the schema", async () => {
    const { stdout, ...ended } = run("json");
    expect(ended).toEqual({ status, stderr: "" });
    validate(JSON.parse(stdout));
    expect(validate.errors).toBeNull();
    await expect(stdout).toMatchFileSnapshot(resolve(ROOT, `test/golden/cli/${name}.json`));
  });
});
