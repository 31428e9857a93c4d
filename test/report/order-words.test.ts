import { expect, test } from "vitest";
import { formatGithub } from "../../src/report/github/github.ts";
import { formatJunit } from "../../src/report/junit/junit.ts";
import { formatMarkdown } from "../../src/report/markdown/markdown.ts";
import { formatText } from "../../src/report/text/text.ts";
import { compareText } from "../support/trace-of.ts";
import { reportOf } from "./comparison-fixture.ts";

const saysOf = (before: readonly string[], after: readonly string[]): string[] =>
  [formatText, formatMarkdown, formatJunit, formatGithub].map((reporter) =>
    reportOf(reporter, compareText(before, after)).replace(/\s+/g, " "),
  );

const OTHER_THREADS = "issued by other threads";
const OTHER_ORDER = "the same I/O in another order: each file sees the same sequence";

test("calls of the one thread there is are not issued by other threads", () => {
  const says = saysOf(
    ['read(0, "x", 10) = 1', 'read(0, "", 10) = 0', 'write(1, "x", 1) = 1'],
    ['read(0, "x", 10) = 1', 'write(1, "x", 1) = 1', 'read(0, "", 10) = 0'],
  );
  for (const report of says) {
    expect(report).toContain(OTHER_ORDER);
    expect(report).not.toContain(OTHER_THREADS);
  }
});

test("nor are those of several threads of which each does the same to each file", () => {
  const other = '9 pread64(5, "x", 1, 7) = 1';
  const [one, two] = ['8 pread64(3, "x", 1, 0) = 1', '8 pread64(4, "x", 1, 9) = 1'];
  for (const report of saysOf([one, two, other], [two, one, other])) expect(report).toContain(OTHER_ORDER);
});

test("what another thread issues is said to be so", () => {
  const lines = (threads: readonly number[]): string[] =>
    threads.map((thread, at) => `${thread} pread64(3, "x", 1, ${at}) = 1`);
  for (const report of saysOf(lines([7, 8, 7, 8]), lines([7, 8, 8, 8])))
    expect(report).toContain(OTHER_THREADS);
});
