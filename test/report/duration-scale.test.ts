import { describe, expect, test } from "vitest";
import { durationScale } from "../../src/report/layout/duration-scale.ts";
import { ASCII_SYMBOLS, UNICODE_SYMBOLS } from "../../src/report/layout/symbols.ts";

const shown = (values: readonly number[]): string[] => {
  const { unit, format } = durationScale(values, UNICODE_SYMBOLS);
  return values.map((value) => `${format(value)} ${unit}`);
};

describe("one unit for a column of durations", () => {
  test.each([
    // Whole microseconds, as strace -T prints them, stay whole up to four digits.
    [
      [70_000, 4_408_000],
      ["70 µs", "4408 µs"],
    ],
    // One value beyond four digits takes the column to the next unit; nothing is rounded away yet.
    [
      [70_000, 12_345_000],
      ["0.070 ms", "12.345 ms"],
    ],
    [
      [1_000_000, 250_000_000],
      ["1 ms", "250 ms"],
    ],
    [[12_345_678_901], ["12.346 s"]],
    // --syscall-times=ns
    [
      [843, 1_204],
      ["843 ns", "1204 ns"],
    ],
    [[84_123], ["84.123 µs"]],
    [[1_234_567], ["1234.6 µs"]],
    [[0], ["0 µs"]],
    [[-28_500], ["-28.5 µs"]],
    [[], []],
  ])("%j", (values, expected) => {
    expect(shown(values)).toEqual(expected);
  });

  test("in ASCII a microsecond is us", () => {
    expect(durationScale([1000], ASCII_SYMBOLS).unit).toBe("us");
  });
});
