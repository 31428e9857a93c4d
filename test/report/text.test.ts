import { resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displayWidth } from "../../src/report/layout/display-width.ts";
import { formatMarkdown } from "../../src/report/markdown/markdown.ts";
import { formatText } from "../../src/report/text/text.ts";
import { CHANGE_KINDS } from "../../src/result/comparison.ts";
import { percentilesOf } from "../../src/stats/summary.ts";
import { nanoseconds } from "../../src/trace/units.ts";
import {
  changeOf,
  comparisonOf,
  differingBy,
  groupOf,
  hunkOf,
  latenciesOf,
  latencyOf,
  recordOf,
  reportOf,
  SAME,
  summaryOf,
} from "./comparison-fixture.ts";
import { HOSTILE_NAMES, hostileComparison } from "./hostile.ts";
import { REPORTS } from "./reports.ts";

const GOLDEN = resolve(import.meta.dirname, "../golden/report");
const cases = Object.entries(REPORTS);

describe("the text report", () => {
  test.each(cases)("of %s reads as its golden file", async (name, comparison) => {
    await expect(reportOf(formatText, comparison)).toMatchFileSnapshot(`${GOLDEN}/${name}.txt`);
  });

  test("in ASCII reads as its golden file", async () => {
    const comparison = REPORTS["long-names"] ?? comparisonOf();
    await expect(reportOf(formatText, comparison, { unicode: false })).toMatchFileSnapshot(
      `${GOLDEN}/ascii.txt`,
    );
  });

  test.each(cases)("of %s keeps within the width, from 72 columns on", (_, comparison) => {
    for (const width of [72, 80, 100, 200]) {
      const lines = reportOf(formatText, comparison, { width }).split("\n");
      expect(lines.filter((line) => displayWidth(line) > width)).toEqual([]);
    }
  });

  test.each(cases)("of %s is the same text with and without colours", (_, comparison) => {
    const coloured = reportOf(formatText, comparison, { color: true });
    const esc = "\u001b";
    expect(coloured).toContain(esc);
    const plain = coloured.replaceAll(new RegExp(`${esc}\\[\\d+m`, "g"), "");
    expect(plain).toBe(reportOf(formatText, comparison));
  });

  test.each(cases)("of %s holds only ASCII where only that can be shown", (_, comparison) => {
    expect(reportOf(formatText, comparison, { unicode: false })).toMatch(/^[\n -~]*$/);
  });

  test.each(HOSTILE_NAMES)(
    "keeps within the width and shows no control character where everything is named %j",
    (name) => {
      for (const width of [72, 80, 120]) {
        const text = reportOf(formatText, hostileComparison(name), { width });
        expect(text.split("\n").filter((line) => displayWidth(line) > width)).toEqual([]);
        expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
      }
    },
  );

  test("shows no control character, whatever the trace holds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (evil) => {
        const change = changeOf({ kind: "added", after: [recordOf({ file: evil, flags: evil })] });
        const comparison = differingBy([hunkOf([{ kind: "change", change }])], {
          files: [{ before: evil, after: null, by: "path", calls: { before: 1, after: 0 } }],
        });
        const text = reportOf(formatText, comparison).replaceAll("\n", "");
        expect(text).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  test.each([
    ["a fall by less than the median", -44_999, "-44.999 µs [-50.000, -40.000]  -100 %   total"],
    [
      "a fall by more than the median, which no share of it is",
      -45_001,
      "-45.001 µs [-50.000, -40.000]   total",
    ],
    ["a rise by more than the median", 90_000, "+90 µs [-50, -40]  +200 %   total"],
  ])("tells of %s", (_, median, line) => {
    const before = latenciesOf({ percentiles: percentilesOf(() => nanoseconds(45_000)) });
    const interval = { low: nanoseconds(-50_000), high: nanoseconds(-40_000) };
    const group = groupOf({ before, shift: { ...groupOf().shift, median, interval } });
    const comparison = comparisonOf({ latency: latencyOf({ groups: [group] }) });
    expect(reportOf(formatText, comparison)).toContain(line);
    expect(reportOf(formatMarkdown, comparison)).toContain(line);
  });

  test("breaks what changed between its parts, from 72 columns on", () => {
    const touched = { direction: "read", onlyBefore: 9_007_199_254_740_991, exact: true } as const;
    const comparison = differingBy([], {
      changeCounts: Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, 1_000_000])),
      touched: [
        { ...touched, file: "/var/lib/database/000123.sst", onlyAfter: 4_503_599_627_370_496 },
        { ...touched, file: 9, onlyAfter: 0, exact: false },
      ],
    });
    expect(reportOf(formatText, comparison, { width: 72 })).toContain(
      [
        "  changes  resized 1000000, shifted 1000000, retargeted 1000000,",
        "           result 1000000, reordered 1000000, migrated 1000000,",
        "           split 1000000, merged 1000000, rewritten 1000000,",
        "           added 1000000, removed 1000000",
        "",
      ].join("\n"),
    );
    expect(reportOf(formatText, comparison, { width: 72 })).toContain(
      [
        "  touched  …/000123.sst: +4503599627370496 bytes (4 PiB) of it read,",
        "             -9007199254740991 bytes (8 PiB) of it read",
        "           fd 9: -9007199254740991 bytes (8 PiB) of it read",
        "           not known for 1 file, whose offsets the trace does not show",
        "",
      ].join("\n"),
    );
  });

  test.each([
    ["--calls hides", { calls: ["read"] }],
    ["--kind hides", { calls: ["read"], callsBy: ["--kind"] }],
    ["--calls and --kind hide", { calls: ["read"], callsBy: ["--calls", "--kind"] }],
    ["--path hides", { calls: null, paths: ["x"] }],
    [
      "--kind, --path and --thread hide",
      { calls: ["read"], callsBy: ["--kind"], paths: ["x"], threads: [7] },
    ],
  ] as const)("names the options that hide calls: %s", (words, chosen) => {
    const summary = summaryOf({ calls: {}, hiddenCalls: 60 });
    const comparison = comparisonOf({
      before: summary,
      options: { order: "thread", ignore: [], maxUnread: 0, ...chosen },
      verdict: {
        ...SAME,
        pattern: "inconclusive",
        exitCode: 2,
        reasons: [{ kind: "nothing-compared", side: "before" }],
      },
    });
    for (const reporter of [formatText, formatMarkdown]) {
      const text = reportOf(reporter, comparison).replace(/\s+/g, " ");
      expect(text).toContain(`60 hidden by ${words.replace(/ hides?$/, "")}`);
      expect(text).toContain(`: ${words} all of its calls`);
    }
  });

  test("leaves hunks beyond the hundredth out, and says how many changes and how to see them", () => {
    const hunk = hunkOf([{ kind: "change", change: changeOf({ kind: "added", after: [recordOf()] }) }]);
    const text = reportOf(formatText, differingBy(Array.from({ length: 130 }, () => hunk)));
    expect(text.match(/^@@ /gm)).toHaveLength(100);
    expect(text).toContain("… 30 more changes not shown: --format json lists every one");
  });

  test("asks for the hunks with the context it was given, and for none where the pattern is the same", () => {
    const asked: number[] = [];
    const hunks = (context: number): [] => {
      asked.push(context);
      return [];
    };
    reportOf(formatText, comparisonOf({ hunks }), { context: 7 });
    expect(asked).toEqual([]);
    reportOf(formatText, differingBy([], { hunks }), { context: 7 });
    expect(asked).toEqual([7]);
  });
});
