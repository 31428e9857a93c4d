import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Overview } from "../../src/compare/overview.ts";
import { UNKNOWN } from "../../src/trace/table.ts";
import { grammar } from "../support/trace-of.ts";
import { type Counts, EXCEPTIONS, forms, known, readCorpus, sum, truths } from "../support/truth.ts";
import { AFTER, BEFORE, chunksOf, ROOT, type Run, runMain } from "./memory-io.ts";

let folder = "";
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const summary = (...argv: string[]): Promise<Run> => runMain(["summary", ...argv]);
const summaryJson = async (...argv: string[]): Promise<Overview> =>
  JSON.parse((await summary("--format", "json", ...argv)).stdout);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-summary-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** One call that asks for several transfers is several records; the first has the result. */
function furtherRequests(name: string): Counts {
  const { table } = readCorpus(name);
  const submit = grammar.byName.get("io_submit");
  const further = table.call.filter((call, row) => call === submit && table.result[row] === UNKNOWN);
  return { io_submit: -further.length };
}

const total = (counts: Counts): number => Object.values(counts).reduce((all, count) => all + count, 0);
const withoutZeros = (counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));

describe("the summary of a recorded trace agrees with its ground truth", () => {
  /** The files of strace -c hold a table and no call. */
  const readable = Object.entries(truths).filter(
    ([name, { refused }]) => refused !== true && !["b40_c.strace", "b41_c_w_U.strace"].includes(name),
  );
  /** Lines that other text cuts in two count as halves too; these files have them although only strace wrote. */
  const cut = new Set(["c21_v48_y.strace", "e62_status_unfinished_unknown_call.strace"]);

  test.each(readable)("%s", async (name, truth) => {
    const told = await summaryJson(resolve(ROOT, "traces/corpus", name));
    const { restarts } = readCorpus(name);
    const completed = sum(told.calls, told.otherCallNames, restarts, furtherRequests(name));
    expect(withoutZeros(completed)).toEqual(sum(truth.calls, EXCEPTIONS[name]?.more ?? {}));
    expect(total(told.otherCallNames)).toBe(told.otherCalls);
    // An attempt that will be restarted counts as failed and as without result there.
    expect(sum(told.failed, known(sum(restarts)))).toEqual(known(sum(truth.failed ?? {})));
    expect(sum(told.noResult, known(sum(restarts)))).toEqual(known(sum(truth.no_result ?? {})));
    expect(total(told.lineKinds)).toBe(told.lines);
    if (truth.source !== "clean" || cut.has(name)) return;
    const alone =
      told.inFlight + told.orphans + told.problems.filter(({ kind }) => kind === "truncated").length;
    // Where execve was paired across threads its halves are not alone.
    const { execve = 0 } = EXCEPTIONS[name]?.more ?? {};
    expect(told.lineKinds.half).toBe(2 * ((truth.paired ?? 0) + execve) + alone);
  });

  test.each(Object.keys(truths).filter((name) => !readable.some(([other]) => other === name)))(
    "%s: nothing can be read, which is trouble",
    async (name) => {
      const run = await summary(resolve(ROOT, "traces/corpus", name));
      expect({ exitCode: run.exitCode, stdout: run.stdout }).toEqual({ exitCode: 2, stdout: "" });
      expect(run.stderr).toMatch(/^tracediff: .+\nhint: .+\n$/);
    },
  );
});

describe("the summary of a form from a public report exits as stated", () => {
  test.each(forms.map((form) => [form.name, form] as const))("%s", async (name, { text, exit }) => {
    const run = await summary(write(`${name}.log`, text));
    expect(run.exitCode).toBe(exit);
  });
});

describe("a summary", () => {
  test("is a report on standard output and nothing else", async () => {
    const run = await summary(BEFORE);
    expect({ exitCode: run.exitCode, stderr: run.stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(run.stdout).toContain("✔ read 60 I/O calls");
  });

  test("reads standard input", async () => {
    const run = await runMain(["summary", "-"], { stdin: () => chunksOf("close(3) = 0\n") });
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toContain("✔ read 1 I/O call\n");
  });

  test("goes into a file beside standard output, and never over the trace", async () => {
    const json = join(folder, "summary.json");
    expect((await summary("--quiet", "--format", `json=${json}`, BEFORE)).stdout).toBe("");
    const copy = write("precious.log", "close(3) = 0\n");
    const run = await summary("--format", `json=${copy}`, copy);
    expect(run.stderr).toBe(
      `tracediff: the report would overwrite the trace ${copy}\nhint: give the report another name\n`,
    );
  });

  test("of a trace with unread lines lists them, and is trouble unless they are few enough", async () => {
    const text = `${"close(3) = 0\n".repeat(99)}pread64(9, "", x53, 11177) = 53\n`;
    const damaged = write("damaged.log", text);
    const strict = await summary(damaged);
    expect(strict.exitCode).toBe(2);
    expect(strict.stdout).toContain(
      "? 1 of 100 call-like lines could not be read (--max-unread 1% accepts it)",
    );
    expect(strict.stdout).toContain("line 100: expected ");
    expect((await summary("--max-unread", "1%", damaged)).exitCode).toBe(0);
  });

  test("of a trace without calls is trouble and says what it has", async () => {
    const run = await summary(write("no-calls.log", "+++ exited with 0 +++\n"));
    expect(run.exitCode).toBe(2);
    expect(run.stdout).toContain("? no call was read");
    expect(run.stdout).toContain("exit 1");
  });

  test("of calls that are not there says that others were hidden", async () => {
    const run = await summary("--calls", "fsync", BEFORE);
    expect(run.exitCode).toBe(2);
    expect(run.stdout).toContain("? nothing left: --calls hides all 60 calls");
  });

  test("of two traces is refused with the way to name a set of files", async () => {
    expect((await summary(BEFORE, AFTER)).stderr).toBe(
      "tracediff: summary takes one trace, not 2\n" +
        "hint: give the files of an strace -ff set as a quoted pattern, or as the prefix of their names\n",
    );
    expect((await summary()).stderr).toBe(
      "tracediff: summary needs a trace\n" +
        "hint: usage: tracediff summary [options] <trace>; tracediff summary --help says more\n",
    );
  });

  test("takes no options of a comparison", async () => {
    const run = await summary("--order", "file", BEFORE);
    expect(run.stderr).toBe(
      "tracediff: summary takes no --order\nhint: tracediff summary --help lists the options\n",
    );
  });
});
