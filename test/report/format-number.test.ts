import { expect, test } from "vitest";
import {
  counted,
  formatByteChange,
  formatP,
  percentChange,
  signed,
} from "../../src/report/layout/format-number.ts";

test("one is singular, all other counts are plural", () => {
  expect([counted(0, "call"), counted(1, "call"), counted(2, "call")]).toEqual([
    "0 calls",
    "1 call",
    "2 calls",
  ]);
  expect(counted(2, "orphan half", "orphan halves")).toBe("2 orphan halves");
});

test("a difference always says its direction", () => {
  expect([signed(5), signed(-5), signed(0)]).toEqual(["+5", "-5", "0"]);
});

test("changes of bytes are exact, and large ones also rounded", () => {
  expect(formatByteChange(0)).toBe("0 bytes");
  expect(formatByteChange(-1)).toBe("-1 byte");
  expect(formatByteChange(4096)).toBe("+4096 bytes");
  expect(formatByteChange(-2_097_152)).toBe("-2097152 bytes (2 MiB)");
  expect(formatByteChange(1_234_567_890)).toBe("+1234567890 bytes (1.15 GiB)");
});

test("percentages have one decimal below ten and none above", () => {
  expect(percentChange(9, 70)).toBe("+13 %");
  expect(percentChange(-3, 70)).toBe("-4.3 %");
  expect(percentChange(0, 70)).toBe("0 %");
});

test("a share of nothing is unknown", () => {
  expect(percentChange(9, 0)).toBe("?");
});

test("p values have two digits, and tiny ones none", () => {
  expect([formatP(0.0004), formatP(0.0123), formatP(1)]).toEqual(["p < 0.001", "p 0.012", "p 1"]);
});
