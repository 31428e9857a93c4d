import { describe, expect, test } from "vitest";
import { parseArguments } from "../../src/cli/options/parse-arguments.ts";
import { UserError } from "../../src/input/user-error.ts";

const parsed = (...argv: string[]): unknown => {
  const { operands, values } = parseArguments(argv);
  return { operands, ...Object.fromEntries(values) };
};

function failure(...argv: string[]): string {
  try {
    parseArguments(argv);
  } catch (error) {
    if (error instanceof UserError) return `${error.message} | ${error.hint}`;
    throw error;
  }
  return "no failure";
}

describe("operands", () => {
  test.each([
    [
      ["-", "b"],
      ["-", "b"],
    ],
    [
      ["--", "-weird.log", "--order"],
      ["-weird.log", "--order"],
    ],
    [
      ["007", "1e3"],
      ["007", "1e3"],
    ],
    [
      ["-5", "a"],
      ["-5", "a"],
    ],
    [
      ["true", "false"],
      ["true", "false"],
    ],
    [[], []],
  ])("%j are %j", (argv, operands) => {
    expect(parseArguments(argv).operands).toEqual(operands);
  });

  test("a file named like a truth value after a switch stays a file", () => {
    expect(parsed("--quiet", "true", "b")).toEqual({ operands: ["true", "b"], quiet: ["true"] });
    expect(parsed("-q", "false", "b")).toEqual({ operands: ["false", "b"], quiet: ["true"] });
  });

  test("a file after a bare --color stays a file", () => {
    expect(parsed("--color", "a", "b")).toEqual({ operands: ["a", "b"], color: ["always"] });
    expect(parsed("a", "--no-color", "b")).toEqual({ operands: ["a", "b"], color: ["never"] });
  });
});

describe("--color", () => {
  test.each(["auto", "always", "never"])("takes %s as a word of its own", (choice) => {
    expect(parsed("--color", choice, "a", "b")).toEqual({ operands: ["a", "b"], color: [choice] });
    expect(parsed("--before", "b1", "--color", choice, "x")).toEqual({
      operands: ["x"],
      before: ["b1"],
      color: [choice],
    });
  });

  test("takes no other word, and none behind --", () => {
    expect(parsed("--color", "neverland", "b")).toEqual({ operands: ["neverland", "b"], color: ["always"] });
    expect(parsed("a", "--color", "--", "never")).toEqual({ operands: ["a", "never"], color: ["always"] });
    expect(parsed("--color=auto", "never")).toEqual({ operands: ["never"], color: ["auto"] });
    expect(parsed("a", "--color")).toEqual({ operands: ["a"], color: ["always"] });
  });

  test("may stand before the name of a command", () => {
    expect(parseArguments(["--color", "never", "summary", "x"])).toEqual({
      command: "summary",
      operands: ["x"],
      values: new Map([["color", ["never"]]]),
    });
    expect(parseArguments(["--color", "summary", "x"]).command).toBe("summary");
  });
});

describe("files of one side", () => {
  test("are all operands up to the next option", () => {
    expect(parsed("--before", "b1", "b2", "-", "--after", "a1", "--order", "set")).toEqual({
      operands: [],
      before: ["b1", "b2", "-"],
      after: ["a1"],
      order: ["set"],
    });
    expect(parsed("-U", "1", "--after=a1", "a2", "--before=b1", "--quiet", "x")).toEqual({
      operands: ["x"],
      context: ["1"],
      after: ["a1", "a2"],
      before: ["b1"],
      quiet: ["true"],
    });
  });

  test("may be given in several goes, and be named like a command", () => {
    expect(parsed("--before", "b1", "--after", "a1", "--before", "b2", "completion")).toEqual({
      operands: [],
      before: ["b1", "b2", "completion"],
      after: ["a1"],
    });
    expect(parseArguments(["--before", "completion", "summary", "--after", "a1"]).command).toBe("compare");
  });

  test("end where operands begin", () => {
    expect(parsed("--before", "b1", "--", "-x")).toEqual({ operands: ["-x"], before: ["b1"] });
  });

  test("are missing where none follows", () => {
    expect(failure("--before", "--after", "a1")).toContain("--before needs a value");
    expect(failure("--after")).toContain("--after needs a value");
  });
});

describe("values", () => {
  test("follow their option or its equals sign", () => {
    expect(parsed("--order", "file", "a")).toEqual({ operands: ["a"], order: ["file"] });
    expect(parsed("--order=file", "a")).toEqual({ operands: ["a"], order: ["file"] });
    expect(parsed("--format=json=a=b")).toEqual({ operands: [], format: ["json=a=b"] });
  });

  test("stay text, whatever they look like", () => {
    expect(parsed("--context", "0x10", "--max-unread", "1e3")).toEqual({
      operands: [],
      context: ["0x10"],
      "max-unread": ["1e3"],
    });
  });

  test("of an option given twice are kept in order", () => {
    expect(parsed("--order", "set", "--order", "file")).toEqual({ operands: [], order: ["set", "file"] });
  });

  test("short options have the name of the long ones, also joined", () => {
    expect(parsed("-qU5", "a")).toEqual({ operands: ["a"], quiet: ["true"], context: ["5"] });
    expect(parsed("-U", "5", "-h")).toEqual({ operands: [], context: ["5"], help: ["true"] });
  });
});

describe("wrong usage", () => {
  test.each([
    [["--ordr", "file"], "unknown option --ordr | did you mean --order?"],
    [["--max-unred=1"], "unknown option --max-unred | did you mean --max-unread?"],
    [["--frobnicate"], "unknown option --frobnicate | tracediff --help lists the options"],
    [["--toString"], "unknown option --toString | tracediff --help lists the options"],
    [["--__proto__=1"], "unknown option --__proto__ | tracediff --help lists the options"],
    [["--constructor", "x"], "unknown option --constructor | tracediff --help lists the options"],
    [["-x"], "unknown option -x | tracediff --help lists the options"],
    [["---order", "x"], "unknown option ---order | did you mean --order?"],
    [["--order"], "--order needs a value | one of total, thread, file, stream, set"],
    [["--order", "--quiet"], "--order needs a value | one of total, thread, file, stream, set"],
    [["--order="], "--order needs a value | one of total, thread, file, stream, set"],
    [["--context"], "--context needs a value | as in --context N"],
    [["--quiet=maybe"], "--quiet takes no value | tracediff --help lists the options"],
  ])("%j: %s", (argv, message) => {
    expect(failure(...argv)).toBe(message);
  });
});
