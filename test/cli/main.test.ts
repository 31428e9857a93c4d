import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testWith } from "../support/test-with.ts";
import { AFTER, BEFORE, chunksOf, ROOT, type Run, runMain } from "./memory-io.ts";

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

describe("a comparison", () => {
  test("of runs with the same pattern exits with 0 and says so on standard output only", async () => {
    const run = await runMain([BEFORE, AFTER]);
    expect({ exitCode: run.exitCode, stderr: run.stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(run.stdout).toContain("✔ same I/O pattern: 60 of 60 calls match");
  });

  test("of runs that differ exits with 1", async () => {
    const lines = readFileSync(AFTER, "utf8").split("\n");
    const dropped = write("dropped.log", [...lines.slice(0, 10), ...lines.slice(11)].join("\n"));
    const run = await runMain([BEFORE, dropped]);
    expect({ exitCode: run.exitCode, stderr: run.stderr }).toEqual({ exitCode: 1, stderr: "" });
    expect(run.stdout).toContain("✖ I/O pattern differs: 1 of 60 calls changed");
  });

  test("of nothing exits with 2 and is called inconclusive", async () => {
    const run = await runMain(["--calls", "fsync", BEFORE, AFTER]);
    expect(run.exitCode).toBe(2);
    expect(run.stdout).toContain("? inconclusive: nothing to compare in");
    expect(run.stdout).not.toContain("same");
  });

  test("of two traces of other calls alone exits with 2 and is called inconclusive", async () => {
    const other = write("other.log", "getpid() = 5\n+++ exited with 0 +++\n");
    const run = await runMain([other, other]);
    expect(run.exitCode).toBe(2);
    expect(run.stdout).toContain("? inconclusive: nothing to compare in");
  });

  test("of none against some exits with 1 and says how many, and why there is none", async () => {
    const other = write("other.log", "getpid() = 5\n+++ exited with 0 +++\n");
    const run = await runMain([other, AFTER]);
    expect(run.exitCode).toBe(1);
    expect(run.stdout.replace(/\s+/g, " ")).toContain(
      `✖ I/O pattern differs: none before, 60 after (${other}: its only call is not an I/O call)`,
    );
    expect(run.stdout).not.toContain("latencies");
    const logs = ["base-1.log", "preads-1.log"].map((name) => resolve(ROOT, "traces/pairs", name));
    const filtered = await runMain(["--calls", "fdatasync", ...logs]);
    expect(filtered.exitCode).toBe(1);
    const said = filtered.stdout.replace(/\s+/g, " ");
    expect(said).toContain("I/O pattern differs: 12 before, none after (");
    expect(said).toContain("preads-1.log: --calls hides all of its calls)");
    expect(said).not.toContain("no latencies");
  });

  test("of a file without any strace line is refused, though the other has calls", async () => {
    const text = write("prose.txt", "nothing\nof the kind\n");
    const run = await runMain([text, AFTER]);
    expect(run).toMatchObject({ exitCode: 2, stdout: "" });
    expect(run.stderr).toContain("no strace calls found");
  });

  test("with unread lines exits with 2 unless they are few enough", async () => {
    const text = `${readFileSync(AFTER, "utf8")}[pid 1501089] 16:03:08 pread64(9, "", x53, 11177) = 53\n`;
    const damaged = write("damaged.log", text);
    const strict = await runMain([BEFORE, damaged]);
    expect(strict.exitCode).toBe(2);
    expect(strict.stdout).toMatch(/\? inconclusive: 1 of 61 call-like lines/);
    const lenient = await runMain(["--max-unread", "2%", BEFORE, damaged]);
    expect(lenient.exitCode).toBe(0);
  });

  test("reads one side from standard input", async () => {
    const stdin = (): AsyncIterable<Uint8Array> => chunksOf(readFileSync(AFTER), 100);
    const run = await runMain([BEFORE, "-"], { stdin });
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toMatch(/^after {3}- /m);
  });

  test("reads logs packed with gzip as if they were not", async () => {
    const packed = write("after.log.gz", gzipSync(readFileSync(AFTER)));
    const { stdout } = await runMain(["--format", "json", BEFORE, packed]);
    const plain = await runMain(["--format", "json", BEFORE, AFTER]);
    expect(stdout.replaceAll(packed, AFTER)).toBe(plain.stdout);
  });

  test("is not told on standard output when quiet, but its exit code is", async () => {
    expect(await runMain(["--quiet", BEFORE, AFTER])).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });
});

describe("reports", () => {
  test("go into files beside standard output", async () => {
    const json = inFolder("out.json");
    const run = await runMain(["--format", `json=${json}`, BEFORE, AFTER]);
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toContain("✔ same I/O pattern");
    expect(JSON.parse(readFileSync(json, "utf8")).verdict.pattern).toBe("same");
  });

  test("in files are not coloured, whatever standard output is", async () => {
    const text = inFolder("out.txt");
    const run = await runMain(["--color=always", "--format", `text=${text}`, BEFORE, AFTER]);
    expect(run.stdout).toContain("\u001b[32m✔");
    expect(readFileSync(text, "utf8")).toContain("\n✔ same");
  });

  test("are as wide as the terminal and coloured on it", async () => {
    const run = await runMain([BEFORE, AFTER], { stdoutIsTerminal: true, columns: 200 });
    expect(run.stdout).toContain(BEFORE);
    expect(run.stdout).toContain("\u001b[32m✔");
  });

  test("are ASCII in a locale that is", async () => {
    const run = await runMain([BEFORE, AFTER], { env: { LC_ALL: "C" } });
    expect(run.stdout).toMatch(/^[\n -~]*$/);
  });

  test("are never written over a trace, by whatever name", async () => {
    const copy = write("precious.log", readFileSync(BEFORE));
    symlinkSync(copy, inFolder("link.log"));
    const run = await runMain(["--format", `json=${inFolder("link.log")}`, copy, AFTER]);
    expectTrouble(run, `the report would overwrite the trace ${copy}`, "give the report another name");
    expect(readFileSync(copy)).toEqual(readFileSync(BEFORE));
  });

  test.each([
    ["missing/out.json", "no such directory"],
    ["", "it is a directory"],
  ])("that cannot be written into %j are trouble, not a verdict", async (name, reason) => {
    const file = inFolder(name);
    const run = await runMain(["--quiet", "--format", `json=${file}`, BEFORE, AFTER]);
    expectTrouble(run, `cannot write ${file}: ${reason}`);
  });

  test("are trouble where the disk is full", async () => {
    const run = await runMain(["--quiet", "--format", "json=/dev/full", BEFORE, AFTER]);
    expectTrouble(run, "cannot write /dev/full: no space left on the disk");
  });
});

describe("input that cannot be compared", () => {
  test("a missing file: a similar name is suggested", async () => {
    write("before.log", "");
    expectTrouble(
      await runMain([inFolder("befor.log"), AFTER]),
      `${inFolder("befor.log")}: no such file`,
      `did you mean ${inFolder("before.log")}?`,
    );
  });

  test("a missing file: a name of two letters is suggested for one as short only", async () => {
    mkdirSync(inFolder("short"));
    write("short/ab", "");
    const missing = (name: string): Promise<Run> => runMain([inFolder(`short/${name}`), AFTER]);
    expectTrouble(await missing("abc"), `${inFolder("short/abc")}: no such file`);
    expectTrouble(
      await missing("ac"),
      `${inFolder("short/ac")}: no such file`,
      `did you mean ${inFolder("short/ab")}?`,
    );
  });

  test.each([
    ["", AFTER],
    ["summary", ""],
  ])("an empty name, as in %j %j", async (...argv) => {
    const hint = "is a variable not set? give the log file";
    expectTrouble(await runMain(argv), "the name of a trace is empty", hint);
  });

  test("a file below a file", async () => {
    expectTrouble(
      await runMain([join(BEFORE, "x"), AFTER]),
      `${join(BEFORE, "x")}: no such file`,
      "a part of this path is not a directory",
    );
  });

  test("a directory", async () => {
    mkdirSync(inFolder("directory"));
    expectTrouble(
      await runMain([inFolder("directory"), AFTER]),
      `${inFolder("directory")} is a directory`,
      "give the log file, or the prefix of the files of an strace -ff set",
    );
  });

  test("an empty file", async () => {
    const empty = write("empty.log", "");
    expectTrouble(
      await runMain([BEFORE, empty]),
      `${empty} is empty`,
      "was strace stopped before it wrote anything? strace -o FILE sets where it writes",
    );
  });

  test("empty standard input", async () => {
    const run = await runMain([BEFORE, "-"]);
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toMatch(/^tracediff: - is empty\n/);
  });

  test.each([
    [
      "a C source",
      "hello.c",
      '#include <stdio.h>\n\nint main(void) {\n  printf("%d\\n", 5);\n  return 0;\n}\n',
    ],
    ["a program", "program", readFileSync(process.execPath).subarray(0, 100_000)],
    ["prose", "prose.txt", "This is a text.\nIt has two lines.\n"],
    ["blank lines", "blank.txt", "\n\n\n"],
  ])("%s", async (_, name, content) => {
    const file = write(name, content);
    const run = await runMain([BEFORE, file]);
    expect(run.exitCode).toBe(2);
    expect(run.stdout).toBe("");
    expect(run.stderr).toMatch(
      /^tracediff: no strace calls found in .*\nhint: record one with strace -f .*\n$/,
    );
    expect(run.stderr).toContain(file);
  });

  test("the summary table of strace -c", async () => {
    const table = write(
      "table.log",
      "% time     seconds  usecs/call     calls    errors syscall\n" +
        "------ ----------- ----------- --------- --------- ----------------\n" +
        " 61.54    0.000016           5         3           read\n" +
        "------ ----------- ----------- --------- --------- ----------------\n" +
        "100.00    0.000026           3         8         1 total\n",
    );
    expectTrouble(
      await runMain([BEFORE, table]),
      `${table} holds the summary table of strace -c, not calls`,
      "record with strace -C to get both, or without -c",
    );
  });

  test("of two wrong files the first is told", async () => {
    const run = await runMain([inFolder("no-such-before"), inFolder("no-such-after")]);
    expect(run.stderr).toContain("no-such-before: no such file");
  });
});

describe("beside comparing", () => {
  test("--help goes to standard output and is no trouble, whatever else is given", async () => {
    const run = await runMain(["--help", "one"]);
    expect({ exitCode: run.exitCode, stderr: run.stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(run.stdout).toContain("Usage: tracediff [options] <before> <after>");
  });

  test("--version is the version of the package", async () => {
    const { version } = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8"));
    expect(await runMain(["--version"])).toEqual({
      exitCode: 0,
      stdout: `tracediff ${version}\n`,
      stderr: "",
    });
  });

  test("completion prints a script that knows the calls of the grammar", async () => {
    const run = await runMain(["completion", "bash"]);
    expect({ exitCode: run.exitCode, stderr: run.stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(run.stdout).toContain(" pread64 ");
  });

  testWith("bash")("completion prints a script that bash accepts", async () => {
    const { stdout } = await runMain(["completion", "bash"]);
    expect(() => execFileSync("bash", ["-n"], { input: stdout })).not.toThrow();
  });

  test("completion for another shell is refused", async () => {
    expectTrouble(
      await runMain(["completion", "fihs"]),
      "completion needs a shell: bash, zsh, fish",
      "did you mean tracediff completion fish?",
    );
    expectTrouble(
      await runMain(["completion", "after.log"]),
      "completion needs a shell: bash, zsh, fish",
      "to compare a file named completion, write ./completion",
    );
  });

  test("--log-level logs JSON lines on standard error and leaves the report alone", async () => {
    const silent = await runMain([BEFORE, AFTER]);
    const run = await runMain(["--log-level", "debug", BEFORE, AFTER]);
    expect(run.stdout).toBe(silent.stdout);
    const lines = run.stderr.trimEnd().split("\n");
    const messages = lines.map((line) => JSON.parse(line));
    expect(messages.map(({ msg }) => msg)).toEqual(["asked", "read", "read", "compared", "reported"]);
    expect(messages[1]).toMatchObject({ source: BEFORE, bytes: 7194, lines: 60, calls: 60 });
  });

  test("wrong usage is told before any file is opened", async () => {
    expectTrouble(
      await runMain(["--order", "thred", "/no/such", "/files"]),
      "--order cannot be thred",
      "did you mean thread?",
    );
  });

  test("a fault of ours is not worded as one of the user's", async () => {
    const now = (): number => {
      throw new TypeError("a fault");
    };
    await expect(runMain([BEFORE, AFTER], { now })).rejects.toThrow(TypeError);
  });
});
