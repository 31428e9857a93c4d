import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Comparison } from "../../src/compare/comparison.ts";
import { compareTraces, traceOf } from "../support/trace-of.ts";

// The benchmarks are only worth their bars when the traces they run on are what they are said to be.

const ROOT = resolve(import.meta.dirname, "../..");
const CALLS = 4000;
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-bench-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the generator's command line. */
function generate(name: string, ...options: readonly string[]): { before: string; after: string } {
  const paths = [join(folder, `${name}-before.log`), join(folder, `${name}-after.log`)];
  const script = join(ROOT, "bench/generate.js");
  const run = spawnSync(process.execPath, [script, "--calls", String(CALLS), ...options, ...paths], {
    encoding: "utf8",
  });
  expect(run.stderr).toBe("");
  const [before = "", after = ""] = paths;
  return { before: readFileSync(before, "utf8"), after: readFileSync(after, "utf8") };
}

function compareTexts(before: string, after: string): Comparison {
  return compareTraces(traceOf(before), traceOf(after));
}

describe("generated pairs", () => {
  test("the same arguments give the same bytes", () => {
    const first = generate("first", "--edits", "5");
    const second = generate("second", "--edits", "5");
    expect(second.before === first.before).toBe(true);
    expect(second.after === first.after).toBe(true);
  });

  test("without edits the pattern is the same, whether threads interleave alike or not", () => {
    const alike = generate("alike");
    const unlike = generate("unlike", "--other-schedule");
    expect(compareTexts(alike.before, alike.after).verdict.holds.total).toBe(true);
    expect(compareTexts(unlike.before, unlike.after).verdict.holds).toMatchObject({
      total: false,
      thread: true,
    });
  });

  test("every edit is one change of its kind", () => {
    const { before, after } = generate("edits", "--edits", "20");
    const { changeCounts, verdict } = compareTexts(before, after);
    expect(changeCounts).toEqual({ resized: 4, shifted: 4, removed: 4, added: 4, result: 4 });
    expect(verdict.exitCode).toBe(1);
  });

  test("a share of all calls differs when all shall, and none match", () => {
    const { before, after } = generate("share", "--share", "1");
    expect(compareTexts(before, after).matches).toBeLessThan(CALLS / 2);
  });

  test("a line has about 125 bytes and a few in a hundred calls are cut in two", () => {
    const { before } = generate("lines");
    const { lines, lineKinds } = traceOf(before);
    expect(before.length / lines).toBeGreaterThan(115);
    expect(before.length / lines).toBeLessThan(135);
    expect(lineKinds.half / 2 / CALLS).toBeGreaterThan(0.02);
    expect(lineKinds.half / 2 / CALLS).toBeLessThan(0.05);
  });
});

/** Unknown values apart: a form says no less than another. */
function sum(column: Float64Array | Int32Array): number {
  return Array.from<number>(column).reduce(
    (total, value) => (Number.isFinite(value) ? total + value : total),
    0,
  );
}

const FORMS = [
  "tid first",
  "microseconds",
  "epoch",
  "no time",
  "no latency",
  "nanoseconds",
  "relative",
  "epoch and relative",
  "number and pointer",
  "comm",
  "paths",
  "argument names",
  "hexadecimal",
  "CR LF",
  "all cut",
  "all cut 4.x",
  "all cut 6.16",
  "colour",
];

describe("forms of a generated trace", () => {
  test.each(FORMS)("%s says the same as the reference form", (form) => {
    const reference = traceOf(generate("reference").before);
    const { before, after } = generate("form", "--form", form);
    const other = traceOf(before);
    expect(other.lineKinds.unread).toBe(0);
    expect(other.table.length).toBe(CALLS);
    for (const column of ["offset", "size", "result", "fd"] as const) {
      expect(sum(other.table[column].subarray(0, CALLS))).toBe(
        sum(reference.table[column].subarray(0, CALLS)),
      );
    }
    expect(compareTexts(before, after).verdict.holds.thread).toBe(true);
  });

  test("the list above is complete", () => {
    const run = spawnSync(process.execPath, [
      "--input-type=module",
      "-e",
      `import { FORMS } from ${JSON.stringify(join(ROOT, "bench/forms.js"))}; console.log(JSON.stringify(Object.keys(FORMS)))`,
    ]);
    expect(JSON.parse(run.stdout.toString())).toEqual(["reference", ...FORMS]);
  });
});
