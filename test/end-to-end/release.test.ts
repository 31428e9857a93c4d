import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { describeWith, testWith } from "../support/test-with.ts";
import { AFTER, BEFORE, type Ended, ROOT } from "./run-bin.ts";

const MANIFEST = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const { PATH = "" } = process.env;

let folder = "";
let clone = "";

/** A clone with the package's own files and a build, at the commit of its release. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-release-"));
  clone = join(folder, "clone");
  for (const path of [
    ...MANIFEST.files.filter((path: string) => !path.startsWith("!")),
    "package.json",
    "README.md",
    "LICENSE",
    "scripts",
    "CONTRIBUTING.md",
    ".gitignore",
  ]) {
    cpSync(join(ROOT, path), join(clone, path), { recursive: true });
  }
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "-m", "first");
});
afterAll(() => rmSync(folder, { recursive: true }));

const ENV = {
  PATH,
  HOME: tmpdir(),
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.org",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.org",
};

function git(...argv: readonly string[]): string {
  return execFileSync("git", argv, { cwd: clone, env: ENV, encoding: "utf8" }).trim();
}

function run(program: string, argv: readonly string[], env: Record<string, string> = {}): Ended {
  const ended = spawnSync(program, argv, { cwd: clone, env: { ...ENV, ...env }, encoding: "utf8" });
  return { status: ended.status, stdout: ended.stdout, stderr: ended.stderr };
}

describe("the text of a release", () => {
  const notes = (changelog: string): Ended => {
    writeFileSync(join(clone, "CHANGELOG.md"), changelog);
    return run(process.execPath, ["scripts/release-notes.js"]);
  };
  const { version } = MANIFEST;

  test("is what the changelog says of the version, and of no other", () => {
    const text = `# Changelog\n\n## 99.0.0, 2099-01-31\n\nlater\n\n## ${version}, 2027-01-31\n\n- one\n- two\n\n## 0.0.1, 2026-01-31\n`;
    expect(notes(text)).toEqual({ status: 0, stdout: "- one\n- two\n", stderr: "" });
  });

  test.each([
    ["of another version", `## ${version}0, 2027-01-31\n\n- one\n`],
    ["without a day", `## ${version}, not yet released\n\n- one\n`],
    ["of nothing", "# Changelog\n"],
  ])("is missing in a changelog %s", (_, text) => {
    expect(notes(text)).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining(`"## ${version}, YYYY-MM-DD"`),
    });
  });
});

describeWith("bash", "tar")("the tag of the action", () => {
  const checkedOut = (): string => join(folder, "action");

  test("holds the package with its build, on top of the release, and leaves the clone alone", () => {
    git("tag", "v1.2.3");
    const before = git("rev-parse", "HEAD");
    const status = git("status", "--short");
    expect(run("scripts/tag-action.sh", ["v1.2.3"])).toMatchObject({ status: 0, stderr: "" });
    expect([git("rev-parse", "HEAD"), git("status", "--short")]).toEqual([before, status]);
    expect(git("rev-parse", "v1^")).toBe(git("rev-parse", "v1.2.3^{commit}"));
    const held = git("ls-tree", "-r", "--name-only", "v1").split("\n");
    for (const path of [
      "action.yml",
      "scripts/action.sh",
      "dist/bundle/run-process.cjs",
      "grammars/syscalls.txt",
    ]) {
      expect(held).toContain(path);
    }
    expect(held).not.toContain("CONTRIBUTING.md");
  });

  test("moves with the next release", () => {
    const first = git("rev-parse", "v1");
    git("commit", "--quiet", "--allow-empty", "-m", "next");
    git("tag", "v1.3.0");
    expect(run("scripts/tag-action.sh", ["v1.3.0"]).status).toBe(0);
    expect(git("rev-parse", "v1")).not.toBe(first);
    expect(git("rev-parse", "v1^")).toBe(git("rev-parse", "v1.3.0"));
  });

  test("runs every step of the action with nothing installed", () => {
    mkdirSync(checkedOut());
    execFileSync("bash", ["-c", `git archive v1 | tar -x -C "$0"`, checkedOut()], { cwd: clone, env: ENV });
    const tools = join(folder, "tools");
    mkdirSync(tools);
    writeFileSync(join(tools, "npm"), `#!/bin/sh\necho asked for npm >&2; exit 1\n`);
    chmodSync(join(tools, "npm"), 0o755);
    const { runs } = parse(readFileSync(join(checkedOut(), "action.yml"), "utf8"));
    const [, ...steps]: { run: string }[] = runs.steps; // the first one installs strace, for a command
    const env = {
      PATH: `${tools}${delimiter}${PATH}`,
      GITHUB_ACTION_PATH: checkedOut(),
      RUNNER_TEMP: folder,
      INPUT_SNAPSHOT: BEFORE,
      INPUT_TRACE: AFTER,
    };
    expect(steps).toHaveLength(2);
    const said = steps.map((step) => run("bash", ["-eo", "pipefail", "-c", step.run], env));
    expect(said).toMatchObject([
      { status: 0, stdout: "", stderr: "" },
      { status: 0, stderr: "" },
    ]);
    expect(said[1]?.stdout).toContain("✔ same I/O pattern: 60 of 60 calls match");
  });
});

type Job = { readonly steps: readonly { readonly run?: string; readonly uses?: string }[] };

describe("the workflow that publishes", () => {
  const text = readFileSync(join(ROOT, ".github/workflows/publish.yml"), "utf8");
  const workflow: { readonly on: unknown; readonly jobs: { readonly check: Job; readonly publish: Job } } =
    parse(text);
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  test("starts at the tag that npm version makes, and checks before it publishes", () => {
    expect(workflow.on).toEqual({ push: { tags: ["v[0-9]+.[0-9]+.[0-9]+"] } });
    expect(workflow.jobs.publish).toMatchObject({ needs: "check" });
    expect(workflow.jobs.check.steps.map(({ run = "" }) => run)).toContainEqual(
      expect.stringMatching(/\.ci\/run$/),
    );
    expect(steps.filter(({ run = "" }) => run.startsWith("npm publish --provenance "))).toHaveLength(1);
  });

  test("uses actions at a major version", () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@v\d+$/);
  });

  testWith("bash")("calls only scripts that are there", () => {
    const runs = steps.flatMap(({ run = "" }) => run);
    for (const script of runs.join("\n").match(/(?:scripts|\.ci)\/[\w.-]+/g) ?? []) {
      expect(existsSync(join(ROOT, script)), script).toBe(true);
    }
    for (const [, script = ""] of runs.join("\n").matchAll(/npm run ([\w:-]+)/g)) {
      expect(Object.keys(MANIFEST.scripts)).toContain(script);
    }
    for (const run of runs) {
      expect(run, "an expression in a script could be a command").not.toContain("${{");
      expect(spawnSync("bash", ["-n", "-c", run], { encoding: "utf8" })).toMatchObject({
        status: 0,
        stderr: "",
      });
    }
  });
});
