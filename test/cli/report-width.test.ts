import { describe, expect, test } from "vitest";
import { reportWidth } from "../../src/cli/output/display-options.ts";

describe("the width of a report", () => {
  test.each([
    [120, {}, 120],
    [undefined, {}, 80],
    [undefined, { COLUMNS: "132" }, 132],
    [120, { COLUMNS: "132" }, 120],
    [0, {}, 80],
    [undefined, { COLUMNS: "wide" }, 80],
    [undefined, { COLUMNS: "-3" }, 80],
    [20, {}, 72],
  ])("of a terminal of %s columns with %j is %i", (columns, env, width) => {
    expect(reportWidth(columns, env)).toBe(width);
  });
});
