import { describe, expect, test } from "vitest";
import { LINE_KINDS } from "../../src/trace/line-kind.ts";
import type { Trace } from "../../src/trace/trace.ts";
import { type Counts, EXCEPTIONS, forms, known, readCorpus, sum, truths } from "../support/truth.ts";
import { parseText, type ReadRecord, recordsOf } from "./parse-text.ts";

/** Files of which the truth gives no counts of other lines: it was counted without them. */
const WITHOUT_LINES = new Set(["k12_blank_lines_trailing_space.strace"]);

function countRecords(trace: Trace, holds: (record: ReadRecord) => boolean): Counts {
  const counts: Record<string, number> = {};
  for (const record of recordsOf(trace)) {
    // io_submit makes a record for every request; the first has the result
    const isFurther = record.call === "io_submit" && record.result === undefined;
    if (!isFurther && holds(record)) counts[record.call] = (counts[record.call] ?? 0) + 1;
  }
  return counts;
}

describe("a recorded trace gives the counts of its ground truth", () => {
  for (const [name, truth] of Object.entries(truths)) {
    test(name, () => {
      const trace = readCorpus(name);
      const more = EXCEPTIONS[name]?.more ?? {};
      const all = countRecords(trace, () => true);
      expect(sum(all, trace.otherCalls, trace.restarts)).toEqual(sum(truth.calls, more));

      // an attempt that will be restarted counts as failed and as without result there
      const failed = countRecords(trace, (record) => record.error !== undefined);
      const restarts = known(sum(trace.restarts));
      expect(sum(failed, restarts)).toEqual(known(sum(truth.failed ?? {})));
      const unknown = countRecords(trace, (record) => record.result === undefined);
      expect(sum(unknown, restarts)).toEqual(known(sum(truth.no_result ?? {})));

      if (truth.lines === null || WITHOUT_LINES.has(name)) return;
      expect(trace.lines).toBe(truth.lines);
      expect(trace.lineKinds.signal).toBe(truth.signal ?? 0);
      expect(trace.problemCounts.malformed).toBe(0);
    });
  }

  test("every line of every file is in exactly one class", () => {
    for (const name of Object.keys(truths)) {
      const { lines, lineKinds } = readCorpus(name);
      expect(LINE_KINDS.reduce((total, kind) => total + lineKinds[kind], 0)).toBe(lines);
    }
  });
});

describe("a form from a public report is read as stated", () => {
  for (const form of forms) {
    test(form.name, () => {
      const trace = parseText(form.text);
      expect(sum(countRecords(trace, () => true))).toEqual(sum(form.calls));
      const read = recordsOf(trace).map((record): Record<string, unknown> => {
        const { call, fd = null, offset = null, size = null, result = null, error = null } = record;
        const plain = (value: number | bigint | null): unknown =>
          typeof value === "bigint" ? `${value}` : value;
        return { call, fd, offset: plain(offset), size: plain(size), result: plain(result), error };
      });
      for (const record of form.records) expect(read).toContainEqual(record);
    });
  }
});
