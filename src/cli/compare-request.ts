import { type CompareOptions, IGNORABLE, ORDERS } from "../compare/comparison.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { type Format, reporters } from "../report/reporters.ts";
import type { Pair } from "../trace/pair.ts";
import { COLOR_CHOICES, type ColorChoice, LOG_LEVELS, type LogLevel } from "./option-table.ts";
import type { RawArguments } from "./parse-arguments.ts";
import { selectCalls } from "./select-calls.ts";
import { suggest } from "./suggest.ts";
import { UserError } from "./user-error.ts";

/** A comparison as the command line asks for it, every value checked. */
export type CompareRequest = {
  /** Paths, or `-` for standard input. */
  readonly sources: Pair<string>;
  readonly options: CompareOptions;
  /** What goes where; `file` is null for standard output. */
  readonly outputs: readonly Output[];
  readonly context: number;
  readonly color: ColorChoice;
  readonly logLevel: LogLevel;
};

export type Output = { readonly format: Format; readonly file: string | null };

// Object.keys loses the literal types that the registry's own type has.
const FORMATS = Object.keys(reporters) as readonly Format[];
const MAX_CONTEXT = 1_000_000;

/** @throws UserError naming the option, what it was given, and what it takes */
export function compareRequest(raw: RawArguments, grammar: Grammar): CompareRequest {
  const list = (name: string): string[] => (raw.values.get(name) ?? []).flatMap((value) => value.split(","));
  const calls = list("calls");
  return {
    sources: sourcesOf(raw.operands),
    options: {
      order: oneOf("order", ORDERS, last(raw, "order") ?? "thread"),
      ignore: [...new Set(list("ignore").map((value) => oneOf("ignore", IGNORABLE, value)))],
      calls: calls.length === 0 ? null : selectCalls(calls, grammar),
      maxUnread: share("max-unread", last(raw, "max-unread") ?? "0"),
    },
    outputs: outputsOf(raw),
    context: wholeNumber("context", last(raw, "context") ?? "3", MAX_CONTEXT),
    color: oneOf("color", COLOR_CHOICES, last(raw, "color") ?? "auto"),
    logLevel: oneOf("log-level", LOG_LEVELS, last(raw, "log-level") ?? "silent"),
  };
}

function last(raw: RawArguments, name: string): string | undefined {
  return raw.values.get(name)?.at(-1);
}

function sourcesOf(operands: readonly string[]): Pair<string> {
  const [before, after, ...others] = operands;
  const usage = "usage: tracediff [options] <before> <after>; tracediff --help says more";
  if (before === undefined) throw new UserError("two traces are needed, none is given", usage);
  if (after === undefined) throw new UserError(`two traces are needed, only ${before} is given`, usage);
  if (others.length > 0) {
    throw new UserError(`two traces are compared, ${operands.length} are given`, usage);
  }
  if (before === "-" && after === "-") {
    throw new UserError("only one of the traces can be standard input", "give a file for the other");
  }
  return { before, after };
}

function outputsOf(raw: RawArguments): Output[] {
  const outputs = (raw.values.get("format") ?? []).map(outputOf);
  const onStdout = outputs.filter((output) => output.file === null);
  if (onStdout.length > 1) {
    throw new UserError(
      `standard output can carry one format, not ${onStdout.map((output) => output.format).join(" and ")}`,
      `write one of them into a file, as in --format ${onStdout.at(-1)?.format}=FILE`,
    );
  }
  const toFiles = outputs.filter((output) => output.file !== null);
  if (raw.values.has("quiet")) return toFiles;
  return [...toFiles, onStdout[0] ?? { format: "text", file: null }];
}

function outputOf(value: string): Output {
  const equals = value.indexOf("=");
  const format = oneOf("format", FORMATS, equals === -1 ? value : value.slice(0, equals));
  if (equals === -1) return { format, file: null };
  const file = value.slice(equals + 1);
  if (file === "") throw new UserError(`--format ${value} names no file`, `as in --format ${format}=FILE`);
  return { format, file: file === "-" ? null : file };
}

function oneOf<Choice extends string>(option: string, choices: readonly Choice[], value: string): Choice {
  const choice = choices.find((known) => known === value);
  if (choice !== undefined) return choice;
  const close = suggest(value, choices);
  throw new UserError(
    `--${option} cannot be ${value === "" ? "empty" : value}`,
    close === undefined ? `it is one of ${choices.join(", ")}` : `did you mean ${close}?`,
  );
}

function wholeNumber(option: string, value: string, limit: number): number {
  if (!/^\d+$/.test(value)) {
    throw new UserError(`--${option} takes a whole number, not ${value}`, `as in --${option} 3`);
  }
  return Math.min(Number(value), limit);
}

/** `0.5%` as 0.005. A bare number could mean lines as well as percent, so only 0 may go without its sign. */
function share(option: string, value: string): number {
  const match = /^(\d+(?:\.\d+)?)(%?)$/.exec(value);
  const percent = Number(match?.[1]);
  if (match === null || percent > 100 || (match[2] === "" && percent !== 0)) {
    throw new UserError(`--${option} takes a percentage up to 100%, not ${value}`, `as in --${option} 0.5%`);
  }
  return percent / 100;
}
