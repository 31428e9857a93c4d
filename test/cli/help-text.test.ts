import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/options/command-table.ts";
import { helpText } from "../../src/cli/options/help-text.ts";
import { optionsOf } from "../../src/cli/options/option-table.ts";
import { parseArguments } from "../../src/cli/options/parse-arguments.ts";

describe.each(COMMANDS)("the help of %s", (command) => {
  const help = helpText(command);

  test("is ASCII and fits 80 columns", () => {
    expect(help).toMatch(/^[\n -~]*$/);
    expect(help.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test("has no blanks at line ends", () => {
    expect(help).not.toMatch(/ \n/);
  });

  test.each(optionsOf(command).map(({ name }) => name))("names --%s on a line of its own", (name) => {
    expect(help).toMatch(new RegExp(`^  (-., )?--${name}( |$)`, "m"));
  });

  test("shows only options that exist", () => {
    const examples = help.match(/^ {4}tracediff .*$/gm) ?? [];
    if (command === "compare") expect(examples.length).toBeGreaterThanOrEqual(4);
    for (const example of examples) {
      // What a shell would replace or feed on is not for the parser.
      const [words = ""] = example
        .trim()
        .replace(/<\(.*?\)/g, "FILE")
        .replace(/'[^']*'/g, "WORD")
        .split(/ (?:\||&&) /);
      expect(() => parseArguments(words.split(" ").slice(1))).not.toThrow();
    }
  });
});
