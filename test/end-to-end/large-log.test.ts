import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { traceOf } from "../support/trace-of.ts";
import { type Ended, ROOT, runBin, runShell } from "./run-bin.ts";

// Logs are read in chunks of a megabyte into one buffer, by a worker thread from 8 MiB on.
const SIZES = { "in this thread, in several chunks": 30_000, "by a worker": 80_000 };

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-large-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes before.log and after.log with the benchmarks' generator. */
function generate(...options: readonly string[]): void {
  const script = join(ROOT, "bench/generate.js");
  execFileSync(process.execPath, [script, ...options, "before.log", "after.log"], { cwd: folder });
}

const tracediff = (...args: readonly string[]): Ended => runBin(args, { cwd: folder });

describe.each(Object.entries(SIZES))("a large log read %s", (_, calls) => {
  test("has the lines and calls that it has when read in one piece", () => {
    generate("--calls", String(calls), "--edits", "10");
    const { status, stdout, stderr } = tracediff("--format", "json", "before.log", "after.log");
    expect(stderr).toBe("");
    const report = JSON.parse(stdout);
    for (const side of ["before", "after"]) {
      const whole = traceOf(readFileSync(join(folder, `${side}.log`), "utf8"), `${side}.log`);
      expect(report[side]).toMatchObject({
        lines: whole.lines,
        lineKinds: whole.lineKinds,
        unread: 0,
        inFlight: 0,
        orphans: 0,
      });
    }
    expect(report.changeCounts).toEqual({ resized: 2, shifted: 2, removed: 2, added: 2, result: 2 });
    expect(status).toBe(1);
  });

  test("is the same through a pipe", () => {
    generate("--calls", String(calls));
    const piped = runShell(`cd ${folder} && $tracediff --quiet <(cat before.log) - < after.log`);
    expect(piped.stderr).toBe("");
    expect(piped.status).toBe(0);
  });

  test("names the line on which the one call differs at its very end", () => {
    generate("--calls", String(calls), "--threads", "1");
    const text = readFileSync(join(folder, "before.log"), "utf8");
    const lines = text.trimEnd().split("\n").length;
    const extra = `[pid 1444170] 16:30:00 pread64(8, ""..., 77, 5) = 77 <0.000050>\n`;
    writeFileSync(join(folder, "after.log"), text + extra);
    const { stdout } = tracediff("--format", "json", "before.log", "after.log");
    const { changes } = JSON.parse(stdout);
    expect(changes).toHaveLength(1);
    expect(changes[0].after[0]).toMatchObject({ line: lines + 1, size: 77, offset: 5, latency: 50_000 });
  });
});
