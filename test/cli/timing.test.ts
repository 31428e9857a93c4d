import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AFTER, BEFORE, ROOT, type Run, runMain } from "./memory-io.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-timing-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Copies of a log in which every latency takes `factor` times as long, give or take a little that differs per run. */
function runsOf(log: string, side: string, factor: number): string[] {
  return [0, 1, 2, 3, 4].map((run) => {
    const text = readFileSync(log, "utf8").replace(/<(\d+\.\d+)>/g, (_, latency: string) => {
      const noise = 1 + ((run * 7) % 5) / 100;
      return `<${(Number(latency) * factor * noise).toFixed(6)}>`;
    });
    const path = join(folder, `${side}-${factor}-${run}.log`);
    writeFileSync(path, text);
    return path;
  });
}

const summary = ({ exitCode, stdout, stderr }: Run): unknown => [
  exitCode,
  stderr,
  stdout.split("\n").filter((line) => /^[✔✖?!] .*laten|max-drift/.test(line)),
];

test("five runs a side that take half as long again exceed a limit, and that is said", async () => {
  const before = runsOf(BEFORE, "before", 1);
  const slower = runsOf(BEFORE, "after", 1.5);
  const same = runsOf(BEFORE, "again", 1);
  const argv = (after: string[]): string[] => [
    "--max-drift",
    "10%",
    "--before",
    ...before,
    "--after",
    ...after,
  ];
  const beyond = await runMain(argv(slower));
  expect(summary(beyond)).toEqual([3, "", ["✖ latency rose beyond 10% in 1 group"]]);
  expect(beyond.stdout).toContain("runs     5 before, 5 after");
  expect(beyond.stdout).toContain("all calls × 1.51: a common shift");
  expect(summary(await runMain(argv(same)))).toEqual([
    0,
    "",
    ["✔ latency is steady: within the noise of the runs in 1 group"],
  ]);
});

test("one run a side cannot be judged by a limit unless that is accepted", async () => {
  const run = await runMain(["--max-drift", "10%", BEFORE, AFTER]);
  expect(run.exitCode).toBe(2);
  expect(run.stdout).toContain("? --max-drift 10% cannot be judged: 1 run before and 1 after");
  const accepted = await runMain(["--max-drift", "10%", "--accept-single-run", BEFORE, AFTER]);
  expect(accepted.exitCode).toBe(0);
  expect(accepted.stdout).toContain("✔ 10%: 1 group within");
});

test("groups and outliers are those asked for", async () => {
  const { stdout } = await runMain(["--by", "file,size", "--outliers", "2", BEFORE, AFTER]);
  expect(stdout).toMatch(/^ {2}fd 8 {6}512–1023 before|^ {2}fd 8 .* before/m);
  // The slowest call of all took 260 µs after, and is the one that moved most.
  const [, first] = /changed most.*\n(.*)\n/.exec(stdout) ?? [];
  expect(first).toMatch(/^ {2}\+\d+ µs +\d+ → 260 +pread64/);
});

test("a run that cannot be opened is trouble before any is read", async () => {
  const run = await runMain(["--before", BEFORE, join(folder, "missing.log"), "--after", AFTER]);
  expect(run.exitCode).toBe(2);
  expect(run.stdout).toBe("");
  expect(run.stderr).toContain("missing.log");
});

test("a report is not written over a run", async () => {
  const [first = "", second = ""] = runsOf(BEFORE, "kept", 1);
  const run = await runMain(["--format", `json=${second}`, "--before", first, second, "--after", AFTER]);
  expect(run.exitCode).toBe(2);
  expect(run.stderr).toContain("the report would overwrite the trace");
});

test("the JSON of runs, groups, limits and outliers keeps the schema", async () => {
  const schema = JSON.parse(readFileSync(resolve(ROOT, "schema/comparison-1.json"), "utf8"));
  const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema);
  const before = runsOf(BEFORE, "json-before", 1);
  const after = runsOf(AFTER, "json-after", 2);
  const argv = [
    "--by",
    "file,size,call,thread",
    "--max-drift",
    "10%,1us@mean,5%@p99",
    "--outliers",
    "3",
    "--format",
    "json",
  ];
  for (const sides of [
    ["--before", ...before, "--after", ...after],
    [BEFORE, AFTER],
  ]) {
    const { stdout } = await runMain([...argv, ...sides]);
    validate(JSON.parse(stdout));
    expect(validate.errors).toBeNull();
  }
});
