import { describe, expect, test } from "vitest";
import { helpText } from "../../src/cli/help-text.ts";
import { OPTIONS } from "../../src/cli/option-table.ts";
import { parseArguments } from "../../src/cli/parse-arguments.ts";

const help = helpText();

describe("the help", () => {
  test("is ASCII and fits 80 columns", () => {
    expect(help).toMatch(/^[\n -~]*$/);
    expect(help.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test("has no blanks at line ends", () => {
    expect(help).not.toMatch(/ \n/);
  });

  test.each(OPTIONS.map(({ name }) => name))("names --%s on a line of its own", (name) => {
    expect(help).toMatch(new RegExp(`^  (-., )?--${name}( |$)`, "m"));
  });

  test("shows only options that exist", () => {
    const examples = help.match(/^ {4}tracediff .*$/gm) ?? [];
    expect(examples.length).toBeGreaterThanOrEqual(4);
    for (const example of examples) {
      // What a shell would replace or feed on is not for the parser.
      const [words = ""] = example
        .trim()
        .replace(/<\(.*?\)/g, "FILE")
        .replaceAll("'", "")
        .split(" | ");
      expect(() => parseArguments(words.split(" ").slice(1))).not.toThrow();
    }
  });
});
