import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AFTER, BEFORE, runMain } from "../cli/memory-io.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-any-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function exitCodeOf(bytes: Uint8Array): Promise<number> {
  const file = join(folder, "any.log");
  writeFileSync(file, bytes);
  const run = await runMain(["--format", "json", BEFORE, file]);
  // Trouble has words, and a verdict has a report.
  expect(run.stdout === "").toBe(run.stderr !== "");
  return run.exitCode;
}

test("arbitrary bytes are trouble, never the same and never a crash", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      expect(await exitCodeOf(bytes)).toBe(2);
    }),
  );
});

test("a trace that was cut anywhere is never called the same", async () => {
  const whole = readFileSync(AFTER);
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 2), async (length) => {
      expect(await exitCodeOf(whole.subarray(0, length))).toBeGreaterThan(0);
    }),
  );
});

test("a trace with foreign bytes anywhere is compared or refused, never a crash", async () => {
  const whole = readFileSync(AFTER);
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length),
      fc.nat(20),
      fc.uint8Array({ maxLength: 20 }),
      async (at, removed, inserted) => {
        const bytes = Buffer.concat([whole.subarray(0, at), inserted, whole.subarray(at + removed)]);
        expect([0, 1, 2]).toContain(await exitCodeOf(bytes));
      },
    ),
  );
});

test("of a trace with foreign bytes anywhere, summary and export agree on what was read", async () => {
  const whole = readFileSync(BEFORE);
  const file = join(folder, "one.log");
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length),
      fc.nat(100),
      fc.uint8Array({ maxLength: 20 }),
      async (at, removed, inserted) => {
        writeFileSync(file, Buffer.concat([whole.subarray(0, at), inserted, whole.subarray(at + removed)]));
        const summary = await runMain(["summary", "--format", "json", file]);
        const exported = await runMain(["export", file]);
        const { calls, lines, lineKinds } = JSON.parse(summary.stdout);
        const counts: Record<string, number> = {};
        for (const line of exported.stdout.trimEnd().split("\n")) {
          const { call } = JSON.parse(line);
          counts[call] = (counts[call] ?? 0) + 1;
        }
        expect(counts).toEqual(calls);
        expect(exported.exitCode).toBe(summary.exitCode);
        const classed = Object.values<number>(lineKinds).reduce((sum, count) => sum + count, 0);
        expect(classed).toBe(lines);
      },
    ),
  );
});
