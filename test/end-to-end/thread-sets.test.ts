import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { testWith } from "../support/test-with.ts";
import { type Ended, runShell } from "./run-bin.ts";

let folder = "";
const inFolder = (script: string): Ended => runShell(`cd ${folder} && ${script}`);

const TOOLS = ["bash", "strace", "jq"];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-sets-"));
  writeFileSync(join(folder, "data"), "a".repeat(3000));
  for (const prefix of ["run1", "run2"]) {
    const options = `-ff -T -tt -y -e trace=openat,read,write,close -o ${prefix}`;
    const run = inFolder(`strace ${options} sh -c 'cat data | tr a b > copy; cat data' > ${prefix}`);
    expect(run).toMatchObject({ status: 0, stderr: "" });
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

testWith(...TOOLS).each([
  "run1. run2.",
  "'run1.*' 'run2.*'",
  "'run1.*' run2.",
  "--ff run1 run2",
  "--before 'run1.*' --after run2 --ff",
])("two runs of one program are the same as %s", (operands) => {
  const run = inFolder(`$tracediff --format json ${operands} > report.json; echo $?
    jq -c '[.before, .after | .sources | length]' report.json`);
  expect(run).toMatchObject({ stdout: "0\n[4,4]\n", stderr: "" });
});

testWith(...TOOLS)("a set is summed up, exported and kept as a snapshot by its pattern", () => {
  const report = inFolder("$tracediff summary --format json 'run1.*' | jq -c '.sources | length'");
  expect(report.stdout).toBe("4\n");
  const writes = inFolder("$tracediff export --calls write 'run1.*' | jq -s -c 'map(.size) | unique'");
  expect(writes.stdout).toBe("[3000]\n");
  expect(inFolder("$tracediff snapshot --ff run1 -o io.snap && $tracediff -q io.snap 'run2.*'").status).toBe(
    0,
  );
});

testWith(...TOOLS)("a pattern that matches nothing ends with 2", () => {
  expect(inFolder("$tracediff 'run3.*' 'run2.*'")).toMatchObject({ status: 2, stdout: "" });
});
