import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runMain } from "../cli/memory-io.ts";
import { describeWith, testWith } from "../support/test-with.ts";
import { AFTER, BEFORE, BIN, runBin, runShell } from "./run-bin.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-process-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A trace of two threads; other thread ids, times and latencies for every seed. */
function traceOf(calls: number, seed: number, size = 4096): string {
  const lines: string[] = [];
  for (let at = 0; at < calls; at++) {
    const latency = String(((at * 7919 + seed * 104_729) % 900) + 20).padStart(6, "0");
    const request = `"\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0"..., ${size}, ${at * 4096}`;
    lines.push(`[pid ${1000 * seed + (at % 2)}] 15:59:08 pread64(9, ${request}) = ${size} <0.${latency}>`);
  }
  return `${lines.join("\n")}\n`;
}

function write(name: string, text: string | Uint8Array): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

describe("the program as a process", () => {
  test("reports on standard output, is silent on standard error, and exits with the verdict", () => {
    const run = runBin([BEFORE, AFTER]);
    expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: "" });
    expect(run.stdout).toContain("✔ same I/O pattern: 60 of 60 calls match");
  });

  test("finds its own files from any folder", () => {
    expect(runBin(["-q", BEFORE, AFTER], { cwd: "/" })).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test("tells trouble on standard error and exits with 2", () => {
    expect(runBin([BEFORE])).toMatchObject({ status: 2, stdout: "" });
    expect(runBin(["--nope", BEFORE, AFTER])).toMatchObject({ status: 2, stdout: "" });
    expect(runBin(["/no/such/file", AFTER])).toMatchObject({ status: 2, stdout: "" });
  });

  test.each(["/dev/zero", "/dev/urandom"])("gives up %s, which has no end", (device) => {
    for (const argv of [
      [device, AFTER],
      [BEFORE, device],
      ["summary", device],
    ]) {
      expect(runBin(argv)).toEqual({
        status: 2,
        stdout: "",
        stderr: `tracediff: no strace calls found in the first 8 MiB of ${device}, a binary file\nhint: record one with strace -f -T -tt -y -o FILE COMMAND\n`,
      });
    }
  });

  test("logs through pino on standard error when asked to", () => {
    const run = runBin(["-q", "--log-level", "info", BEFORE, AFTER]);
    const messages = run.stderr
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).msg);
    expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 0, stdout: "" });
    expect(messages).toEqual(["read", "read", "compared"]);
  });

  test("exits with 2 and keeps the stack when it is at fault itself", () => {
    const sabotage =
      'import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";' +
      'fs.openSync = () => { throw new TypeError("sabotage"); }; syncBuiltinESMExports();';
    const run = runBin([BEFORE, AFTER], {
      node: ["--import", `data:text/javascript,${encodeURIComponent(sabotage)}`],
    });
    expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 2, stdout: "" });
    expect(run.stderr).toMatch(/^tracediff: internal error.*\nTypeError: sabotage\n {4}at /);
  });
});

