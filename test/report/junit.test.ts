import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { formatJunit } from "../../src/report/junit/junit.ts";
import { testWith } from "../support/test-with.ts";
import {
  changeOf,
  comparisonOf,
  DIFFERENT,
  differingBy,
  hunkOf,
  recordOf,
  reportOf,
  SAME,
} from "./comparison-fixture.ts";
import { HOSTILE_NAMES, hostileComparison } from "./hostile.ts";
import { REPORTS } from "./reports.ts";

const GOLDEN = resolve(import.meta.dirname, "../golden/report");
const SCHEMA = resolve(import.meta.dirname, "junit.xsd");
const cases = Object.entries(REPORTS);

/** What xmllint has against a document; "" where it is valid. */
function complaints(xml: string): string {
  const run = spawnSync("xmllint", ["--noout", "--nonet", "--schema", SCHEMA, "-"], {
    input: xml,
    encoding: "utf8",
  });
  return run.status === 0 ? "" : `${run.error ?? ""}${run.stderr}`;
}

/** The outcome of every test case, by name. */
function outcomes(xml: string): Record<string, string> {
  const found = Array.from(
    xml.matchAll(/<testcase classname="tracediff" name="([^"]*)"(?:\/>|>\s*<(\w+))/g),
    ([, name = "", outcome = "passed"]) => [name, outcome],
  );
  return Object.fromEntries(found);
}

describe("the JUnit report", () => {
  test.each(cases)("of %s reads as its golden file", async (name, comparison) => {
    await expect(reportOf(formatJunit, comparison)).toMatchFileSnapshot(`${GOLDEN}/${name}.xml`);
  });

  testWith("xmllint").each(cases)("of %s is valid", (_, comparison) => {
    expect(complaints(reportOf(formatJunit, comparison))).toBe("");
  });

  testWith("xmllint")(
    "is refused by the schema when a count is missing, so that the schema says something",
    () => {
      const xml = reportOf(formatJunit, comparisonOf());
      expect(complaints(xml.replace(' skipped="1"', ' skipt="1"'))).toContain("skipt");
      expect(complaints(xml.replace("</testsuite>", ""))).not.toBe("");
    },
  );

  testWith("xmllint")("is valid whatever the trace holds", () => {
    for (const name of HOSTILE_NAMES) {
      for (const demanded of ["thread", "file"] as const) {
        const comparison = hostileComparison(name);
        const xml = reportOf(formatJunit, { ...comparison, verdict: { ...comparison.verdict, demanded } });
        expect(complaints(xml), JSON.stringify(name)).toBe("");
      }
    }
  });

  testWith("xmllint")("is valid and small with a name of a megabyte", () => {
    const xml = reportOf(formatJunit, hostileComparison("]]>".repeat(400_000)));
    expect(complaints(xml)).toBe("");
    expect(xml.length).toBeLessThan(100_000);
  });

  test.each(cases)(
    "of %s fails a case exactly where the exit code is 1 or 3, and has errors where it is 2",
    (_, comparison) => {
      const found = Object.values(outcomes(reportOf(formatJunit, comparison)));
      expect(found.includes("failure")).toBe([1, 3].includes(comparison.verdict.exitCode));
      expect(found.includes("error")).toBe(comparison.verdict.exitCode === 2);
    },
  );

  test("fails the threads that differ, and names them by number, since ids change from run to run", () => {
    const change = changeOf({ kind: "removed", before: [recordOf()] });
    const xml = reportOf(formatJunit, differingBy([hunkOf([{ kind: "change", change }])]));
    expect(outcomes(xml)).toEqual({
      "I/O pattern in order per thread": "failure",
      "thread 1": "failure",
      "thread 2": "passed",
      latency: "skipped",
    });
    expect(xml).toContain("43 of 44 calls match (thread 7287 → 7412)");
    expect(xml).toContain("pread64 data0.bin: removed (before line 42, after line 45)");
  });

  test("has a case for each file where the order per file is demanded", () => {
    const change = changeOf({ kind: "removed", before: [recordOf()] });
    const comparison = differingBy([hunkOf([{ kind: "change", change }])], {
      verdict: { ...DIFFERENT, demanded: "file" },
      files: [
        { before: "data0.bin", after: "data0.bin", by: "path", calls: { before: 60, after: 59 } },
        { before: 9, after: 11, by: "descriptor", calls: { before: 60, after: 60 } },
      ],
    });
    expect(outcomes(reportOf(formatJunit, comparison))).toEqual({
      "I/O pattern in order per file": "failure",
      "file data0.bin": "failure",
      "file fd 9": "passed",
      latency: "skipped",
    });
  });

  test("fails the latency case where latency rose beyond a limit, not where it drifted without one", () => {
    const reasons = [{ kind: "drift-beyond", limit: "10%", groups: 1 }] as const;
    const beyond = comparisonOf({ verdict: { ...SAME, timing: "drifted", exitCode: 3, reasons } });
    expect(outcomes(reportOf(formatJunit, beyond))).toMatchObject({
      latency: "failure",
      "thread 1": "passed",
    });
    for (const timing of ["drifted", "steady"] as const) {
      const within = comparisonOf({ verdict: { ...SAME, timing } });
      expect(outcomes(reportOf(formatJunit, within))).toMatchObject({ latency: "passed" });
    }
  });
});
