import { Parser } from "yargs/helpers";
import { OPTIONS, type OptionSpec } from "./option-table.ts";
import { suggest } from "./suggest.ts";
import { UserError } from "./user-error.ts";

/** The command line as written: names are known, values are not looked at yet. */
export type RawArguments = {
  readonly operands: readonly string[];
  /** Every value given to an option, in order; "" for a switch. */
  readonly values: ReadonlyMap<string, readonly string[]>;
};

const HELP_HINT = "tracediff --help lists the options";

/**
 * Splits the command line. Of yargs only the parser is used: it would lose the operand `-` where operands are
 * declared, turn `--context abc` into NaN, and end with 1, "different", on wrong usage. So values stay text here,
 * and what is wrong is said with exit code 2.
 *
 * @throws UserError for unknown options and for options without their value
 */
export function parseArguments(argv: readonly string[]): RawArguments {
  const parsed = Parser(argv.flatMap(normalised), {
    string: OPTIONS.filter(takesValue).map(({ name }) => name),
    boolean: OPTIONS.filter((option) => !takesValue(option)).map(({ name }) => name),
    alias: Object.fromEntries(
      OPTIONS.flatMap(({ name, alias }) => (alias === undefined ? [] : [[name, [alias]]])),
    ),
    configuration: {
      "parse-numbers": false,
      "parse-positional-numbers": false,
      "boolean-negation": false,
      "camel-case-expansion": false,
      "dot-notation": false,
      "strip-aliased": true,
    },
  });
  const values = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(parsed)) {
    if (name === "_") continue;
    const option = OPTIONS.find((known) => known.name === name);
    if (option === undefined) throw unknownOption(`-${name}`);
    const given = (Array.isArray(value) ? value : [value]).map(String);
    if (takesValue(option) && given.includes("")) throw missingValue(option);
    values.set(name, given);
  }
  return { operands: parsed._.map(String), values };
}

function takesValue(option: OptionSpec): boolean {
  return option.value !== undefined;
}

/**
 * One argument before the parser sees it, which would pass over a value given to a switch, and swallow a file
 * after a bare `--color`, or one named `true` after `--quiet`.
 */
function normalised(argument: string, at: number, argv: readonly string[]): string[] {
  const end = argv.indexOf("--");
  if ((end !== -1 && at >= end) || !argument.startsWith("-")) return [argument];
  if (argument === "--color") return ["--color=always"];
  if (argument === "--no-color") return ["--color=never"];
  if (!argument.startsWith("--")) return [longSwitch(argument)];
  const equals = argument.indexOf("=");
  const name = argument.slice(2, equals === -1 ? undefined : equals);
  const option = OPTIONS.find((known) => known.name === name);
  if (option === undefined) throw unknownOption(`--${name}`);
  if (takesValue(option)) return [argument];
  if (equals !== -1) throw new UserError(`--${name} takes no value`, HELP_HINT);
  return [`--${name}=true`];
}

function longSwitch(argument: string): string {
  const option = OPTIONS.find((known) => `-${known.alias}` === argument && !takesValue(known));
  return option === undefined ? argument : `--${option.name}=true`;
}

function unknownOption(written: string): UserError {
  const close = suggest(
    written,
    OPTIONS.map(({ name }) => `--${name}`),
  );
  return new UserError(
    `unknown option ${written}`,
    close === undefined ? HELP_HINT : `did you mean ${close}?`,
  );
}

function missingValue({ name, value, choices }: OptionSpec): UserError {
  return new UserError(
    `--${name} needs a value`,
    choices === undefined ? `as in --${name} ${value}` : `one of ${choices.join(", ")}`,
  );
}
