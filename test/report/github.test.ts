import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { formatGithub } from "../../src/report/github/github.ts";
import { formatJson } from "../../src/report/json/json.ts";
import { formatText } from "../../src/report/text/text.ts";
import { changeOf, comparisonOf, differingBy, hunkOf, recordOf, reportOf } from "./comparison-fixture.ts";
import { HOSTILE_NAMES, hostileComparison } from "./hostile.ts";
import { REPORTS } from "./reports.ts";

const GOLDEN = resolve(import.meta.dirname, "../golden/report");
const cases = Object.entries(REPORTS);

/**
 * What the runner takes for commands, as actions/runner reads a log (ActionCommand.cs): lines that begin with "::",
 * blanks apart, and "##[" anywhere in other lines.
 */
function commandsIn(log: string): string[] {
  return log.split(/\r\n|\r|\n/).filter((line) => line.trimStart().startsWith("::") || line.includes("##["));
}

describe("the GitHub report", () => {
  test.each(cases)("of %s reads as its golden file", async (name, comparison) => {
    await expect(reportOf(formatGithub, comparison)).toMatchFileSnapshot(`${GOLDEN}/${name}.github.txt`);
  });

  test.each(cases)("of %s is an error exactly where the exit code is not 0", (_, comparison) => {
    const [first = ""] = reportOf(formatGithub, comparison).split("\n");
    expect(first).toMatch(comparison.verdict.exitCode === 0 ? /^::notice / : /^::error /);
  });

  test.each(HOSTILE_NAMES)("is one command a line with the name %j, and none that the name makes", (name) => {
    const lines = reportOf(formatGithub, hostileComparison(name)).trimEnd().split("\n");
    const shape = /^::(error|warning) (file=[^,:]*,line=\d+,)?title=[^,:]*::[^\r\n]*$/;
    expect(lines.filter((line) => !shape.test(line))).toEqual([]);
    expect(lines.join("")).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
  });

  test("points at the line of the log before, which the repository may hold", () => {
    const change = changeOf({ kind: "removed", count: 3, before: [recordOf()] });
    const comparison = differingBy([hunkOf([{ kind: "change", change }])]);
    expect(reportOf(formatGithub, comparison)).toContain(
      "::error file=before.log,line=42,title=removed::pread64 data0.bin at 909312: removed × 3\n",
    );
    const piped = { ...comparison, before: { ...comparison.before, sources: ["-"] } };
    expect(reportOf(formatGithub, piped)).toContain("::error file=after.log,line=45,title=removed::");
  });

  test("has at most ten annotations of a level: GitHub drops others", () => {
    const hunks = Array.from({ length: 50 }, (_, at) =>
      hunkOf([
        { kind: "change", change: changeOf({ kind: "added", after: [recordOf({ file: `f${at}` })] }) },
      ]),
    );
    const text = reportOf(formatGithub, differingBy(hunks));
    expect(text.match(/^::error /gm)).toHaveLength(10);
  });

  test("has no message that a name makes long", () => {
    const text = reportOf(formatGithub, hostileComparison("%".repeat(1_000_000)));
    expect(text.length).toBeLessThan(200_000);
  });
});

describe("in the log of a GitHub job", () => {
  test.each(HOSTILE_NAMES)("the text and JSON reports command nothing with the name %j", (name) => {
    expect(commandsIn(reportOf(formatText, hostileComparison(name)))).toEqual([]);
    expect(commandsIn(reportOf(formatJson, hostileComparison(name)))).toEqual([]);
  });

  test("the check would find a command", () => {
    expect(commandsIn("a\n  ::error::x\n")).toHaveLength(1);
    expect(commandsIn(reportOf(formatGithub, comparisonOf()))).toHaveLength(1);
  });
});
