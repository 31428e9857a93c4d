import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generatePair } from "../support/generate-pair.ts";
import { testWith } from "../support/test-with.ts";
import { traceOf } from "../support/trace-of.ts";
import { type Ended, runBin, runShell } from "./run-bin.ts";

// Logs are read in chunks of a megabyte into one buffer, by a worker thread from 8 MiB on.
const SIZES = { "in this thread, in several chunks": 20_000, "by a worker": 67_000 };

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-large-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const tracediff = (...args: readonly string[]): Ended => runBin(args, { cwd: folder });
const textOf = (name: string): string => readFileSync(join(folder, name), "utf8");

describe.each(Object.entries(SIZES))("a large log read %s", (_, calls) => {
  beforeAll(() => {
    generatePair(join(folder, "before.log"), join(folder, "after.log"), { calls, edits: { count: 10 } });
  });

  test("has the lines and calls that it has when read in one piece", () => {
    const { status, stdout, stderr } = tracediff("--format", "json", "before.log", "after.log");
    expect(stderr).toBe("");
    const report = JSON.parse(stdout);
    for (const side of ["before", "after"]) {
      const whole = traceOf(textOf(`${side}.log`), `${side}.log`);
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

  testWith("bash")("is the same through a pipe", () => {
    const piped = runShell(`cd ${folder} && $tracediff --quiet <(cat before.log) - < before.log`);
    expect(piped.stderr).toBe("");
    expect(piped.status).toBe(0);
  });

  testWith("bash")("ends quietly where its reader goes away while it waits", () => {
    // Node leaves a pipe that it has written to as one that refuses instead of waiting.
    const run = runShell(`cd ${folder}
      { ${process.execPath} -e 'process.stdout.write("x\\n")'; $tracediff export before.log; echo $? > status; } |
        { sleep 0.4; head -c 10 > /dev/null; }
      cat status`);
    expect(run).toEqual({ status: 0, stdout: "0\n", stderr: "" });
  });

  test("names the line on which the one call differs at its very end", () => {
    const text = textOf("before.log");
    const extra = `[pid 1444170] 16:30:00 pread64(8, ""..., 77, 5) = 77 <0.000050>\n`;
    writeFileSync(join(folder, "longer.log"), text + extra);
    const { stdout } = tracediff("--format", "json", "before.log", "longer.log");
    const { changes } = JSON.parse(stdout);
    const line = text.split("\n").length;
    expect(changes).toHaveLength(1);
    expect(changes[0].after[0]).toMatchObject({ line, size: 77, offset: 5, latency: 50_000 });
  });
});
