import yargs from "yargs";
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
 * Splits the command line. yargs does the reading, but declares no operands (it would lose `-`), converts no
 * values (`--context abc` would be NaN) and judges nothing: what is wrong is said here, with exit code 2.
 *
 * @throws UserError for unknown options and for options without their value
 */
export function parseArguments(argv: readonly string[]): RawArguments {
  const parsed = yargs(argv.flatMap(normalised))
    .locale("en")
    .help(false)
    .version(false)
    .exitProcess(false)
    .fail((message, error) => {
      throw error ?? new UserError(message, HELP_HINT);
    })
    .parserConfiguration({
      "parse-numbers": false,
      "parse-positional-numbers": false,
      "boolean-negation": false,
      "camel-case-expansion": false,
      "dot-notation": false,
      "strip-aliased": true,
    })
    .options(Object.fromEntries(OPTIONS.map(yargsOption)))
    .parseSync();
  const values = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(parsed)) {
    if (name === "_" || name === "$0") continue;
    const option = OPTIONS.find((known) => known.name === name);
    if (option === undefined) throw unknownOption(`-${name}`);
    const given = (Array.isArray(value) ? value : [value]).map(String);
    if (option.value !== undefined && given.includes("")) throw missingValue(option);
    values.set(name, given);
  }
  return { operands: parsed._.map(String), values };
}

function yargsOption(option: OptionSpec): [string, { type: "string" | "boolean"; alias?: string }] {
  const type = option.value === undefined ? "boolean" : "string";
  return [option.name, option.alias === undefined ? { type } : { type, alias: option.alias }];
}

/**
 * One argument before yargs sees it. It would pass over a value for a switch, take a following `true` for one,
 * and stumble over `--toString`; a bare `--color` would swallow the next file.
 */
function normalised(argument: string, at: number, argv: readonly string[]): string[] {
  const end = argv.indexOf("--");
  if ((end !== -1 && at >= end) || !argument.startsWith("-")) return [argument];
  if (argument === "--color") return ["--color=always"];
  if (argument === "--no-color") return ["--color=never"];
  if (!argument.startsWith("--")) return [argument];
  const equals = argument.indexOf("=");
  const name = argument.slice(2, equals === -1 ? undefined : equals);
  const option = OPTIONS.find((known) => known.name === name);
  if (option === undefined) throw unknownOption(`--${name}`);
  if (option.value !== undefined) return [argument];
  if (equals !== -1) throw new UserError(`--${name} takes no value`, HELP_HINT);
  return [`--${name}=true`];
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
