import type { Grammar } from "../../grammar/grammar.ts";
import { driftLimit } from "../../library/drift-limit.ts";
import { type Format, reporters } from "../../report/reporters.ts";
import { type CompareOptions, IGNORABLE, ORDERS } from "../../result/comparison.ts";
import { DEFAULT_TIMING, GROUPINGS, type TimingOptions } from "../../result/timing.ts";
import { COLOR_CHOICES, type ColorChoice, LOG_LEVELS, type LogLevel } from "./option-table.ts";
import { callsOf, last, listOf, oneOf, share, wholeNumber } from "./option-values.ts";
import { type Output, outputsOf } from "./outputs.ts";
import type { RawArguments } from "./parse-arguments.ts";
import { callsByOf, mappingOf, selectionOf } from "./selection-options.ts";
import { type TraceSources, traceSources } from "./trace-sources.ts";

/** A comparison as the command line asks for it, every value checked. */
export type CompareRequest = TraceSources & {
  readonly options: CompareOptions;
  /** Whether --order was given; otherwise its default is meant. */
  readonly isOrderGiven: boolean;
  readonly timing: TimingOptions;
  /** Whether all traces were recorded by the same strace with the same options. */
  readonly isRecordedAlike: boolean;
  /** Whether to rewrite the snapshot before; null for no. */
  readonly update: { readonly isForced: boolean } | null;
  /** What goes where; `file` is null for standard output. */
  readonly outputs: readonly Output<Format>[];
  readonly context: number;
  readonly color: ColorChoice;
  readonly logLevel: LogLevel;
};

// Object.keys loses the literal types that the registry's own type has.
const FORMATS = Object.keys(reporters) as readonly Format[];
const MAX_CONTEXT = 1_000_000;

/** @throws UserError naming the option, the value given, and what it takes */
export function compareRequest(raw: RawArguments, grammar: Grammar): CompareRequest {
  // First, because of `-U before.log after.log`: reporting a missing operand would not say what is wrong.
  const context = wholeNumber("context", last(raw, "context") ?? "3", MAX_CONTEXT);
  return {
    ...traceSources(raw),
    options: {
      order: oneOf("order", ORDERS, last(raw, "order") ?? "thread"),
      ignore: [...new Set(listOf(raw, "ignore").map((value) => oneOf("ignore", IGNORABLE, value)))],
      calls: callsOf(raw, grammar),
      ...callsByOf(raw),
      ...selectionOf(raw),
      ...mappingOf(raw),
      maxUnread: share("max-unread", last(raw, "max-unread") ?? "0"),
    },
    isOrderGiven: raw.values.has("order"),
    timing: timingOptions(raw),
    isRecordedAlike: raw.command === "run",
    update: raw.values.has("update") ? { isForced: raw.values.has("force") } : null,
    outputs: outputsOf(raw, FORMATS, "text"),
    context,
    color: oneOf("color", COLOR_CHOICES, last(raw, "color") ?? "auto"),
    logLevel: oneOf("log-level", LOG_LEVELS, last(raw, "log-level") ?? "silent"),
  };
}

const MAX_OUTLIERS = 1_000_000;

/** @throws UserError for values that the options do not take */
function timingOptions(raw: RawArguments): TimingOptions {
  const by = listOf(raw, "by").map((value) => oneOf("by", GROUPINGS, value));
  return {
    by: by.length === 0 ? DEFAULT_TIMING.by : [...new Set(by)],
    limits: listOf(raw, "max-drift").map((text) => driftLimit("--max-drift", text)),
    acceptSingleRun: raw.values.has("accept-single-run"),
    outliers: wholeNumber("outliers", last(raw, "outliers") ?? "0", MAX_OUTLIERS),
  };
}
