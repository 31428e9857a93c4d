import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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

  test("one by one are traces too", async () => {
    const run = await runMain(["-q", inFolder("run.strace.99"), inFolder("again.201")]);
    expect(run).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });

  test("are not written over", async () => {
    const json = inFolder("again.201");
    const run = await runMain(["--format", `json=${json}`, inFolder("run.strace"), inFolder("again")]);
    expectTrouble(run, `the report would be written over the trace ${json}`, "give the report another name");
  });
});

describe("logs of several runs under one prefix", () => {
  const shared = (tid: number): string =>
    `${tid}  pread64(3, "", 4096, 0) = 4096\n${tid}  +++ exited with 0 +++\n`;
  const refuse = async (prefix: string, names: string): Promise<void> =>
    expectTrouble(
      await runMain([inFolder(prefix), AFTER]),
      `${inFolder(prefix)} stands for logs of several runs (${names}), not for the files of an strace -ff set`,
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
  const hint = "every run of a side is a recording of its own";

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
      `${alias} is the same file as ${AFTER}, given with --after too`,
      hint,
    );
  });

  test("may be on both sides", async () => {
    const run = await runMain(["-q", "--before", BEFORE, AFTER, "--after", AFTER, BEFORE]);
    expect(run).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });
});
