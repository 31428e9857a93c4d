import { type CompareOptions, IGNORABLE, ORDERS } from "../compare/comparison.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { type Format, reporters } from "../report/reporters.ts";
import type { Pair } from "../trace/pair.ts";
import { COLOR_CHOICES, type ColorChoice, LOG_LEVELS, type LogLevel } from "./option-table.ts";
import { callsOf, last, listOf, oneOf, share, wholeNumber } from "./option-values.ts";
import { type Output, outputsOf } from "./outputs.ts";
import type { RawArguments } from "./parse-arguments.ts";
import { UserError } from "./user-error.ts";

/** A comparison as the command line asks for it, every value checked. */
export type CompareRequest = {
  /** Paths, or `-` for standard input. */
  readonly sources: Pair<string>;
  readonly options: CompareOptions;
  /** What goes where; `file` is null for standard output. */
  readonly outputs: readonly Output<Format>[];
  readonly context: number;
  readonly color: ColorChoice;
  readonly logLevel: LogLevel;
};

// Object.keys loses the literal types that the registry's own type has.
const FORMATS = Object.keys(reporters) as readonly Format[];
const MAX_CONTEXT = 1_000_000;

/** @throws UserError naming the option, what it was given, and what it takes */
export function compareRequest(raw: RawArguments, grammar: Grammar): CompareRequest {
  return {
    sources: sourcesOf(raw.operands),
    options: {
      order: oneOf("order", ORDERS, last(raw, "order") ?? "thread"),
      ignore: [...new Set(listOf(raw, "ignore").map((value) => oneOf("ignore", IGNORABLE, value)))],
      calls: callsOf(raw, grammar),
      maxUnread: share("max-unread", last(raw, "max-unread") ?? "0"),
    },
    outputs: outputsOf(raw, FORMATS, "text"),
    context: wholeNumber("context", last(raw, "context") ?? "3", MAX_CONTEXT),
    color: oneOf("color", COLOR_CHOICES, last(raw, "color") ?? "auto"),
    logLevel: oneOf("log-level", LOG_LEVELS, last(raw, "log-level") ?? "silent"),
  };
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
