import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import {
  compare,
  type Format,
  type FormatOptions,
  formatComparison,
  readTrace,
} from "../../src/tracediff.ts";
import { runMain } from "../cli/memory-io.ts";
import { failureOf } from "./failure-of.ts";

const log = (name: string): string => resolve(import.meta.dirname, `../../traces/pairs/${name}.log`);
const result = compare(await readTrace(log("base-1")), await readTrace(log("shifted")));
const text = (format?: Format, options?: FormatOptions): string =>
  [...formatComparison(result, format, options)].join("");

describe("a report", () => {
  test.each<[Format]>([["text"], ["json"], ["markdown"], ["junit"], ["github"]])(
    "as %s is the one of the command line",
    async (format) => {
      const run = await runMain(["--format", format, log("base-1"), log("shifted")]);
      expect(text(format)).toBe(run.stdout);
    },
  );

  test("is text unless another format is asked for", () => {
    expect(text()).toBe(text("text"));
  });

  test("has colors only where they are asked for, true being the first level", () => {
    const start = String.fromCharCode(27);
    expect(text("text", { color: true })).toContain(`${start}[`);
    expect(text("text", { color: 1 })).toBe(text("text", { color: true }));
    for (const color of [false, 0] as const) expect(text("text", { color })).toBe(text());
    for (const color of [2, 3] as const) expect(text("text", { color })).toContain(`${start}[`);
  });

  test("shows as many calls around a change as are asked for", () => {
    const lines = (context: number): number => text("text", { context }).split("\n").length;
    // three calls on either side, each one line
    expect(lines(3) - lines(0)).toBe(6);
  });

  test("is never narrower than it can be laid out", () => {
    expect(text("text", { width: 1 })).toBe(text("text", { width: 72 }));
  });

  test("keeps to ASCII where it is told to", () => {
    expect(text("text", { unicode: true })).toContain("✖");
    expect(text("text", { unicode: false })).toMatch(/^[\n -~]*$/);
  });
});

describe("what formatComparison does not take is refused with what it takes", () => {
  test.each<[string, () => unknown, string]>([
    ["a format", () => text("jsno" as Format), "format cannot be jsno | did you mean json?"],
    [
      "a color",
      () => text("text", { color: 4 as 3 }),
      "color takes true, false or a level from 0 to 3, not 4 | as in color: true",
    ],
    ["a width", () => text("text", { width: -1 }), "width takes a whole number, not -1 | as in width: 3"],
    [
      "an option",
      () => text("text", { colour: true } as object),
      "formatComparison has no option colour | did you mean color?",
    ],
  ])("%s", async (_, action, words) => {
    expect(await failureOf(action)).toBe(words);
  });
});
