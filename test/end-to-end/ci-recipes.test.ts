import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { describeWith, testWith } from "../support/test-with.ts";
import { BIN, type Ended, ROOT } from "./run-bin.ts";

const CI = readFileSync(join(ROOT, "docs/ci.md"), "utf8");
const { PATH = "" } = process.env;
/** What the recipes run, beside what they install. */
const RECIPE = ["bash", "strace", "sqlite3"];

type Block = { readonly language: string; readonly section: string; readonly text: string };

const blocks: readonly Block[] = Array.from(CI.matchAll(/^```(\w+)\n(.*?)^```$/gms), (match) => ({
  language: match[1] ?? "",
  section: /^## (.*)$/gm[Symbol.match](CI.slice(0, match.index))?.at(-1)?.slice(3) ?? "",
  text: match[2] ?? "",
}));
const shellBlocks = (section: string): string[] =>
  blocks.filter((block) => block.language === "sh" && block.section === section).map(({ text }) => text);
const yamlBlocks = (section: string): readonly Record<string, unknown>[] =>
  blocks
    .filter((block) => block.language === "yaml" && block.section === section)
    .map(({ text }) => parse(text));

let folder = "";
let tools = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-ci-"));
  tools = join(folder, "tools");
  mkdirSync(tools);
  symlinkSync(BIN, join(tools, "tracediff"));
  // What reaches for the network or for a server is not done, only recorded.
  for (const name of ["apt-get", "npm", "git", "gh"]) {
    writeFileSync(join(tools, name), `#!/bin/sh\necho "${name} $*" >> ${join(folder, "asked")}\n`);
    chmodSync(join(tools, name), 0o755);
  }
  writeFileSync(join(tools, "sudo"), '#!/bin/sh\nexec "$@"\n');
  chmodSync(join(tools, "sudo"), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a script as a job does: bash, and no terminal. */
function job(script: string, env: Record<string, string> = {}): Ended {
  const run = spawnSync("bash", ["--norc", "--noprofile", "-eo", "pipefail", "-c", script], {
    cwd: folder,
    env: { PATH: `${tools}${delimiter}${PATH}`, LC_ALL: "C.UTF-8", TMPDIR: folder, ...env },
    encoding: "utf8",
  });
  return { status: run.status, stdout: run.stdout, stderr: run.stderr };
}

const [setup = "", record = "", unchanged = "", changed = "", update = "", ...others] =
  shellBlocks("Record, keep, compare");

describeWith(...RECIPE)("docs/ci.md, followed from its beginning", () => {
  test("sets up, records, and keeps a small snapshot", () => {
    expect(others).toEqual([]);
    expect(job(setup)).toMatchObject({ status: 0, stderr: "" });
    const run = job(record);
    expect(run.status).toBe(0);
    expect(run.stderr).toMatch(/io-test\/io\.snap: \d+ calls in \d+ lines, in order per thread\n$/);
    const snapshot = readFileSync(join(folder, "io-test/io.snap"), "utf8");
    expect(snapshot.split("\n").length).toBeLessThan(100);
    expect(snapshot).toMatch(/pwrite64 \S+test\.db @0 4096 = 4096 ×\d+ \+4096/);
  });

  test("finds nothing where nothing has changed", () => {
    const run = job(unchanged);
    expect(run.status).toBe(0);
    expect(run.stdout).toContain("✔ same I/O pattern");
  });

  test("finds another page size, in calls and bytes", () => {
    const run = job(changed);
    expect(run.status).toBe(0);
    expect(run.stdout).toContain("✖ I/O pattern differs");
    expect(run.stdout).toMatch(/pwrite64 4096 × 2 → pwrite64 8192/);
  });

  test("accepts it by an update, but not in CI", () => {
    expect(job(update, { CI: "true" }).status).toBe(2);
    const run = job(update);
    expect(run.status).toBe(0);
    expect(run.stderr).toMatch(/io\.snap is updated: \d+ calls changed/);
  });

  test("prints neither colours nor progress in CI", () => {
    const run = job(`${record}\n${unchanged}`, {
      CI: "true",
      GITHUB_ACTIONS: "true",
      TERM: "xterm-256color",
    });
    expect(run.status).toBe(0);
    for (const sign of ["\u001b", "\r"]) expect(run.stdout + run.stderr).not.toContain(sign);
  });
});

type Step = {
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Record<string, string>;
  readonly with?: Record<string, string>;
};

type Workflow = { readonly jobs: { readonly io: { readonly steps: readonly Step[] } } };

/** The document has one job in each recipe, and names it io. */
const stepsOf = (workflow: unknown): readonly Step[] => (workflow as Workflow).jobs.io.steps;

/** The action's tag names the major version. */
const [MAJOR] = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version.split(".");
const ACTION = `OWNER/tracediff@v${MAJOR}`;

describe("the recipes for GitHub", () => {
  const [withAction = {}, withoutAction = {}] = yamlBlocks("GitHub");

  testWith(...RECIPE)("without the action: every step runs, in one job", () => {
    expect(job(record).status).toBe(0);
    const steps = stepsOf(withoutAction).filter(({ run }) => run !== undefined);
    expect(steps).toHaveLength(4);
    for (const { run = "" } of steps) {
      const ended = job(run, { GITHUB_STEP_SUMMARY: join(folder, "summary.md"), PULL_REQUEST: "7" });
      expect(ended.status, run).toBe(0);
    }
    expect(readFileSync(join(folder, "summary.md"), "utf8")).toContain("### ✔ same I/O pattern");
    expect(readFileSync(join(folder, "report.md"), "utf8")).toContain("### ✔ same I/O pattern");
    expect(readFileSync(join(folder, "asked"), "utf8")).toContain("gh pr comment 7 --edit-last");
  });

  test("with the action: its inputs are those that the action has", () => {
    const action = parse(readFileSync(join(ROOT, "action.yml"), "utf8"));
    const used = stepsOf(withAction).find(({ uses }) => uses === ACTION);
    expect(used).toBeDefined();
    for (const name of Object.keys(used?.with ?? {})) expect(Object.keys(action.inputs)).toContain(name);
    // Inputs reach the script as variables only: as text in it they could be commands.
    for (const { run = "" } of action.runs.steps) expect(run).not.toContain("${{");
    const given = action.runs.steps.at(-1).env;
    expect(given).toEqual(
      Object.fromEntries(
        Object.keys(action.inputs).map((name) => [`INPUT_${name.toUpperCase()}`, `\${{ inputs.${name} }}`]),
      ),
    );
    for (const [name, { value }] of Object.entries<{ value: string }>(action.outputs)) {
      expect(value).toBe(`\${{ steps.compare.outputs.${name} }}`);
    }
  });

  const runAction = (env: Record<string, string>): Ended & { outputs: string } => {
    writeFileSync(join(folder, "output"), "");
    const ended = job(join(ROOT, "scripts/action.sh"), {
      CI: "true",
      GITHUB_OUTPUT: join(folder, "output"),
      GITHUB_STEP_SUMMARY: join(folder, "action-summary.md"),
      RUNNER_TEMP: join(folder, "runner"),
      ...env,
    });
    return { ...ended, outputs: readFileSync(join(folder, "output"), "utf8") };
  };

  testWith(...RECIPE)(
    "with the action: what it runs records, compares, and leaves verdict and reports",
    () => {
      const given = stepsOf(withAction).find(({ uses }) => uses === ACTION)?.with ?? {};
      const env = Object.fromEntries(
        Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
      );
      const same = runAction(env);
      expect(same.status).toBe(0);
      expect(same.stdout).toContain("::notice title=tracediff%3A same I/O pattern::");
      expect(same.stdout).toContain("::group::tracediff report\nbefore  ");
      expect(same.outputs).toBe(`exit-code=0\nverdict=same\nreports=${join(folder, "runner/tracediff")}\n`);
      const changedRun = runAction({ ...env, PAGE_SIZE: "8192" });
      expect(changedRun.status).toBe(1);
      expect(changedRun.outputs).toContain("verdict=different");
      for (const report of ["report.txt", "report.md", "report.xml", "report.json"]) {
        expect(readFileSync(join(folder, "runner/tracediff", report), "utf8").length).toBeGreaterThan(100);
      }
    },
  );

  testWith(...RECIPE)(
    "with the action: a command that fails, or a snapshot that is missing, is trouble",
    () => {
      writeFileSync(join(folder, "io-test/fail.sh"), "exit 3\n");
      const failed = runAction({ INPUT_SNAPSHOT: "io-test/io.snap", INPUT_COMMAND: "sh io-test/fail.sh" });
      expect(failed.status).toBe(2);
      expect(failed.stdout).toContain("::error title=tracediff::the recorded command ended with 3");
      const missing = runAction({ INPUT_SNAPSHOT: "io-test/none.snap", INPUT_TRACE: "new.log" });
      expect(missing.status).toBe(2);
      expect(missing.stderr).toContain("none.snap: no such file");
      expect(missing.outputs).toContain("verdict=trouble");
    },
  );

  testWith(...RECIPE)("with the action: nothing in an input is run but the command", () => {
    const evil = runAction({
      INPUT_SNAPSHOT: `$(touch ${join(folder, "evil")})`,
      INPUT_TRACE: "new.log",
      INPUT_OPTIONS: "`touch evil` $(touch evil)",
    });
    expect(evil.status).toBe(2);
    expect(job("test ! -e evil").status).toBe(0);
  });
});

testWith(...RECIPE)("the recipe for GitLab runs as a job, and writes the report that it names", () => {
  const [recipe = {}] = yamlBlocks("GitLab");
  const { io } = recipe as {
    readonly io: { before_script: string[]; script: string[]; artifacts: { reports: { junit: string } } };
  }; // as the document has it
  expect(job([...io.before_script, ...io.script].join("\n"), { CI: "true" }).status).toBe(0);
  expect(readFileSync(join(folder, io.artifacts.reports.junit), "utf8")).toContain(
    '<testsuites name="tracediff"',
  );
});

testWith(...RECIPE)("the recipe for a plain shell ends with the verdict's exit code", () => {
  const [script = ""] = shellBlocks("Any other place");
  const same = job(script);
  expect(same).toMatchObject({ status: 0, stdout: expect.stringContaining("same I/O\n") });
  const changedRun = job(script, { PAGE_SIZE: "8192" });
  expect(changedRun).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("the I/O pattern has changed"),
  });
});

testWith(...RECIPE)("two builds are compared in turns", () => {
  const [command = ""] = shellBlocks("Two builds instead of a snapshot");
  const run = job(command);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(run.stdout).toContain("✔ same I/O pattern");
});

testWith("bash")("scripts for shells are clean", () => {
  const run = spawnSync("bash", ["-n", join(ROOT, "scripts/action.sh")], { encoding: "utf8" });
  expect(run).toMatchObject({ status: 0, stderr: "" });
});
