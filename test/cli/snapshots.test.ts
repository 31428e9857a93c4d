import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AFTER, BEFORE, chunksOf, ROOT, runMain } from "./memory-io.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-snapshots-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);
const pair = (name: string): string => resolve(ROOT, "traces/pairs", name);
const BASE = pair("base-1.log");
const AGAIN = pair("base-2.log");
const RESIZED = pair("resized.log");
const env = { LC_ALL: "C.UTF-8" };

async function snapshotOf(log: string, ...options: string[]): Promise<string> {
  const file = at("io.snap");
  expect((await runMain(["snapshot", log, "-o", file, ...options])).exitCode).toBe(0);
  return file;
}

describe("the snapshot command", () => {
  test("writes the pattern of a log, and says how much that is", async () => {
    const run = await runMain(["snapshot", BASE, "-o", at("io.snap")]);
    expect(run).toEqual({
      exitCode: 0,
      stdout: "",
      stderr: expect.stringMatching(/io\.snap: 231 calls in \d+ lines, in order per thread\n$/),
    });
    expect(readFileSync(at("io.snap"), "utf8")).toMatch(
      /^tracediff snapshot 1\norder thread\n\nthread 1\n {2}\w/,
    );
  });

  test("writes on standard output where no file is named", async () => {
    const file = await snapshotOf(BASE);
    expect((await runMain(["snapshot", BASE])).stdout).toBe(readFileSync(file, "utf8"));
  });

  test("takes several runs that agree, and refuses such that do not, naming the order in which they do", async () => {
    expect((await runMain(["snapshot", BASE, AGAIN, "-o", at("io.snap")])).exitCode).toBe(0);
    const total = await runMain(["snapshot", "--order", "total", BASE, AGAIN]);
    expect(total).toMatchObject({ exitCode: 2, stdout: "" });
    expect(total.stderr).toContain("hint: they agree with --order thread");
    const other = await runMain(["snapshot", BASE, RESIZED]);
    expect(other.stderr).toContain("are not the same in order per thread");
    expect(other.stderr).toContain("shows how they differ");
  });

  test("refuses a log that is not wholly read, or has nothing to keep", async () => {
    writeFileSync(
      at("damaged.log"),
      `${readFileSync(BEFORE, "utf8")}[pid 7] 16:03:08 pread64(9, "", x53, 1) = 5\n`,
    );
    const damaged = await runMain(["snapshot", at("damaged.log")]);
    expect(damaged).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: expect.stringContaining("could not be read"),
    });
    expect((await runMain(["snapshot", "--max-unread", "5%", at("damaged.log")])).exitCode).toBe(0);
    expect((await runMain(["snapshot", "--calls", "fsync", BEFORE])).stderr).toContain("has no I/O calls");
  });

  test("does not write over its log", async () => {
    copyFileSync(BASE, at("run.log"));
    expect((await runMain(["snapshot", at("run.log"), "-o", at("run.log")])).exitCode).toBe(2);
    expect(readFileSync(at("run.log"), "utf8")).toBe(readFileSync(BASE, "utf8"));
  });
});

describe("a snapshot in the place of a trace", () => {
  test("gives the exit code that its log gives, without a word about latencies", async () => {
    const file = await snapshotOf(BASE);
    const same = await runMain([file, AGAIN]);
    expect(same).toMatchObject({ exitCode: 0, stderr: "" });
    expect(same.stdout).toContain("✔ same I/O pattern: 231 of 231 calls match");
    expect(same.stdout).toContain("holds    thread, stream, set; the snapshot does not keep total, file");
    expect(same.stdout).not.toContain("latenc");
    const different = await runMain([file, RESIZED]);
    expect(different.exitCode).toBe(1);
    expect(different.stdout).toContain("resized +4096");
    expect((await runMain([RESIZED, file])).exitCode).toBe(1);
    expect((await runMain([file, file])).exitCode).toBe(0);
  });

  test("names the line of the snapshot on which the changed call stands", async () => {
    const file = await snapshotOf(BASE);
    const run = await runMain(["--format", "json", file, RESIZED]);
    const [change] = JSON.parse(run.stdout).changes;
    const line = readFileSync(file, "utf8").split("\n")[change.before[0].line - 1];
    expect(line).toContain(`@${change.before[0].offset} 4096`);
  });

  test("demands the level that it was made at, and refuses levels that it cannot tell", async () => {
    const file = await snapshotOf(BEFORE, "--order", "file");
    const run = await runMain([file, AFTER, "--format", "json"]);
    expect(JSON.parse(run.stdout).verdict).toMatchObject({
      pattern: "same",
      demanded: "file",
      holds: { total: false, thread: false, file: true, stream: false, set: true },
    });
    const refused = await runMain([file, AFTER, "--order", "thread"]);
    expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
    expect(refused.stderr).toContain("made with --order file, so --order thread cannot be checked");
    expect((await runMain([file, AFTER, "--order", "set"])).exitCode).toBe(0);
  });

  test("compares only the calls that it was made with", async () => {
    const file = await snapshotOf(BASE, "--calls", "pread64");
    expect((await runMain([file, AGAIN])).stdout).toContain("193 of 193 calls match");
    const more = await runMain([file, AGAIN, "--calls", "pread64,pwrite64"]);
    expect(more.stderr).toContain("does not keep pwrite64");
  });

  test("is read packed, and from standard input in small pieces", async () => {
    const file = await snapshotOf(BASE);
    writeFileSync(at("io.snap.gz"), gzipSync(readFileSync(file)));
    expect((await runMain([at("io.snap.gz"), AGAIN])).exitCode).toBe(0);
    const piped = await runMain(["-", AGAIN], { stdin: () => chunksOf(readFileSync(file), 5) });
    expect(piped.exitCode).toBe(0);
  });

  test("that is damaged is trouble, with its line", async () => {
    const file = await snapshotOf(BASE);
    const lines = readFileSync(file, "utf8").split("\n");
    writeFileSync(file, [...lines.slice(0, 9), "=======", ...lines.slice(9)].join("\n"));
    const run = await runMain([file, AGAIN]);
    expect(run).toMatchObject({ exitCode: 2, stdout: "" });
    expect(run.stderr).toContain(
      "io.snap:10: expected thread, file, order, calls, in flight, or an indented call",
    );
  });

  test("makes snapshots no stronger than it is", async () => {
    const file = await snapshotOf(BASE, "--order", "set");
    const run = await runMain(["snapshot", file, "--order", "thread"]);
    expect(run.stderr).toContain("made with --order set, so --order thread cannot be checked");
  });
});

