import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { commandProblem } from "../../src/cli/commands/capture.ts";
import { straceArguments, straceVersion } from "../../src/cli/recording/strace-command.ts";
import { testWith } from "../support/test-with.ts";
import { grammar } from "../support/trace-of.ts";

describe("the version of strace", () => {
  test.each([
    ["strace -- version 6.1\nCopyright (c) 1991-2022 The strace developers", [6, 1]],
    ["strace -- version 4.8", [4, 8]],
    ["strace -- version 5.10-21-g4d2f8c4e\n", [5, 10]],
    ["bash: strace: command not found", null],
    ["", null],
  ])("of %j is read", (output, version) => {
    expect(straceVersion(output)).toEqual(version);
  });
});

describe("the options of strace", () => {
  const options = (major: number, minor: number): string =>
    straceArguments([major, minor], grammar, null).join(" ");

  // strace's NEWS: --syscall-times 5.6, "?" before names 4.17, --always-show-pid 6.9.
  test("are those that its version has", () => {
    expect(options(6, 9)).toMatch(/^-f --syscall-times=ns -tt -y --always-show-pid -e trace=\?read,/);
    expect(options(6, 8)).toMatch(/^-f --syscall-times=ns -tt -y -e trace=\?read,/);
    expect(options(5, 5)).toMatch(/^-f -T -tt -y -e trace=\?read,/);
    expect(options(4, 8)).toBe("-f -T -tt -y");
  });

  test("ask for calls in every spelling, and for no number that strace makes up", () => {
    expect(options(6, 1)).toContain("?lseek,?_llseek");
    expect(options(6, 1)).not.toContain("syscall_");
  });

  test("always ask for what tells threads and files apart", () => {
    const filter = straceArguments([6, 1], grammar, ["pread64"]).at(-1) ?? "";
    for (const name of ["?pread64", "?openat", "?close", "?clone3", "?execve"])
      expect(filter).toContain(name);
    expect(filter).not.toContain("?fsync");
  });

  testWith("strace")("are accepted by the strace that is installed", () => {
    const version = straceVersion(execFileSync("strace", ["-V"], { encoding: "utf8" })) ?? [0, 0];
    const command = [...straceArguments(version, grammar, null), "-o", "/dev/null", "--", "true"];
    expect(() => execFileSync("strace", command, { stdio: "pipe" })).not.toThrow();
  });
});

describe("a command", () => {
  test("is found as the shell finds it", () => {
    expect(commandProblem("sh", "/nonexistent:/bin")).toBeNull();
    expect(commandProblem("/bin/sh", "")).toBeNull();
  });

  test("that cannot be started is told why", () => {
    expect(commandProblem("no-such-command", "/bin")).toBe("command not found");
    expect(commandProblem("./no-such-command", "/bin")).toBe("no such file");
    expect(commandProblem("/etc", "")).toBe("is a directory");
    expect(commandProblem("/etc/passwd", "")).toBe("not executable");
    expect(commandProblem("passwd", "/etc")).toBe("not executable");
  });
});
