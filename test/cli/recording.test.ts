import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Heard, Io } from "../../src/cli/io.ts";
import { testWith } from "../support/test-with.ts";
import { runMain } from "./memory-io.ts";

const { PATH = "" } = process.env;
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-recording-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);
const env = { LC_ALL: "C.UTF-8", PATH };

/** A strace that answers so when it is tried. */
const withStrace = (heard: (argv: readonly string[]) => Heard): Partial<Io> => ({
  env,
  runQuietly: async (argv) => heard(argv),
});

describe("capture", () => {
  testWith("strace")(
    "records the calls of a command, passes its exit code on, and says what it has",
    async () => {
      const log = at("run.log");
      const run = await runMain(["capture", "-o", log, "--", "sh", "-c", `read line < ${log}; exit 7`], {
        env,
      });
      expect(run).toEqual({
        exitCode: 7,
        stdout: "",
        stderr: expect.stringMatching(/^\S+run\.log: \d+ I\/O calls? of 1 thread\n$/),
      });
      const lines = readFileSync(log, "utf8").split("\n");
      expect(lines.find((line) => line.includes("openat(") && line.includes("run.log"))).toMatch(
        /^\d+ +\d\d:\d\d:\d\d\.\d{6} openat\(AT_FDCWD<.* = 3<.*run\.log> <0\.\d{9}>$/,
      );
      expect(lines.at(-2)).toContain("+++ exited with 7 +++");
    },
  );

  testWith("strace")("ends with 128 and the signal that ended the command", async () => {
    const run = await runMain(["capture", "-o", at("run.log"), "--", "sh", "-c", "kill -TERM $$"], { env });
    expect(run.exitCode).toBe(128 + 15);
  });

  testWith("strace")("records several runs, and no more after one that fails", async () => {
    await runMain(["capture", "-o", at("run"), "-n", "3", "--", "true"], { env });
    expect(readdirSync(folder)).toEqual(["run.1", "run.2", "run.3"]);
    const failed = await runMain(["capture", "-o", at("bad"), "-n", "3", "--", "false"], { env });
    expect(failed.exitCode).toBe(1);
    expect(failed.stderr).toContain("run 1 of 3 exited with 1, so the remaining runs are skipped");
    expect(readdirSync(folder)).not.toContain("bad.2");
  });

  testWith("strace")("of a command that is not there is trouble before anything runs", async () => {
    const run = await runMain(["capture", "--", "no-such-command"], { env });
    expect(run).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("no-such-command: command not found\nhint: "),
    });
    expect((await runMain(["capture"], { env })).stderr).toContain("no command given");
    expect((await runMain(["capture", "ls", "-l"], { env })).stderr).toContain(
      "hint: put options of the command after --",
    );
  });

  test("without strace says how to install it", async () => {
    const run = await runMain(
      ["capture", "--", "true"],
      withStrace(() => ({ kind: "not-found" })),
    );
    expect(run).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("hint: apt-get install strace"),
    });
  });

  // What strace 6.1 prints in a container without CAP_SYS_PTRACE, and under kernel.yama.ptrace_scope=3.
  test.each([
    "strace: test_ptrace_get_syscall_info: PTRACE_TRACEME: Operation not permitted\nstrace: ptrace(PTRACE_TRACEME, ...): Operation not permitted\n",
    "strace: ptrace(PTRACE_TRACEME, ...): Permission denied\n",
  ])("where tracing is forbidden tells the way out of containers and yama: %j", async (stderr) => {
    const run = await runMain(
      ["capture", "--", "true"],
      withStrace(([, option]) =>
        option === "-V"
          ? { kind: "exited", code: 0, stdout: "strace -- version 6.1\n", stderr: "" }
          : { kind: "exited", code: 1, stdout: "", stderr },
      ),
    );
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toMatch(/^tracediff: strace cannot trace here: .*PTRACE_TRACEME/);
    expect(run.stderr).toContain("--cap-add=SYS_PTRACE");
    expect(run.stderr).toContain("kernel.yama.ptrace_scope");
  });

  test("of a program that uses io_uring warns that its I/O is not in the log", async () => {
    const log = "7 10:00:00 io_uring_enter(3, 1, 0, 0, NULL, 8) = 1 <0.000012>\n";
    const run = await runMain(["capture", "-o", at("run.log"), "--", "true"], {
      ...withStrace(() => ({ kind: "exited", code: 0, stdout: "strace -- version 6.1\n", stderr: "" })),
      runProgram: async (argv) => {
        writeFileSync(argv[argv.indexOf("-o") + 1] ?? "", log);
        return { kind: "exited", code: 0, tail: "" };
      },
    });
    expect(run.stderr).toContain("warning: the program uses io_uring");
  });
});