describeWith("bash")("in a shell", () => {
  testWith("gzip")("pipes and process substitutions are read like files", () => {
    expect(runShell('cat "$after" | $tracediff -q "$before" -')).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
    expect(runShell('$tracediff -q <(cat "$before") <(gzip -c "$after")')).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
    expect(runShell('$tracediff -q /dev/stdin "$after" < "$before"')).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
  });

  test("two traces that one program writes in turn are read side by side", () => {
    const twoWriters = '$tracediff -q <(cat "$before" | tee >(cat > /dev/null)) <(sleep 0.2; cat "$after")';
    expect(runShell(twoWriters)).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test("a Node without WebAssembly reads the same", () => {
    const log = write("long.log", traceOf(3000, 1));
    const argv = ["summary", "--format", "json", log];
    expect(runBin(argv, { node: ["--no-expose-wasm"] })).toEqual(runBin(argv));
  });

  test("a reader that stops early ends the report quietly, with the exit code of the verdict", () => {
    const before = write("many-before.log", traceOf(3000, 1));
    const after = write("many-after.log", traceOf(3000, 2, 512));
    const run = runShell(`$tracediff --format json ${before} ${after} | head -1; echo "\${PIPESTATUS[0]}"`);
    expect(run).toEqual({ status: 0, stdout: "{\n1\n", stderr: "" });
  });

  // A pipe that refuses instead of waiting, as a terminal shared with another program can be.
  const slowReader = `
import fcntl, os, subprocess, sys, time
r, w = os.pipe()
fcntl.fcntl(w, fcntl.F_SETFL, fcntl.fcntl(w, fcntl.F_GETFL) | os.O_NONBLOCK)
run = subprocess.Popen(sys.argv[1:], stdout=w)
os.close(w)
time.sleep(0.3)
while True:
    piece = os.read(r, 16384)
    if not piece: break
    sys.stdout.buffer.write(piece)
sys.exit(run.wait())`;

  testWith("python3")("a pipe that refuses is waited for", () => {
    const before = write("refused-before.log", traceOf(3000, 1));
    const after = write("refused-after.log", traceOf(3000, 2, 512));
    const argv = ["--format", "json", before, after];
    const run = spawnSync("python3", ["-c", slowReader, process.execPath, BIN, ...argv], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 1, stderr: "" });
    expect(run.stdout).toBe(runBin(argv).stdout);
  });

  test("a full disk is trouble", () => {
    const run = runShell('$tracediff "$before" "$after" > /dev/full');
    expect(run.status).toBe(2);
    expect(run.stderr).toBe(
      "tracediff: cannot write standard output: ENOSPC: no space left on device, write\n",
    );
  });

  test("a closed standard output is trouble for whoever writes there, and for nobody else", () => {
    for (const command of [
      '"$before" "$after"',
      'summary "$before"',
      'export "$before"',
      'snapshot "$before"',
      "--help",
      "--version",
    ]) {
      expect(runShell(`"$program" ${command} >&-`)).toEqual({
        status: 2,
        stdout: "",
        stderr:
          "tracediff: standard output is closed: there is nowhere to write\nhint: >FILE keeps the output, >/dev/null discards it\n",
      });
    }
    for (const command of [
      '-q "$before" "$after" >&-',
      '"$before" "$after" >/dev/null',
      '"$before" "$after" 1<>/dev/null',
    ]) {
      expect(runShell(`"$program" ${command}`)).toEqual({ status: 0, stdout: "", stderr: "" });
    }
  });

  test("other closed streams do not change the verdict", () => {
    expect(runShell('$tracediff -q "$before" "$after" <&- 2>&-')).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
  });

  test("closed standard input reads as an empty trace", () => {
    const run = runShell('$tracediff "$before" - <&-');
    expect(run.status).toBe(2);
    expect(run.stderr).toMatch(/^tracediff: - is empty\n/);
  });
});

describe("large traces", () => {
  // 75,000 lines of 136 bytes: above the size from which each side is read in a thread of its own.
  const calls = 75_000;

  test("give the same report as they do when read in one thread", async () => {
    const before = write("large-before.log", traceOf(calls, 1));
    const after = write("large-after.log", traceOf(calls, 2));
    const run = runBin(["--format", "json", before, after]);
    expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(run.stdout).before.lines).toBe(calls);
    expect(run.stdout).toBe((await runMain(["--format", "json", before, after])).stdout);
  });

  test("may be sets of files, one a thread", () => {
    for (const tid of [1, 2]) {
      write(`set-before.${tid}`, traceOf(calls / 2, tid).replaceAll(/^\[pid \d+\] /gm, ""));
      write(`set-after.${tid + 5}`, traceOf(calls / 2, tid + 5).replaceAll(/^\[pid \d+\] /gm, ""));
    }
    const run = runBin(["--format", "json", join(folder, "set-before"), join(folder, "set-after")]);
    expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: "" });
    const { before, matches } = JSON.parse(run.stdout);
    expect({ threads: before.threads, lines: before.lines, matches }).toEqual({
      threads: 2,
      lines: calls,
      matches: calls,
    });
  });

  test("that are no traces are refused as small ones are", () => {
    const noise = write("noise.bin", Buffer.alloc(9 * 1024 * 1024, "no trace\n"));
    const run = runBin([noise, AFTER]);
    expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 2, stdout: "" });
    expect(run.stderr).toMatch(/^tracediff: no strace calls found in .*\nhint: /);
  });
});
