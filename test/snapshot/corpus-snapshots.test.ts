import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Order } from "../../src/result/comparison.ts";
import { canonicalTrace } from "../../src/snapshot/canonical-trace.ts";
import { readSnapshot } from "../../src/snapshot/read-snapshot.ts";
import { writeSnapshot } from "../../src/snapshot/write-snapshot.ts";
import type { Trace } from "../../src/trace/trace.ts";
import { compareTraces, grammar, shippedTrace } from "../support/trace-of.ts";

type Expected = {
  readonly before: string;
  readonly after: string;
  readonly options: readonly string[];
  readonly holds: readonly Order[];
};

const pairs: readonly Expected[] = JSON.parse(
  readFileSync(new URL("../../traces/corpus/pairs.json", import.meta.url), "utf8"),
);

const traces = new Map<string, Trace>();
function recorded(name: string): Trace {
  const trace = traces.get(name) ?? shippedTrace(`corpus/${name}`);
  traces.set(name, trace);
  return trace;
}

const callsOf = ({ options }: Expected): readonly string[] | null => options[1]?.split(",") ?? null;
const write = (trace: Trace, order: Order, calls: readonly string[] | null): string =>
  [...writeSnapshot(trace, grammar, { order, calls })].join("");

/** Two runs of one thing, recorded with the same options: their names differ in the number of the run. */
const runs = pairs.filter(({ before, after }) => before.replace(/_1\./, "_2.") === after);

test("the corpus has such pairs", () => {
  expect(runs.length).toBeGreaterThanOrEqual(12);
});

test.each(runs)("snapshots of $before and $after are equal at every level that is known to hold", (pair) => {
  const calls = callsOf(pair);
  for (const order of pair.holds) {
    expect(write(recorded(pair.after), order, calls), order).toBe(write(recorded(pair.before), order, calls));
  }
});

test.each(pairs)(
  "against a snapshot of $before, $after has the verdict that it has against the log",
  (pair) => {
    const calls = callsOf(pair);
    const before = recorded(pair.before);
    const after = recorded(pair.after);
    const snapshot = readSnapshot(write(before, "thread", calls), "io.snap", grammar);
    const prepared = canonicalTrace(after, grammar, { order: "thread", calls });
    const direct = compareTraces(before, after, { calls });
    const viaSnapshot = compareTraces(snapshot, prepared, { calls });
    expect(viaSnapshot.verdict.pattern).toBe(direct.verdict.pattern);
    for (const order of ["thread", "stream", "set"] as const) {
      expect(viaSnapshot.verdict.holds[order], order).toBe(direct.verdict.holds[order]);
    }
  },
);
