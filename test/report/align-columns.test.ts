import fc from "fast-check";
import { expect, test } from "vitest";
import { alignColumns, type Column } from "../../src/report/layout/align-columns.ts";
import { displayWidth } from "../../src/report/layout/display-width.ts";

const NAME_AND_NUMBER: readonly Column[] = [
  { align: "left", spacing: 0, shrinkTo: 5 },
  { align: "right", spacing: 2 },
];

test("names align left, numbers right, and no line ends in blanks", () => {
  const rows = [
    ["read", "5"],
    ["pread64", "12"],
    ["total", ""],
  ];
  expect(alignColumns(rows, NAME_AND_NUMBER, 80, "…")).toEqual(["read      5", "pread64  12", "total"]);
});

test("a column that is empty in every row takes no room", () => {
  const columns: readonly Column[] = [...NAME_AND_NUMBER, { align: "left", spacing: 2 }];
  expect(alignColumns([["a", "", "b"]], columns, 80, "…")).toEqual(["a  b"]);
});

test("where lines are too wide, columns that may shrink are cut", () => {
  expect(alignColumns([["abcdefghij", "123"]], NAME_AND_NUMBER, 12, "…")).toEqual(["ab…ghij  123"]);
});

test("a column is not cut below its least width, even if lines stay too wide", () => {
  expect(alignColumns([["abcdefghij", "123456"]], NAME_AND_NUMBER, 10, "…")).toEqual(["a…hij  123456"]);
});

test("characters of two columns count as two", () => {
  const lines = alignColumns(
    [
      ["日本", "1"],
      ["abcd", "2"],
    ],
    NAME_AND_NUMBER,
    80,
    "…",
  );
  expect(lines.map(displayWidth)).toEqual([7, 7]);
});

test("lines fit whenever the least widths do", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", "/", "é", "日") });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell), { minLength: 1 }),
      fc.integer({ min: 12, max: 40 }),
      (rows, width) => {
        const columns: readonly Column[] = [
          { align: "left", spacing: 0, shrinkTo: 5 },
          { align: "right", spacing: 2, shrinkTo: 5 },
        ];
        for (const line of alignColumns(rows, columns, width, "…"))
          expect(displayWidth(line)).toBeLessThanOrEqual(width);
      },
    ),
  );
});
