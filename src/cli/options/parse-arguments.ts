import { Parser } from "yargs/helpers";
import { suggest } from "../../input/suggest.ts";
import { UserError } from "../../input/user-error.ts";
import { type Command, commandNamed, DEFAULT_COMMAND } from "./command-table.ts";
import { COLOR_CHOICES, OPTIONS, type OptionSpec, optionsOf } from "./option-table.ts";

/** The command line as written: names are known, values are not looked at yet. */
export type RawArguments = {
  readonly command: Command;
  /** Without the name of the command. */
  readonly operands: readonly string[];
  /** Every value given to an option, in order; "" for a switch. */
  readonly values: ReadonlyMap<string, readonly string[]>;
};

/**
 * Splits the command line. Only the parser of yargs is used: yargs itself would lose the operand `-` where operands
 * are declared, turn `--context abc` into NaN, and exit with 1, "different", on wrong usage. So values stay text
 * here, and errors exit with code 2.
 *
 * @throws UserError for unknown options and for options without their value
 */
export function parseArguments(argv: readonly string[]): RawArguments {
  const command = commandIn(argv);
  const syntax = new Syntax(command ?? DEFAULT_COMMAND);
  const { options } = syntax;
  const parsed = Parser(argv.flatMap(syntax.normalised), {
    string: options.filter(takesValue).map(({ name }) => name),
    boolean: options.filter((option) => !takesValue(option)).map(({ name }) => name),
    alias: Object.fromEntries(
      options.flatMap(({ name, alias }) => (alias === undefined ? [] : [[name, [alias]]])),
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
    const option = options.find((known) => known.name === name);
    if (option === undefined) throw syntax.unknownOption(`-${name}`);
    const given = (Array.isArray(value) ? value : [value]).map(String);
    if (takesValue(option) && given.includes("")) throw missingValue(option);
    values.set(name, given);
  }
  const words = parsed._.map(String);
  return command === undefined
    ? { command: DEFAULT_COMMAND, operands: words, values }
    : { command, operands: words.slice(1), values };
}

/** The command that the first operand names, if it names one. */
function commandIn(argv: readonly string[]): Command | undefined {
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word === "--") return undefined;
    if (!word.startsWith("-") || word === "-") return commandNamed(word);
    const option = OPTIONS.find(({ name, alias }) => word === `--${name}` || word === `-${alias}`);
    if (option?.takesFiles === true) at = lastFile(argv, at);
    else if (option?.name === "color") at += isColorChoice(argv[at + 1]) ? 1 : 0;
    else if (option !== undefined && takesValue(option)) at++;
  }
  return undefined;
}

/** Index of the last of the operands that follow an option; the option's own index if none does. */
function lastFile(argv: readonly string[], option: number): number {
  let at = option;
  while (isOperand(argv[at + 1])) at++;
  return at;
}

function isOperand(word: string | undefined): boolean {
  return word !== undefined && (word === "-" || !word.startsWith("-"));
}

/** Whether the word after `--color` is its value; any other word is an operand. */
function isColorChoice(word: string | undefined): boolean {
  return COLOR_CHOICES.some((choice) => choice === word);
}

function takesValue(option: OptionSpec): boolean {
  return option.value !== undefined;
}

/** The options of one command as they are written. */
class Syntax {
  readonly options: readonly OptionSpec[];
  readonly #helpHint: string;
  readonly #command: Command;

  constructor(command: Command) {
    this.#command = command;
    this.options = optionsOf(command);
    const words = command === DEFAULT_COMMAND ? "" : ` ${command}`;
    this.#helpHint = `tracediff${words} --help lists the options`;
  }

  /**
   * Rewrites one argument before the parser sees it: the parser would ignore a value given to a switch, and swallow
   * a file after a bare `--color`, or one named `true` after `--quiet`.
   */
  readonly normalised = (argument: string, at: number, argv: readonly string[]): string[] => {
    const end = argv.indexOf("--");
    if (end !== -1 && at >= end) return [argument];
    if (argv[at - 1] === "--color" && isColorChoice(argument)) return [];
    if (isOperand(argument)) return [this.#takerOf(argv, at) + argument];
    if (argument === "--color") return [`--color=${isColorChoice(argv[at + 1]) ? argv[at + 1] : "always"}`];
    if (argument === "--no-color") return ["--color=never"];
    if (!argument.startsWith("--")) return [this.#longSwitch(argument)];
    const equals = argument.indexOf("=");
    const name = argument.slice(2, equals === -1 ? undefined : equals);
    const option = this.options.find((known) => known.name === name);
    if (option === undefined) throw this.unknownOption(`--${name}`);
    // Its files follow one by one, each as a separate value.
    if (option.takesFiles === true && equals === -1 && lastFile(argv, at) > at) return [];
    if (takesValue(option)) return [argument];
    if (equals !== -1) throw new UserError(`--${name} takes no value`, this.#helpHint);
    return [`--${name}=true`];
  };

  /** `--before=` for an operand that follows that option. */
  #takerOf(argv: readonly string[], operand: number): string {
    let at = operand;
    while (at >= 0 && isOperand(argv[at])) at--;
    const [written = ""] = (argv[at] ?? "").split("=");
    const option = this.options.find(({ name }) => `--${name}` === written);
    return option?.takesFiles === true ? `${written}=` : "";
  }

  #longSwitch(argument: string): string {
    const option = this.options.find((known) => `-${known.alias}` === argument && !takesValue(known));
    return option === undefined ? argument : `--${option.name}=true`;
  }

  unknownOption(written: string): UserError {
    const isOfOther = OPTIONS.some(({ name, alias }) => [`--${name}`, `-${alias}`].includes(written));
    if (isOfOther) return new UserError(`${this.#command} takes no ${written}`, this.#helpHint);
    if (this.#command === "capture") {
      const hint = "put options of the command after --, as in: tracediff capture -- ls -l";
      return new UserError(`unknown option ${written}`, hint);
    }
    const close = suggest(
      written,
      this.options.map(({ name }) => `--${name}`),
    );
    return new UserError(
      `unknown option ${written}`,
      close === undefined ? this.#helpHint : `did you mean ${close}?`,
    );
  }
}

function missingValue({ name, value, choices }: OptionSpec): UserError {
  return new UserError(
    `--${name} needs a value`,
    choices === undefined ? `as in --${name} ${value}` : `one of ${choices.join(", ")}`,
  );
}