describe("run", () => {
  const copy = (size: number): string => `dd if=/dev/zero of=${at("out")} bs=${size} count=8 status=none`;

  testWith("strace")("finds two equal commands the same, and leaves nothing behind", async () => {
    const temporary = (): string[] =>
      readdirSync(tmpdir()).filter((name) => name.startsWith("tracediff-run-"));
    const before = temporary();
    const run = await runMain(
      ["run", "-n", "2", "--before", copy(512), "--after", copy(512), "--calls", "write"],
      { env },
    );
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    expect(run.stdout).toContain("✔ same I/O pattern");
    expect(temporary()).toEqual(before);
  });

  testWith("strace")(
    "finds another block size, records in turns, and keeps logs where it is told to",
    async () => {
      const order: string[] = [];
      const { runProgram } = await import("../../src/cli/recording/programs.ts");
      const run = await runMain(
        [
          "run",
          "-n",
          "2",
          "--before",
          copy(512),
          "--after",
          copy(1024),
          "--calls",
          "write",
          "-o",
          at("logs"),
        ],
        {
          env,
          runProgram: async (argv, output) => {
            order.push((argv[argv.indexOf("-o") + 1] ?? "").split("/").at(-1) ?? "");
            return runProgram(argv, output);
          },
        },
      );
      expect(run.exitCode).toBe(1);
      expect(run.stdout).toContain("✖ I/O pattern differs: 8 of 8 calls changed");
      expect(order).toEqual(["before.1", "after.1", "before.2", "after.2"]);
      expect(readdirSync(at("logs"))).toEqual(["after.1", "after.2", "before.1", "before.2"]);
    },
  );

  testWith("strace")("does not ask whether the runs that it recorded were recorded alike", async () => {
    const synced = `${copy(512)} conv=fsync`;
    const run = await runMain(
      ["run", "-n", "1", "--before", copy(512), "--after", synced, "--calls", "write,fsync"],
      { env },
    );
    expect(run.exitCode).toBe(1);
    expect(run.stdout).toContain("added 1");
    expect(run.stdout).not.toContain("-e trace=");
    const alone = await runMain(
      ["run", "-n", "1", "--before", copy(512), "--after", synced, "--calls", "fsync"],
      { env },
    );
    expect(alone.exitCode).toBe(1);
    expect(alone.stdout).toContain("none before, 1 after");
    expect(alone.stdout).not.toMatch(/-e trace=|strace -T/);
  });

  testWith("strace")(
    "stops at a command that fails and shows its last words, unless told to go on",
    async () => {
      const fail = `${copy(512)}; echo broken >&2; exit 3`;
      const run = await runMain(["run", "-n", "1", "--before", fail, "--after", copy(512)], { env });
      expect(run).toEqual({
        exitCode: 2,
        stdout: "",
        stderr:
          "tracediff: run 1 of --before ended with 3: broken\nhint: --ignore-failure compares it anyway\n",
      });
      const on = await runMain(
        ["run", "-n", "1", "--before", fail, "--after", fail, "--ignore-failure", "--calls", "write"],
        { env },
      );
      expect(on.exitCode).toBe(0);
    },
  );

  testWith("strace")("shows how far it is on a terminal only", async () => {
    const argv = ["run", "-n", "1", "--before", "true", "--after", "true", "--calls", "!mmap"];
    expect((await runMain(argv, { env })).stderr).toBe("");
    const run = await runMain(argv, { env, stderrIsTerminal: () => true });
    expect(run.stderr).toContain("recording before, run 1 of 1");
    expect(run.stderr.endsWith("\r\u001b[K")).toBe(true);
  });

  test("checks the options of the comparison before it records", async () => {
    const run = await runMain(["run", "--before", "true", "--after", "true", "--order", "up"], {
      env,
      runQuietly: async () => {
        throw new Error("nothing may be started");
      },
    });
    expect(run).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--order cannot be up") });
    expect((await runMain(["run", "--before", "true"], { env })).stderr).toContain(
      "the command to run after is missing",
    );
  });
});
