import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compare } from "../../src/compare/compare.ts";
import type { Order } from "../../src/result/comparison.ts";
import { DEFAULT_TIMING } from "../../src/result/timing.ts";
import type { Trace } from "../../src/trace/trace.ts";
import { compareTraces, grammar, shippedTrace } from "../support/trace-of.ts";

/** One entry of traces/corpus/pairs.json: what is known of two recordings without this program. */
type Expected = {
  readonly before: string;
  readonly after: string;
  readonly options: readonly string[];
  readonly holds: readonly Order[];
  readonly fails: readonly Order[];
  readonly changes: Readonly<Record<string, number>>;
};

const pairs: readonly Expected[] = JSON.parse(
  readFileSync(new URL("../../traces/corpus/pairs.json", import.meta.url), "utf8"),
);

const read = new Map<string, Trace>();
function recorded(name: string): Trace {
  const trace = read.get(name) ?? shippedTrace(`corpus/${name}`);
  read.set(name, trace);
  return trace;
}

/** `--calls read,write` as canonical names; the only option that the pairs use. */
function callsOf(options: readonly string[]): readonly string[] | null {
  const [option, value] = options;
  if (option === undefined) return null;
  expect(option).toBe("--calls");
  return (value ?? "").split(",").map((name) => grammar.calls[grammar.byName.get(name) ?? -1]?.name ?? name);
}

test.each(pairs)(
  "$before and $after differ as is known",
  ({ before, after, options, holds, fails, changes }) => {
    const comparison = compareTraces(recorded(before), recorded(after), { calls: callsOf(options) });
    const held = comparison.verdict.holds;
    expect(holds.filter((order) => !held[order])).toEqual([]);
    expect(fails.filter((order) => held[order])).toEqual([]);
    if (Object.keys(changes).length > 0) expect(comparison.changeCounts).toEqual(changes);
  },
);

test("where descriptors are exchanged, nothing but retargeted calls may be seen", () => {
  const comparison = compareTraces(
    recorded("a14_preadonly_1.strace"),
    recorded("a15_preadonly_fds_other_order.strace"),
  );
  const kinds = Object.keys(comparison.changeCounts);
  expect(kinds.filter((kind) => kind !== "retargeted")).toEqual([]);
});

test("the calls that strace delayed are among those that moved most", () => {
  // Where the calls that end in (DELAYED) start. Two more took over 1.4 ms of their own accord.
  const delayed = [52, 71, 84, 87, 103, 150, 158, 166, 178, 252, 254, 257];
  const traces = { before: recorded("a01_base_1.strace"), after: recorded("a16_latency_injected.strace") };
  const options = { order: "thread", ignore: [], calls: null, maxUnread: 0 } as const;
  const { latency } = compare(traces, grammar, options, { ...DEFAULT_TIMING, outliers: 14 });
  const moved = latency.outliers.map(({ after }) => after.line);
  expect(delayed.filter((line) => !moved.includes(line))).toEqual([]);
});
