import type { Grammar } from "../../grammar/grammar.ts";
import { UserError } from "../../input/user-error.ts";
import type { Selection } from "../../result/comparison.ts";
import { COLOR_CHOICES, type ColorChoice, LOG_LEVELS, type LogLevel } from "./option-table.ts";
import { callsOf, last, oneOf, share } from "./option-values.ts";
import { type Output, outputsOf } from "./outputs.ts";
import type { RawArguments } from "./parse-arguments.ts";
import { selectionOf } from "./selection-options.ts";

/** A request to a command about one trace, every value checked. */
export type TraceRequest<Format extends string> = {
  /** A path, or `-` for standard input. */
  readonly source: string;
  /** Whether it names the files of an `strace -ff` set. */
  readonly isSet: boolean;
  /** Canonical names; null for all. */
  readonly calls: readonly string[] | null;
  readonly selection: Selection;
  /** Share of call-like lines, 0 to 1, that may be unreadable. */
  readonly maxUnread: number;
  readonly outputs: readonly Output<Format>[];
  readonly color: ColorChoice;
  readonly logLevel: LogLevel;
};

/**
 * @param formats the choices of --format, the usual one first
 * @throws UserError naming the option, the value given, and what it takes
 */
export function traceRequest<Format extends string>(
  raw: RawArguments,
  grammar: Grammar,
  formats: readonly [Format, ...Format[]],
): TraceRequest<Format> {
  return {
    source: sourceOf(raw),
    isSet: raw.values.has("ff"),
    calls: callsOf(raw, grammar),
    selection: selectionOf(raw),
    maxUnread: share("max-unread", last(raw, "max-unread") ?? "0"),
    outputs: outputsOf(raw, formats, formats[0]),
    color: oneOf("color", COLOR_CHOICES, last(raw, "color") ?? "auto"),
    logLevel: oneOf("log-level", LOG_LEVELS, last(raw, "log-level") ?? "silent"),
  };
}

function sourceOf({ command, operands }: RawArguments): string {
  const [source, ...others] = operands;
  const usage = `usage: tracediff ${command} [options] <trace>; tracediff ${command} --help says more`;
  if (source === undefined) throw new UserError(`${command} needs a trace`, usage);
  if (others.length > 0) {
    const hint = "give the files of an strace -ff set as a quoted pattern, or as the prefix of their names";
    throw new UserError(`${command} takes one trace, not ${operands.length}`, hint);
  }
  return source;
}
