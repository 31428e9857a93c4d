import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Comparison } from "../../src/result/comparison.ts";
import type { Trace } from "../../src/trace/trace.ts";
import { sampled } from "../support/scaled.ts";
import { compareTraces, traceOf } from "../support/trace-of.ts";
import {
  type Edit,
  type EditedTrace,
  editCall,
  type FoundCall,
  findCalls,
  unmistakable,
} from "./edit-trace.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const EDITS: readonly Edit[] = ["removed", "added", "resized", "shifted", "result"];
const POSITIONS = 6;

const namesIn = (folder: string, pattern: RegExp): string[] =>
  readdirSync(join(ROOT, "traces", folder))
    .filter((name) => pattern.test(name))
    .map((name) => `${folder}/${name}`);

// Bytes beyond ASCII become other characters, the same on both sides.
const readLines = (name: string): string[] =>
  readFileSync(join(ROOT, "traces", name), "latin1")
    .replace(/^\u00ef\u00bb\u00bf/, "")
    .split("\n");

/** A log of nothing but equal calls at the file position has no call that an edit could be told by. */
const hasTellingCall = (name: string): boolean => unmistakable(findCalls(readLines(name))).length > 0;

const shipped = [...namesIn("rocksdb-5431", /\.log$/), ...namesIn("pairs", /\.log$/)].filter(hasTellingCall);
/** Made by hand of lines that are hard to read: nearly each contradicts the one before about what a descriptor is. */
const CONTRADICTORY = "corpus/k13_synthetic_rare_forms.strace";
const recorded = namesIn("corpus", /\.strace(\.\d+)?$/).filter((name) => name !== CONTRADICTORY);

const read = (name: string, lines: readonly string[]): Trace => traceOf(lines.join("\n"), name);

/** What must be told of an edit: that it is the only change, its kind, and its lines on both sides. */
function summaryOf(comparison: Comparison): unknown {
  return {
    exitCode: comparison.verdict.exitCode,
    counts: comparison.changeCounts,
    changes: Array.from(comparison.changes(), ({ kind, count, before, after }) => ({
      kind,
      count,
      before: before.map(({ line }) => line),
      after: after.map(({ line }) => line),
    })),
  };
}

function expected(kind: Edit, { at }: EditedTrace): unknown {
  const lines = (line: number | null): number[] => (line === null ? [] : [line]);
  return {
    exitCode: 1,
    counts: { [kind]: 1 },
    changes: [{ kind, count: 1, before: lines(at.before), after: lines(at.after) }],
  };
}

function expectFound(
  name: string,
  before: Trace,
  lines: readonly string[],
  call: FoundCall,
  edit: Edit,
): void {
  const edited = editCall(lines, call, edit);
  const comparison = compareTraces(before, read(name, edited.lines));
  expect(summaryOf(comparison), `${edit}, line ${call.start + 1}`).toEqual(expected(edit, edited));
}

describe.each(shipped)("in a copy of %s", (name) => {
  const lines = readLines(name);
  const before = read(name, lines);
  const calls = unmistakable(findCalls(lines));
  const positions = fc.sample(fc.nat({ max: calls.length - 1 }), { numRuns: POSITIONS, seed: 5431 });

  test.each(EDITS)("one call %s is the one change found, with its lines", (edit) => {
    for (const position of [0, calls.length - 1, ...sampled(positions)]) {
      const call = calls[position];
      if (call === undefined) throw new Error(`${name} has no call to edit`);
      expectFound(name, before, lines, call, edit);
    }
  });
});

describe("in a copy of any recorded trace", () => {
  const editable = recorded
    .map((name) => ({ name, lines: readLines(name) }))
    .map((entry) => ({ ...entry, calls: unmistakable(findCalls(entry.lines)) }))
    .filter(({ calls }) => calls.length > 0);

  test("there are enough calls to edit", () => {
    expect(editable.length).toBeGreaterThan(100);
  });

  test.each(sampled(editable))(
    "$name: any edit of one call is the one change found",
    ({ name, lines, calls }) => {
      const before = read(name, lines);
      const places = fc.sample(fc.nat({ max: calls.length - 1 }), { numRuns: EDITS.length, seed: 5431 });
      for (const [at, edit] of EDITS.entries()) {
        expectFound(name, before, lines, calls[places[at] ?? 0] as FoundCall, edit); // a place is an index of calls
      }
    },
  );
});

test("the calls to edit are nearly all reads and writes that the traces hold", () => {
  const counts = Object.fromEntries(shipped.map((name) => [name, findCalls(readLines(name)).length]));
  expect(counts["rocksdb-5431/before.log"]).toBe(60);
  // 4 workers, 24 rounds of 2 reads, 3 writes each, and the read at the end of the file.
  expect(counts["pairs/base-1.log"]).toBe(4 * (24 * 2 + 3) + 1);
  // Two to three of 8,000 calls are cut by notices about new threads.
  expect(counts["pairs/preads-1.log"]).toBeGreaterThan(7990);
});
