import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testWith } from "../support/test-with.ts";
import { type Ended, ROOT, runBin } from "./run-bin.ts";

const PAIRS = join(ROOT, "traces/pairs");

type Expectation = {
  readonly before: string;
  readonly after: string;
  /** A kind of change, or "same". */
  readonly kind: string;
  /** Where the changed call starts; null on the side that has none. */
  readonly lines: { readonly before: number | null; readonly after: number | null };
};

/** The table of traces/pairs/README.md, which was made by hand from the recorded program. */
function readExpectations(): Expectation[] {
  const rows = readFileSync(join(PAIRS, "README.md"), "utf8")
    .split("\n")
    .filter((line) => /^\| [a-z0-9-]+\.log /.test(line));
  return rows.map((row) => {
    const [before = "", after = "", kind = "", beforeLine = "", afterLine = ""] = row
      .split("|")
      .slice(1)
      .map((cell) => cell.trim());
    return { before, after, kind, lines: { before: lineNumber(beforeLine), after: lineNumber(afterLine) } };
  });
}

const lineNumber = (cell: string): number | null => (cell === "" ? null : Number(cell));

const tracediff = (...args: readonly string[]): Ended => runBin(args, { cwd: PAIRS });

/** What this test reads of the JSON report. */
type Report = {
  readonly verdict: { readonly pattern: string; readonly holds: Readonly<Record<string, boolean>> };
  readonly changeCounts: Readonly<Record<string, number>>;
  readonly changes: readonly {
    readonly kind: string;
    readonly count: number;
    readonly before: readonly { readonly line: number }[];
    readonly after: readonly { readonly line: number }[];
  }[];
  readonly before: { readonly unread: number; readonly calls: Readonly<Record<string, number>> };
  readonly after: { readonly unread: number };
  readonly matches: number;
};

function compare(before: string, after: string): { status: number | null; report: Report } {
  const { status, stdout, stderr } = tracediff("--format", "json", before, after);
  expect(stderr).toBe("");
  return { status, report: JSON.parse(stdout) };
}

const expectations = readExpectations();

describe("recorded pairs of one program", () => {
  test("the table lists pairs that are the same and one of every kind of change", () => {
    const kinds = new Set(expectations.map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(["same", "added", "resized", "removed", "shifted", "result"]));
  });

  for (const { before, after } of expectations.filter(({ kind }) => kind === "same")) {
    test(`${before} and ${after} are the same pattern`, () => {
      const { status, report } = compare(before, after);
      expect(report.changes).toEqual([]);
      expect(report.verdict.pattern).toBe("same");
      expect(report.verdict.holds).toMatchObject({ thread: true, stream: true, set: true });
      expect(report.before.unread + report.after.unread).toBe(0);
      expect(status).toBe(0);
    });
  }

  for (const { before, after, kind, lines } of expectations.filter((pair) => pair.kind !== "same")) {
    test(`${before} and ${after} differ in one call: ${kind}`, () => {
      const { status, report } = compare(before, after);
      expect(report.changeCounts).toEqual({ [kind]: 1 });
      expect(report.changes).toHaveLength(1);
      const [change] = report.changes;
      expect(change?.kind).toBe(kind);
      expect(change?.before.map(({ line }) => line)).toEqual(lines.before === null ? [] : [lines.before]);
      expect(change?.after.map(({ line }) => line)).toEqual(lines.after === null ? [] : [lines.after]);
      expect(status).toBe(1);
    });
  }

  testWith("diff")(
    "where diff shows thousands of lines between two runs of one program, there is no difference",
    () => {
      const diff = spawnSync("diff", ["preads-1.log", "preads-2.log"], {
        cwd: PAIRS,
        encoding: "latin1",
        maxBuffer: 1 << 28,
      });
      expect(diff.stdout.split("\n").filter((line) => /^[<>]/.test(line)).length).toBeGreaterThan(1000);

      const { report } = compare("preads-1.log", "preads-2.log");
      expect(report.before.calls).toEqual({ pread64: 8000 });
      expect(report.matches).toBe(8000);
      expect(report.changeCounts).toEqual({});
    },
  );

  test("the report of a changed call names it and its lines in both files", () => {
    const { status, stdout } = tracediff("--color=never", "--context=0", "base-1.log", "resized.log");
    expect(stdout).toContain("base-1.log:78 resized.log:80 @@");
    expect(stdout).toContain("resized +4096");
    expect(status).toBe(1);
  });
});

test("a trace compared with itself holds at every level", () => {
  const { status, report } = compare("base-1.log", "base-1.log");
  expect(report.verdict.holds).toEqual({ total: true, thread: true, file: true, stream: true, set: true });
  expect(status).toBe(0);
});
