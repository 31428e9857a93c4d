import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numberCases, roundedNumbers, runCase } from "../support/number-cases.ts";
import { scaled } from "../support/scaled.ts";
import { grammar } from "../support/trace-of.ts";

const DISPLAY = { width: 80, color: false, unicode: true };

const schemaOf = (name: string) => {
  const path = new URL(`../../schema/${name}-1.json`, import.meta.url);
  const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(
    JSON.parse(readFileSync(path, "utf8")),
  );
  return (value: unknown): unknown => {
    validate(value);
    return validate.errors ?? [];
  };
};

describe("numbers of any size in any place of a log", () => {
  const problems = {
    comparison: schemaOf("comparison"),
    summary: schemaOf("summary"),
    record: schemaOf("record"),
  };

  test("are compared, summed up, exported and kept in snapshots, and JSON has them unrounded", () => {
    fc.assert(
      fc.property(numberCases, (logs) => {
        const { comparison, summary, records } = runCase(logs, grammar, DISPLAY);
        for (const [kind, text] of [
          ["comparison", comparison],
          ["summary", summary],
        ] as const) {
          const value: unknown = JSON.parse(text);
          expect(problems[kind](value)).toEqual([]);
          expect(roundedNumbers(value)).toEqual([]);
        }
        for (const record of records.filter((text) => text !== "")) {
          const value: unknown = JSON.parse(record);
          expect(problems.record(value)).toEqual([]);
          expect(roundedNumbers(value)).toEqual([]);
        }
      }),
      { numRuns: scaled(2000) },
    );
  }, 240_000);
});
