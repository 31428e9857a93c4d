import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { describeWith, testWith } from "../support/test-with.ts";
import { BIN, runShell } from "./run-bin.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-capture-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describeWith("strace", "bash")("a command under capture", () => {
  test.each(["SIGTERM", "SIGHUP", "SIGINT"] as const)(
    "gets a %s that is sent to tracediff, and its log is whole",
    async (signal) => {
      const log = join(folder, "run.log");
      const script = `trap 'exit 9' ${signal.slice(3)}; echo ready; while :; do sleep 0.05; done`;
      const child = spawn(process.execPath, [BIN, "capture", "-o", log, "--", "sh", "-c", script], {
        stdio: ["ignore", "pipe", "pipe"],
      });
      child.stdout.once("data", () => child.kill(signal));
      const code = await new Promise((resolve) => child.once("close", resolve));
      expect(code).toBe(9);
      expect(readFileSync(log, "utf8").trimEnd().split("\n").at(-1)).toContain("+++ exited with 9 +++");
    },
  );

  test("is not started where tracing is forbidden, as it is inside another strace", () => {
    const run = runShell(`strace -f -o /dev/null $tracediff capture -o ${join(folder, "run.log")} -- true`);
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(run.stderr).toMatch(
      /^tracediff: strace cannot trace here: .*Operation not permitted\nhint: in a container: /,
    );
  });

  test("is refused while another one records into the same file, under whatever name, and not for longer", async () => {
    const log = join(folder, "run.log");
    const first = spawn(
      process.execPath,
      [BIN, "capture", "-o", log, "--", "sh", "-c", "echo ready; read line"],
      {
        stdio: ["pipe", "pipe", "pipe"],
      },
    );
    await new Promise((resolve) => first.stdout.once("data", resolve));
    const second = runShell(`cd ${folder} && $tracediff capture -o ../$(basename ${folder})/run.log -- true`);
    expect(second).toEqual({
      status: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^tracediff: \S*run\.log is being written by another running tracediff\nhint: give -o another name/,
      ),
    });
    expect(runShell(`$tracediff capture -o ${join(folder, "other.log")} -- true`).status).toBe(0);
    // a process that is killed gives nothing up itself
    first.kill("SIGKILL");
    await new Promise((resolve) => first.once("close", resolve));
    expect(runShell(`$tracediff capture -o ${log} -- true`).status).toBe(0);
  });

  test("of one folder of runs is refused to a second tracediff run", async () => {
    const logs = join(folder, "logs");
    const argv = [
      "run",
      "-n",
      "1",
      "-o",
      logs,
      "--before",
      `mkfifo ${folder}/fifo; cat ${folder}/fifo`,
      "--after",
      "true",
    ];
    const first = spawn(process.execPath, [BIN, ...argv], { stdio: "ignore" });
    const fifo = `until test -p ${folder}/fifo; do sleep 0.05; done`;
    const second = runShell(`${fifo}; $tracediff run -n 1 -o ${logs} --before true --after true`);
    expect(second).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("logs is being written by another"),
    });
    runShell(`echo >${folder}/fifo`);
    await new Promise((resolve) => first.once("close", resolve));
  });

  testWith("script")("has the terminal", () => {
    const command = `${process.execPath} ${BIN} capture -o ${join(folder, "run.log")} -- sh -c "test -t 0 && test -t 1 && echo yes"`;
    const run = spawnSync("script", ["-qec", command, "/dev/null"], { encoding: "utf8" });
    expect(run.stdout).toContain("yes\r\n");
    expect(run.status).toBe(0);
  });

  test("waits for its standard input, however long that takes to come", () => {
    const run = runShell(`(sleep 1; echo hello) | $tracediff capture -o ${join(folder, "run.log")} -- cat`);
    expect(run).toMatchObject({ status: 0, stdout: "hello\n" });
  });

  test("reads standard input and writes standard output as without", () => {
    const run = runShell(`echo hello | $tracediff capture -o ${join(folder, "run.log")} -- tr a-z A-Z`);
    expect(run).toMatchObject({ status: 0, stdout: "HELLO\n" });
  });
});
