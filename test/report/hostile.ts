import type { CallRecord } from "../../src/result/call-record.ts";
import type { Comparison, LatencyReport } from "../../src/result/comparison.ts";
import {
  changeOf,
  differingBy,
  groupOf,
  hunkOf,
  latenciesOf,
  latencyOf,
  recordOf,
  summaryOf,
} from "./comparison-fixture.ts";

/** Names that a traced program can give to its files, or write into a log, each an attack on some report. */
export const HOSTILE_NAMES: readonly string[] = [
  "\u001b]0;title\u0007\u001b[2J\u001b[31mred",
  "\u009b31m c1",
  "a|b|c",
  "`code` ``more`` ```",
  "\n```\n# heading\n",
  "\r\n::error file=x::forged\r\n",
  "::error::forged",
  "x ::set-output name=y::z",
  "##[add-mask]x",
  "%0A::warning::forged",
  "<script>alert(1)</script>",
  "</code></pre></details><img src=x onerror=alert(1)>",
  "-->]]>&lt;!--",
  "]]>",
  "&amp;&#10;\"'",
  "[link](javascript:alert(1)) ![](http://x/y.png) @someone #1 https://evil.example",
  "\\|\\`\\\\",
  "\u202egnp.exe",
  "\ufffe\uffff\u0000",
  "\ud800lone",
  " leading and trailing ",
  "-".repeat(300),
  "/".repeat(300),
];

/** The same of what is said about time. */
function hostileLatency(name: string, record: CallRecord): LatencyReport {
  const key = { call: "pread64", file: { before: name, after: `${name}2` } };
  const group = groupOf({
    by: "call,file",
    name,
    key,
    caveats: [{ kind: "few-samples", count: 1, needed: 6 }],
  });
  const gate = { limit: "10%", undecided: null, judged: 1, skipped: 0 };
  return latencyOf({
    by: "call,file",
    groups: [group, groupOf()],
    idle: [group],
    unpaired: [
      {
        by: "call,file",
        key,
        name,
        before: latenciesOf(),
        after: null,
        unmatched: { before: 1, after: 0 },
        test: null,
      },
    ],
    outliers: [{ before: record, after: record, move: 1000 }],
    gates: [{ ...gate, outcome: "beyond", beyond: [{ group: name, key, before: 1000, after: 2000 }] }],
    caveats: [
      { kind: "different-recording", option: "-T", before: "us", after: "ns" },
      { kind: "different-recording", option: "-k", before: "no", after: "yes" },
      { kind: "injected", side: "after", count: 3 },
    ],
  });
}

/** A comparison with this text in every field that can come from a trace. */
export function hostileComparison(name: string): Comparison {
  const record = recordOf({ file: name, flags: name });
  const problem = { line: 1, source: 0, text: name } as const;
  const summary = {
    sources: [name],
    unread: 1,
    problems: [
      { ...problem, kind: "malformed", column: 1, expected: name },
      { ...problem, kind: "orphan", thread: 1, call: name },
    ],
  } as const;
  const hunk = hunkOf([
    { kind: "match", before: record, after: record },
    { kind: "change", change: changeOf({ kind: "added", after: [record] }) },
    {
      kind: "change",
      change: changeOf({ kind: "result", before: [record], after: [{ ...record, result: 1 }] }),
    },
  ]);
  return differingBy([hunk], {
    before: summaryOf(summary),
    after: summaryOf(summary),
    files: [
      { before: name, after: name, by: "path", calls: { before: 2, after: 3 } },
      { before: name, after: null, by: "path", calls: { before: 2, after: 3 } },
      { before: name, after: `${name}2`, by: "role", calls: { before: 2, after: 3 } },
    ],
    latency: hostileLatency(name, record),
    runs: {
      before: [{ sources: [name], calls: 2, matches: 2, differences: 0 }],
      after: [{ sources: [name], calls: 2, matches: 2, differences: 0 }],
      unstable: {
        counts: { before: 1, after: 0 },
        calls: [{ side: "before", run: 1, first: [record], other: [record] }],
      },
      excused: 1,
    },
    touched: [{ file: name, direction: "read", onlyBefore: 0, onlyAfter: 4096, exact: true }],
    warnings: [
      { kind: "no-latency", side: "before" },
      { kind: "truncated", side: "after", line: 3 },
      { kind: "blind-spot", side: "after", call: "mmap", count: 1, files: [name] },
    ],
  });
}
