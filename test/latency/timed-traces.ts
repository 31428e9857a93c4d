import { readFileSync } from "node:fs";
import { compare } from "../../src/compare/compare.ts";
import { RunComparison } from "../../src/compare/run-comparison.ts";
import type { CompareOptions, Comparison } from "../../src/result/comparison.ts";
import { DEFAULT_TIMING, type DriftLimit, type TimingOptions } from "../../src/result/timing.ts";
import type { Pair } from "../../src/trace/pair.ts";
import { grammar, traceOf } from "../support/trace-of.ts";

/** Traces whose latencies are chosen, for tests of what is said about time. */

const OPTIONS: CompareOptions = { order: "thread", ignore: [], calls: null, maxUnread: 0 };

/** A read of thread 7 that takes so many microseconds. */
export const read = (
  offset: number,
  microseconds: number,
  parts: { fd?: number; size?: number; thread?: number } = {},
): string => {
  const { fd = 3, size = 4096, thread = 7 } = parts;
  return `${thread} pread64(${fd}, "x"..., ${size}, ${offset}) = ${size} <${seconds(microseconds)}>`;
};

export const sync = (microseconds: number, fd = 3): string =>
  `7 fdatasync(${fd}) = 0 <${seconds(microseconds)}>`;

export const seconds = (microseconds: number): string => (microseconds / 1e6).toFixed(6);

/** Latencies around so many microseconds that look alike in every run and are the same in none. */
export const around = (microseconds: number, call: number, run: number): number =>
  Math.round(
    microseconds * (0.9 + 0.2 * (((call * 7919 + run * 104_729 + ((call * run) % 13) * 31) % 1009) / 1009)),
  );

export const shippedText = (path: string): string =>
  readFileSync(new URL(`../../traces/${path}`, import.meta.url), "utf8");

/** The same text with every latency replaced by what `change` makes of it, in microseconds. */
export const withLatencies = (text: string, change: (microseconds: number, line: string) => number): string =>
  text.replace(/^.*<(\d+\.\d+)>$/gm, (line, latency: string) =>
    line.replace(`<${latency}>`, `<${seconds(change(Math.round(Number(latency) * 1e6), line))}>`),
  );

type Text = string | readonly string[];

export function compareTimes(
  before: Text,
  after: Text,
  timing: Partial<TimingOptions> = {},
  options: Partial<CompareOptions> = {},
): Comparison {
  const traces = { before: traceOf(before, "before.log"), after: traceOf(after, "after.log") };
  return compare(traces, grammar, { ...OPTIONS, ...options }, { ...DEFAULT_TIMING, ...timing });
}

/** Several runs a side; there is at least one. */
export function compareRuns(
  runs: Pair<readonly Text[]>,
  timing: Partial<TimingOptions> = {},
  options: Partial<CompareOptions> = {},
): Comparison {
  const [before = "", ...moreBefore] = runs.before;
  const [after = "", ...moreAfter] = runs.after;
  const comparison = new RunComparison(
    { before: traceOf(before, "b1.log"), after: traceOf(after, "a1.log") },
    grammar,
    { ...OPTIONS, ...options },
    { ...DEFAULT_TIMING, ...timing },
  );
  moreBefore.forEach((text, at) => {
    comparison.add("before", traceOf(text, `b${at + 2}.log`));
  });
  moreAfter.forEach((text, at) => {
    comparison.add("after", traceOf(text, `a${at + 2}.log`));
  });
  return comparison.finish();
}

export const relative = (share: number, statistic: DriftLimit["statistic"] = "p50"): DriftLimit => ({
  text: `${share * 100}%@${statistic}`,
  kind: "relative",
  share,
  statistic,
});

export const absolute = (nanoseconds: number, statistic: DriftLimit["statistic"]): DriftLimit => ({
  text: `${nanoseconds}ns@${statistic}`,
  kind: "absolute",
  nanoseconds,
  statistic,
});
