import type { Grammar } from "../grammar/grammar.ts";
import { UserError } from "../input/user-error.ts";
import {
  type CompareOptions as CheckedOptions,
  IGNORABLE,
  type Ignorable,
  ORDERS,
  type Order,
  type PathMapping,
} from "../result/comparison.ts";
import { DEFAULT_TIMING, GROUPINGS, type Grouping, type TimingOptions } from "../result/timing.ts";
import { choiceOf } from "./choice-of.ts";
import { driftLimit } from "./drift-limit.ts";
import { regularExpression } from "./regular-expression.ts";
import { requireKnownOptions } from "./require-known-options.ts";
import { checkedSelection, SELECTION_OPTIONS } from "./selection.ts";
import { textList } from "./text-list.ts";
import type { CallSelection } from "./trace.ts";

/** Options of `compare`. Each may be left out; the command line option that it corresponds to is named beside it. */
export type CompareOptions = CallSelection & {
  /** --order: the level that must hold for exit code 0; `thread`, or what a snapshot keeps, if left out. */
  readonly order?: Order;
  /** --ignore: what two calls may differ in and still be the same; nothing if left out. */
  readonly ignore?: readonly Ignorable[];
  /** --map-path: applied in turn to the paths of both sides before files are paired. */
  readonly mapPath?: readonly PathMapping[];
  /** --exact-paths: whether files with a path pair by that path alone, never by role. */
  readonly exactPaths?: boolean;
  /** --max-unread: share of call-like lines, 0 to 1, that may be unreadable; 0 if left out. More is inconclusive. */
  readonly maxUnread?: number;
  /** --by: what latencies are grouped by; `["call"]` if left out. */
  readonly by?: readonly Grouping[];
  /** --max-drift: how far latency may rise for exit code 0, as in `["10%", "10%@p99", "200us@total"]`. */
  readonly maxDrift?: readonly string[];
  /** --accept-single-run: whether limits may be judged with one run a side, by its pairs of calls. */
  readonly acceptSingleRun?: boolean;
  /** --outliers: how many of the calls whose latency changed most to list; 0 if left out. */
  readonly outliers?: number;
};

const COMPARE_OPTIONS = [
  ...SELECTION_OPTIONS,
  "order",
  "ignore",
  "mapPath",
  "exactPaths",
  "maxUnread",
  "by",
  "maxDrift",
  "acceptSingleRun",
  "outliers",
] as const satisfies readonly (keyof CompareOptions)[];

/** @throws UserError naming the option, the value given, and what it takes */
export function checkedOptions(
  options: CompareOptions,
  grammar: Grammar,
): { readonly options: CheckedOptions; readonly timing: TimingOptions } {
  requireKnownOptions("compare", options, COMPARE_OPTIONS);
  const { order = "thread", ignore = [], mapPath, exactPaths, maxUnread = 0 } = options;
  const { by = DEFAULT_TIMING.by, maxDrift = [], acceptSingleRun = false, outliers = 0 } = options;
  return {
    options: {
      order: choiceOf("order", ORDERS, order),
      ignore: [...new Set(textList("ignore", ignore).map((value) => choiceOf("ignore", IGNORABLE, value)))],
      ...checkedSelection(options, grammar),
      ...(mapPath === undefined ? {} : { mapPath: checkedMappings(mapPath) }),
      ...(exactPaths === true ? { exactPaths } : {}),
      maxUnread: checkedShare("maxUnread", maxUnread),
    },
    timing: {
      by: checkedGroupings(by),
      limits: textList("maxDrift", maxDrift).map((limit) => driftLimit("maxDrift", limit)),
      acceptSingleRun,
      outliers: wholeNumber("outliers", outliers),
    },
  };
}

/** @throws UserError if it is not a share */
export function checkedShare(name: string, share: number): number {
  if (share >= 0 && share <= 1) return share;
  throw new UserError(`${name} takes a share from 0 to 1, not ${share}`, `as in ${name}: 0.005 for 0.5%`);
}

/** @throws UserError if it is not one */
export function wholeNumber(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new UserError(`${name} takes a whole number, not ${value}`, `as in ${name}: 3`);
}

function checkedGroupings(by: readonly Grouping[]): readonly Grouping[] {
  const chosen = textList("by", by).map((value) => choiceOf("by", GROUPINGS, value));
  return chosen.length === 0 ? DEFAULT_TIMING.by : [...new Set(chosen)];
}

function checkedMappings(mappings: readonly PathMapping[]): readonly PathMapping[] {
  const given: unknown = mappings;
  if (!Array.isArray(given) || !given.every(isMapping)) {
    throw new UserError(
      "mapPath takes a list of { from, to }: a regular expression and its replacement",
      'as in mapPath: [{ from: "^/build-[0-9]+/", to: "/build/" }]',
    );
  }
  return mappings.map(({ from, to }) => ({ from: regularExpression("mapPath", from), to }));
}

function isMapping(value: Partial<PathMapping> | null): boolean {
  return typeof value?.from === "string" && typeof value.to === "string";
}
