import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatJson } from "../../src/report/json/json.ts";
import { CHANGE_KINDS, IGNORABLE, ORDERS } from "../../src/result/comparison.ts";
import { PERCENTILES } from "../../src/stats/summary.ts";
import { LINE_KINDS } from "../../src/trace/line-kind.ts";
import {
  changeOf,
  comparisonOf,
  differingBy,
  hunkOf,
  PLAIN,
  recordOf,
  reportOf,
} from "./comparison-fixture.ts";
import { REPORTS } from "./reports.ts";

const schema = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../schema/comparison-1.json"), "utf8"),
);
const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema);

function problemsOf(value: unknown): unknown {
  validate(value);
  return validate.errors ?? [];
}

describe("the JSON report", () => {
  test.each(Object.entries(REPORTS))("of %s keeps the schema", (_, comparison) => {
    expect(problemsOf(JSON.parse(reportOf(formatJson, comparison)))).toEqual([]);
  });

  test.each(Object.entries(REPORTS))("of %s is the comparison without its hunks", (_, comparison) => {
    const { hunks: _hunks, ...printed } = comparison;
    expect(JSON.parse(reportOf(formatJson, comparison))).toEqual({
      ...printed,
      // Histograms are drawn when they are asked for, and only on a terminal.
      latency: JSON.parse(JSON.stringify(printed.latency)),
      coverage: printed.coverage(),
      changes: [...printed.changes()],
    });
  });

  test("is written in pieces, so that a million changes never make one string", () => {
    const change = changeOf({ kind: "added", after: [recordOf()] });
    const pieces = formatJson(comparisonOf({ changes: () => Array(1000).fill(change) }), PLAIN);
    const longest = Math.max(...Array.from(pieces, (piece) => piece.length));
    expect(longest).toBeLessThan(1000);
  });

  test("is written in pieces also inside a change that is a whole thread", () => {
    const after = Array.from({ length: 5000 }, (_, at) => recordOf({ line: at + 1 }));
    const change = changeOf({ kind: "added", wholeThread: true, after });
    const comparison = comparisonOf({ changes: () => [change] });
    const pieces = [...formatJson(comparison, PLAIN)];
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(1000);
    expect(JSON.parse(pieces.join("")).changes[0].after).toEqual(after);
  });

  test("asks for changes only while it is written", () => {
    let asked = 0;
    const changes = function* changes(): Iterable<ReturnType<typeof changeOf>> {
      asked++;
      yield changeOf({ kind: "added" });
    };
    const pieces = formatJson(comparisonOf({ changes }), PLAIN)[Symbol.iterator]();
    pieces.next();
    expect(asked).toBe(0);
  });

  test("holds no character that drives a terminal, and still the same text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (file) => {
        const change = changeOf({ kind: "added", after: [recordOf({ file })] });
        const text = reportOf(formatJson, differingBy([hunkOf([{ kind: "change", change }])]));
        expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
        expect(JSON.parse(text).changes[0].after[0].file).toBe(file);
      }),
    );
  });
});

describe("the schema", () => {
  const { $defs } = schema;

  test.each([
    ["order", $defs.order.enum, ORDERS],
    ["verdict.holds", $defs.verdict.properties.holds.required, ORDERS],
    ["changeKind", $defs.changeKind.enum, CHANGE_KINDS],
    ["ignore", $defs.options.properties.ignore.items.enum, IGNORABLE],
    ["lineKinds", $defs.lineKinds.required, LINE_KINDS],
  ])("names the same values for %s as the code", (_, written, known) => {
    expect(written).toEqual(known);
  });

  test("has a place for every percentile, by name", () => {
    expect($defs.latencySummary.properties.percentiles.required).toEqual(Object.keys(PERCENTILES));
  });

  test("refuses members that it does not name, at every depth", () => {
    const report = JSON.parse(reportOf(formatJson, comparisonOf()));
    expect(problemsOf({ ...report, surprise: 1 })).not.toEqual([]);
    expect(problemsOf({ ...report, before: { ...report.before, surprise: 1 } })).not.toEqual([]);
    expect(problemsOf({ ...report, threads: [{ ...report.threads[0], surprise: 1 }] })).not.toEqual([]);
  });

  test("refuses a report in which something is missing", () => {
    const report = JSON.parse(reportOf(formatJson, comparisonOf()));
    for (const name of Object.keys(report)) {
      const { [name]: _missing, ...rest } = report;
      expect(problemsOf(rest)).not.toEqual([]);
    }
  });
});
