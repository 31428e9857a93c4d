import { describe, expect, test } from "vitest";
import { UserError } from "../../src/input/user-error.ts";
import { driftLimit } from "../../src/library/drift-limit.ts";
import { STATISTICS } from "../../src/result/timing.ts";

test.each([
  ["10%", { statistic: "p50", kind: "relative", share: 0.1 }],
  ["2.5%@mean", { statistic: "mean", kind: "relative", share: 0.025 }],
  ["0%", { statistic: "p50", kind: "relative", share: 0 }],
  ["250%@p99.9", { statistic: "p99.9", kind: "relative", share: 2.5 }],
  ["200us@total", { statistic: "total", kind: "absolute", nanoseconds: 200_000 }],
  ["200µs", { statistic: "p50", kind: "absolute", nanoseconds: 200_000 }],
  ["15ns@p50", { statistic: "p50", kind: "absolute", nanoseconds: 15 }],
  ["1.5ms", { statistic: "p50", kind: "absolute", nanoseconds: 1_500_000 }],
  ["2s@total", { statistic: "total", kind: "absolute", nanoseconds: 2e9 }],
])("%s is a limit", (text, limit) => {
  expect(driftLimit("--max-drift", text)).toEqual({ text, ...limit });
});

test("a limit can be set on every statistic", () => {
  for (const statistic of STATISTICS)
    expect(driftLimit("--max-drift", `1%@${statistic}`).statistic).toBe(statistic);
});

describe("what is no limit says what would be one", () => {
  const example = "as in --max-drift 10%, 10%@p99 or 200us@total";
  test.each([
    ["10", `--max-drift takes a percentage or a time, not 10 | ${example}`],
    ["-10%", `--max-drift takes a percentage or a time, not -10% | ${example}`],
    ["", `--max-drift takes a percentage or a time, not  | ${example}`],
    ["10%p99", `--max-drift takes a percentage or a time, not 10%p99 | ${example}`],
    ["5min", `--max-drift: min is not a unit of time | units are ns, us, ms and s; ${example}`],
    [
      "10%@",
      "--max-drift cannot be set on nothing | use one of p50, p75, p90, p95, p99, p99.9, p99.99, mean, total",
    ],
    [
      "10%@max",
      "--max-drift cannot be set on max | use one of p50, p75, p90, p95, p99, p99.9, p99.99, mean, total",
    ],
    ["10%@totl", "--max-drift cannot be set on totl | did you mean total?"],
  ])("%s", (text, words) => {
    try {
      driftLimit("--max-drift", text);
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      expect(`${error.message} | ${error.hint}`).toBe(words);
    }
  });
});
