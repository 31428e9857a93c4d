import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Comparison } from "../../src/result/comparison.ts";
import type { Trace } from "../../src/trace/trace.ts";
import { generatePair, type PairOptions } from "../support/generate-pair.ts";
import { compareTraces, traceOf } from "../support/trace-of.ts";

// The benchmarks are only worth their bars when the traces they run on are what they are said to be.

const ROOT = resolve(import.meta.dirname, "../..");
const CALLS = 4000;
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-bench-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function generate(options: Omit<PairOptions, "calls"> = {}): { before: string; after: string } {
  const [before, after] = [join(folder, "before.log"), join(folder, "after.log")];
  generatePair(before, after, { ...options, calls: CALLS });
  return { before: readFileSync(before, "utf8"), after: readFileSync(after, "utf8") };
}

function compareTexts(before: string, after: string): Comparison {
  return compareTraces(traceOf(before), traceOf(after));
}

describe("generated pairs", () => {
  test("the same arguments give the same bytes", () => {
    const first = generate({ edits: { count: 5 } });
    const second = generate({ edits: { count: 5 } });
    expect(second.before === first.before).toBe(true);
    expect(second.after === first.after).toBe(true);
  });

  test("without edits the pattern is the same, whether threads interleave alike or not", () => {
    const alike = generate();
    const unlike = generate({ otherSchedule: true });
    expect(compareTexts(alike.before, alike.after).verdict.holds.total).toBe(true);
    expect(compareTexts(unlike.before, unlike.after).verdict.holds).toMatchObject({
      total: false,
      thread: true,
    });
  });

  test("every edit is one change of its kind", () => {
    const { before, after } = generate({ edits: { count: 20 } });
    const { changeCounts, verdict } = compareTexts(before, after);
    expect(changeCounts).toEqual({ resized: 4, shifted: 4, removed: 4, added: 4, result: 4 });
    expect(verdict.exitCode).toBe(1);
  });

  test("a share of the calls is without match", () => {
    const matchesAt = (share: number): number => {
      const { before, after } = generate({ edits: { share } });
      return compareTexts(before, after).matches;
    };
    expect(matchesAt(1)).toBe(0);
    expect(matchesAt(0.1) / CALLS).toBeCloseTo(0.9, 1);
  });

  test("a line has about 125 bytes and a few in a hundred calls are cut in two", () => {
    const { before } = generate();
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
  let reference: Trace;
  beforeAll(() => {
    reference = traceOf(generate().before);
  });

  test.each(FORMS)("%s says the same as the reference form", (form) => {
    const { before, after } = generate({ form });
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

  test("the list above is complete", async () => {
    const { FORMS: forms } = await import(pathToFileURL(join(ROOT, "bench/forms.js")).href);
    expect(Object.keys(forms)).toEqual(["reference", ...FORMS]);
  });

  test("the command line of the generator writes the same as the function", () => {
    const paths = [join(folder, "cli-before.log"), join(folder, "cli-after.log")];
    const options = ["--calls", String(CALLS), "--form", "paths", "--edits", "3"];
    execFileSync(process.execPath, [join(ROOT, "bench/generate.js"), ...options, ...paths]);
    const { before, after } = generate({ form: "paths", edits: { count: 3 } });
    expect(paths.map((path) => readFileSync(path, "utf8") === before)).toEqual([true, false]);
    expect(paths.map((path) => readFileSync(path, "utf8") === after)).toEqual([false, true]);
  });
});
