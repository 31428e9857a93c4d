import { expect, test } from "vitest";
import { sparkLines } from "../../src/report/latency/latency-table.ts";
import { formatText } from "../../src/report/text/text.ts";
import { comparisonOf, groupOf, latencyOf, reportOf } from "./comparison-fixture.ts";

const spread = { edges: [1, 2, 3, 4], counts: { before: [0, 8, 4], after: [1, 0, 7] } };

test("the fullest bin of both sides has the full height, an empty one none", () => {
  expect(sparkLines(spread)).toEqual({ before: " █▅", after: "▂ █" });
});

test("no values have no picture", () => {
  expect(sparkLines({ edges: [], counts: { before: [], after: [] } })).toEqual({ before: "", after: "" });
});

test("pictures stand beside the numbers where they are wanted and have room", () => {
  const comparison = comparisonOf({ latency: latencyOf({ groups: [groupOf({ histogram: () => spread })] }) });
  const wide = reportOf(formatText, comparison, { width: 120, charts: true });
  expect(wide).toMatch(/before .* █▅\n.*after .* {2}▂ █\n/);
  for (const options of [
    { width: 60, charts: true },
    { width: 120 },
    { width: 120, charts: true, unicode: false },
  ]) {
    expect(reportOf(formatText, comparison, options)).not.toMatch(/[▁▂▃▄▅▆▇█]/);
  }
});