describe("--update", () => {
  test("rewrites the snapshot, says what changed, and then nothing differs any more", async () => {
    const file = await snapshotOf(BASE);
    const run = await runMain([file, RESIZED, "--update"], { env });
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toBe(`${file} is updated: 1 call changed (resized 1)\n`);
    expect(run.stdout).toContain("✖ I/O pattern differs");
    expect((await runMain([file, RESIZED])).exitCode).toBe(0);
    expect((await runMain([file, RESIZED, "--update"], { env })).stderr).toBe(`${file} is up to date\n`);
  });

  test("keeps the level and the calls of the snapshot", async () => {
    const file = await snapshotOf(BASE, "--order", "stream", "--calls", "pread64");
    await runMain([file, RESIZED, "--update"], { env });
    expect(readFileSync(file, "utf8")).toMatch(/^tracediff snapshot 1\norder stream\ncalls pread64\n/);
  });

  test("is refused in CI unless forced", async () => {
    const file = await snapshotOf(BASE);
    const text = readFileSync(file, "utf8");
    const refused = await runMain([file, RESIZED, "--update"], { env: { ...env, CI: "true" } });
    expect(refused).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: expect.stringContaining("is not updated in CI"),
    });
    expect(readFileSync(file, "utf8")).toBe(text);
    for (const CI of ["", "false", "0"]) {
      expect((await runMain([file, AGAIN, "--update"], { env: { ...env, CI } })).exitCode).toBe(0);
    }
    expect(
      (await runMain([file, RESIZED, "--update", "--force"], { env: { ...env, CI: "true" } })).exitCode,
    ).toBe(0);
    expect(readFileSync(file, "utf8")).not.toBe(text);
  });

  test("takes one trace: of several runs it would have to choose", async () => {
    const file = await snapshotOf(BASE);
    const run = await runMain(["--update", "--before", file, "--after", AGAIN, RESIZED], { env });
    expect(run).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--update takes one snapshot and one trace"),
    });
  });

  test("never touches a log, nor a snapshot when nothing could be concluded", async () => {
    const log = await runMain([BASE, RESIZED, "--update"], { env });
    expect(log).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("is a log, and --update rewrites only snapshots"),
    });
    const file = await snapshotOf(BASE);
    const text = readFileSync(file, "utf8");
    writeFileSync(at("other.log"), "getpid() = 5\n+++ exited with 0 +++\n");
    expect((await runMain([file, at("other.log"), "--update"], { env })).exitCode).toBe(2);
    expect(readFileSync(file, "utf8")).toBe(text);
  });
});

describe("--format github", () => {
  test("also appends the Markdown report to the summary of the step", async () => {
    writeFileSync(at("summary.md"), "# before\n");
    const run = await runMain(["--format", "github", BASE, RESIZED], {
      env: { ...env, GITHUB_STEP_SUMMARY: at("summary.md") },
    });
    expect(run.stdout).toMatch(/^::error title=tracediff%3A different I\/O pattern::/);
    expect(readFileSync(at("summary.md"), "utf8")).toMatch(
      /^# before\n<!-- tracediff -->\n\n### ✖ I\/O pattern differs/,
    );
  });
});
