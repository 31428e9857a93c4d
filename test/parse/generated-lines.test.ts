import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alternatives, generatedLines, generatedLogs } from "../support/generated-lines.ts";
import { scaled } from "../support/scaled.ts";
import { expectAsSpecified, specifyLog } from "../support/specified-log.ts";
import { parseBytes, summaryOf } from "./parse-text.ts";

// Lines made of grammars/strace.peggy: scanner and specification must say the same of them.

const bytesOf = (lines: readonly string[], end = "\n"): Uint8Array =>
  Uint8Array.from(lines.map((line) => line + end).join(""), (character) => character.charCodeAt(0));
const everyNth = (length: number, size: number): number[] =>
  Array.from({ length: Math.floor((length - 1) / size) }, (_, index) => (index + 1) * size);

const chunkSize = fc.oneof(fc.integer({ min: 1, max: 16 }), fc.integer({ min: 1, max: 200 }));

/** Reads the log in one piece, in chunks of that size, and with the line ends of a terminal. */
function expectRead(lines: readonly string[], size: number): void {
  const log = specifyLog(lines);
  const bytes = bytesOf(lines);
  const trace = parseBytes(bytes);
  expectAsSpecified(trace, log);
  const whole = summaryOf(trace);
  expect(summaryOf(parseBytes(bytes, { cuts: everyNth(bytes.length, size) }))).toEqual(whole);
  expect(summaryOf(parseBytes(bytesOf(lines, "\r\n")))).toEqual(whole);
}

describe("a line made of the grammar", () => {
  test("is what the specification says, whatever it was meant to be", () => {
    fc.assert(
      fc.property(generatedLines, chunkSize, ({ text }, size) => expectRead([text], size)),
      { numRuns: scaled(4000) },
    );
  });

  test("is read the same wherever the text is cut", () => {
    fc.assert(
      fc.property(generatedLines, ({ text }) => {
        const bytes = bytesOf([text, "7 close(3) = 0"]);
        const whole = summaryOf(parseBytes(bytes));
        for (let cut = 0; cut <= bytes.length; cut++) {
          expect(summaryOf(parseBytes(bytes, { cuts: [cut] }))).toEqual(whole);
        }
        expect(summaryOf(parseBytes(bytes, { cuts: everyNth(bytes.length, 1) }))).toEqual(whole);
      }),
      { numRuns: scaled(25) },
    );
  });
});

test("lines that follow each other, with calls in two halves, are what the specification says", () => {
  fc.assert(
    fc.property(generatedLogs, chunkSize, (lines, size) => {
      fc.pre(!specifyLog(lines).kinds.includes(null));
      expectRead(lines, size);
    }),
    { numRuns: scaled(200) },
  );
});

test("every alternative of the grammar is in some line that it takes for one of strace's own", () => {
  const used = new Set<string>();
  for (const line of fc.sample(generatedLines, 12000)) {
    const [kind] = specifyLog([line.text]).kinds;
    if (kind !== null) for (const alternative of line.used) used.add(alternative);
  }
  expect(alternatives.filter((alternative) => !used.has(alternative))).toEqual([]);
});
