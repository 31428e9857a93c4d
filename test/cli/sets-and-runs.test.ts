import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AFTER, BEFORE, type Run, runMain } from "./memory-io.ts";

let folder = "";
const inFolder = (name: string): string => join(folder, name);
const write = (name: string, text: string | Uint8Array): string => {
  writeFileSync(inFolder(name), text);
  return inFolder(name);
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-main-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Trouble says nothing on standard output, and what it says can be acted on. */
function expectTrouble(run: Run, message: string, hint?: string): void {
  const lines = [`tracediff: ${message}`, ...(hint === undefined ? [] : [`hint: ${hint}`])];
  expect(run).toEqual({ exitCode: 2, stdout: "", stderr: lines.map((line) => `${line}\n`).join("") });
}

describe("the files of an strace -ff set", () => {
  const thread = (offset: number): string =>
    `pread64(3, "", 4096, ${offset}) = 4096 <0.000010>\nfsync(3) = 0 <0.000020>\n+++ exited with 0 +++\n`;

  beforeAll(() => {
    for (const tid of [99, 100, 101]) write(`run.strace.${tid}`, thread(tid === 101 ? 8192 : 0));
    for (const tid of [200, 201, 202]) write(`again.${tid}`, thread(tid === 200 ? 8192 : 0));
    for (const tid of [300, 301, 302]) write(`other.${tid}`, thread(tid === 300 ? 4096 : 0));
    write("run.strace.notes", "no trace");
  });

  test.each([
    ["run.strace", "again"],
    ["run.strace.", "again."],
  ])("are one trace under the prefix %s", async (before, after) => {
    const run = await runMain(["--format", "json", inFolder(before), inFolder(after)]);
    expect({ exitCode: run.exitCode, stderr: run.stderr }).toEqual({ exitCode: 0, stderr: "" });
    const { before: summary, threads } = JSON.parse(run.stdout);
    expect(summary.sources).toEqual([99, 100, 101].map((tid) => inFolder(`run.strace.${tid}`)));
    expect(threads).toContainEqual({ before: 101, after: 200, calls: { before: 2, after: 2 }, matches: 2 });
  });

  test("are named with the thread of a change", async () => {
    const run = await runMain([inFolder("run.strace"), inFolder("other")], { env: { COLUMNS: "200" } });
    expect(run.exitCode).toBe(1);
    expect(run.stdout).toContain(`${inFolder("run.strace.")}*`);
    expect(run.stdout).toContain(`${inFolder("run.strace.101")}:1 ${inFolder("other.300")}:1 @@`);
  });

  test.each([
    ["by a pattern", "run.strace.*", "again.*"],
    ["by a pattern that fits other files too", "run*.*", "a*.2??"],
  ])("are one trace when named %s", async (_, before, after) => {
    const run = await runMain(["--format", "json", inFolder(before), inFolder(after)]);
    expect({ exitCode: run.exitCode, stderr: run.stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(JSON.parse(run.stdout).before.sources).toEqual(
      [99, 100, 101].map((tid) => inFolder(`run.strace.${tid}`)),
    );
  });

  test("one by one are traces too", async () => {
    const run = await runMain(["-q", inFolder("run.strace.99"), inFolder("again.201")]);
    expect(run).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });

  test("are not written over", async () => {
    const json = inFolder("again.201");
    const run = await runMain(["--format", `json=${json}`, inFolder("run.strace"), inFolder("again")]);
    expectTrouble(run, `the report would overwrite the trace ${json}`, "give the report another name");
  });
});

describe("a pattern", () => {
  test("that is the name of a file means that file", async () => {
    const log = write("odd[1]*.log", readFileSync(BEFORE));
    expect(await runMain(["-q", log, AFTER])).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });

  test("that matches nothing is told", async () => {
    expectTrouble(
      await runMain([inFolder("gone.*"), AFTER]),
      `no files match ${inFolder("gone.*")}`,
      "a pattern must match the files of one strace -ff set, such as PREFIX.4001 and PREFIX.4002",
    );
  });

  test("that matches only files without thread ids is told with one of them", async () => {
    write("plain.log", "");
    expectTrouble(
      await runMain([inFolder("plain.l*"), AFTER]),
      `${inFolder("plain.l*")} matches no file of an strace -ff set, whose name ends in a thread id, but ${inFolder("plain.log")}`,
      "give a single log by its name",
    );
  });

  test("that matches the files of several sets is refused", async () => {
    for (const name of ["many1.7", "many2.8", "many2.9", "many3.10"]) write(name, "");
    expectTrouble(
      await runMain([inFolder("many*"), AFTER]),
      `${inFolder("many*")} matches the files of several strace -ff sets, ${["many1", "many2", "many3"].map(inFolder).join(", ")}`,
      "give several runs of a side as in --before run1 run2 --after run3 run4",
    );
  });

  test("that matches the logs of several runs is refused", async () => {
    for (const run of [1, 2]) write(`single.${run}`, `4001  pread64(3, "", 4096, 0) = 4096\n`);
    expectTrouble(
      await runMain([inFolder("single.*"), AFTER]),
      `${inFolder("single.*")} matches logs of several runs (single.1, single.2), not the files of one strace -ff set`,
      "give the runs of a side with --before or --after, or name one log",
    );
  });
});

describe("with --ff", () => {
  const call = `pread64(3, "", 4096, 0) = 4096\n`;
  const sourcesOf = async (...argv: string[]): Promise<readonly string[]> => {
    const run = await runMain(argv);
    expect({ exitCode: run.exitCode, stderr: run.stderr }).toEqual({ exitCode: 0, stderr: "" });
    return JSON.parse(run.stdout).sources ?? JSON.parse(run.stdout).before.sources;
  };

  beforeAll(() => {
    write("both", "no trace");
    mkdirSync(inFolder("folder"));
    for (const name of ["both.41", "both.42", "folder.43", "lone.44"]) write(name, call);
  });

  test.each([
    ["both", ["both.41", "both.42"]],
    ["folder", ["folder.43"]],
    ["lone", ["lone.44"]],
    ["lone.*", ["lone.44"]],
  ])("%s means the set, whatever else is called so", async (name, files) => {
    const expected = files.map(inFolder);
    expect(await sourcesOf("summary", "--format", "json", "--ff", inFolder(name))).toEqual(expected);
    const sides = ["--before", inFolder(name), "--ff", "--after", inFolder(name)];
    expect(await sourcesOf("--format", "json", ...sides)).toEqual(expected);
    expect(await sourcesOf("--format", "json", "--ff", inFolder(name), inFolder(name))).toEqual(expected);
  });

  test("export and snapshot read sets too", async () => {
    const exported = await runMain(["export", "--ff", inFolder("both")]);
    expect(exported.stdout.trimEnd().split("\n")).toHaveLength(2);
    const snapshot = inFolder("both.snap");
    const made = await runMain(["snapshot", "--ff", inFolder("both"), "-o", snapshot]);
    expect(made.stderr).toBe(`${snapshot}: 2 calls in 8 lines, in order per thread\n`);
  });

  test("a set that is not there is told, and whether a file is", async () => {
    expectTrouble(
      await runMain(["--ff", inFolder("lone"), inFolder("lone.44")]),
      `no files ${inFolder("lone.44")}.<thread id>`,
      `leave out --ff to read ${inFolder("lone.44")} itself`,
    );
    expectTrouble(
      await runMain(["summary", "--ff", inFolder("bothh")]),
      `no files ${inFolder("bothh")}.<thread id>`,
      `did you mean ${inFolder("both")}?`,
    );
    expectTrouble(
      await runMain(["snapshot", "--ff", inFolder("gone.*")]),
      `no files match ${inFolder("gone.*")}`,
      "a pattern must match the files of one strace -ff set, such as PREFIX.4001 and PREFIX.4002",
    );
  });

  test("standard input is no set", async () => {
    const trouble = ["standard input is not a set of files", "leave out --ff to read it"] as const;
    expectTrouble(await runMain(["--ff", inFolder("both"), "-"]), ...trouble);
  });
});

describe("logs of several runs under one prefix", () => {
  const shared = (tid: number): string =>
    `${tid}  pread64(3, "", 4096, 0) = 4096\n${tid}  +++ exited with 0 +++\n`;
  const refuse = async (prefix: string, names: string): Promise<void> =>
    expectTrouble(
      await runMain([inFolder(prefix), AFTER]),
      `${inFolder(prefix)} matches logs of several runs (${names}), not the files of one strace -ff set`,
      "give the runs of a side with --before or --after, or name one log",
    );

  test("are refused, since their lines have ids of their own", async () => {
    for (const run of [1, 2, 3, 4]) write(`runs.${run}`, shared(4000 + run));
    await refuse("runs", "runs.1, runs.2, runs.3, …");
  });

  test("are refused where only some lines have ids, as on a terminal, and where they are packed", async () => {
    write("shown.1", `pread64(3, "", 4096, 0) = 4096\n[pid  4001] pread64(3, "", 4096, 0) = 4096\n`);
    await refuse("shown", "shown.1");
    write("packed.1", gzipSync(shared(1)));
    write("packed.2", gzipSync(shared(4002)));
    await refuse("packed", "packed.1, packed.2");
  });

  test.each([
    ["seconds and a fraction", "1700000000.123456 "],
    ["whole seconds", "1700000000 "],
    ["a time of day", "16:03:08 "],
    ["time since the call before", "     0.000123 "],
    ["whole seconds since the call before", "     0 "],
    ["the id in the name of the file", "501   "],
  ])("are not what files are whose lines begin with %s", async (name, start) => {
    const prefix = `set ${name}`;
    write(`${prefix}.501`, `${start}pread64(3, "", 4096, 0) = 4096\n${start}+++ exited with 0 +++\n`);
    const run = await runMain(["-q", inFolder(prefix), inFolder(`${prefix}.`)]);
    expect(run).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });
});

describe("one recording given as two runs of a side", () => {
  const hint = "each run of a side must be a separate recording";

  test("is refused, by its name", async () => {
    expectTrouble(
      await runMain(["--before", BEFORE, AFTER, BEFORE, "--after", AFTER]),
      `${BEFORE} is given more than once with --before`,
      hint,
    );
  });

  test("is refused, by another name of it", async () => {
    const alias = inFolder("alias.log");
    symlinkSync(AFTER, alias);
    expectTrouble(
      await runMain(["--before", BEFORE, "--after", AFTER, alias]),
      `${alias} is the same recording as ${AFTER}, which is also given with --after`,
      hint,
    );
  });

  test("is refused, by a pattern for its files", async () => {
    for (const tid of [1, 2]) write(`twice.${tid}`, `pread64(3, "", 4096, 0) = 4096\n`);
    const [prefix, pattern] = [inFolder("twice"), inFolder("twice.*")];
    expectTrouble(
      await runMain(["--before", prefix, pattern, "--after", AFTER]),
      `${pattern} is the same recording as ${prefix}, which is also given with --before`,
      hint,
    );
  });

  test("may be on both sides", async () => {
    const run = await runMain(["-q", "--before", BEFORE, AFTER, "--after", AFTER, BEFORE]);
    expect(run).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });
});
