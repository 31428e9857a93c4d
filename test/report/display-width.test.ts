import { expect, test } from "vitest";
import { displayWidth } from "../../src/report/layout/display-width.ts";

test("ASCII and Latin letters take one column each", () => {
  expect(displayWidth("data0.bin")).toBe(9);
  expect(displayWidth("über → …")).toBe(8);
});

test("East Asian letters and emoji take two columns", () => {
  expect(displayWidth("日本")).toBe(4);
  expect(displayWidth("한글")).toBe(4);
  expect(displayWidth("📁")).toBe(2);
});

test("combining marks take none", () => {
  expect(displayWidth("e\u0301")).toBe(1);
});
