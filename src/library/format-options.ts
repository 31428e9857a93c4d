import { UserError } from "../input/user-error.ts";
import type { Color } from "../report/layout/painter.ts";
import { LEAST_WIDTH, type ReportOptions, USUAL_WIDTH } from "../report/reporter.ts";
import { wholeNumber } from "./compare-options.ts";
import { requireKnownOptions } from "./require-known-options.ts";

/** How a report looks. They matter for `text`; `context` matters for every format that shows hunks. */
export type FormatOptions = {
  /** Whether to color, or chalk's level of it, 0 to 3; false if left out. */
  readonly color?: Color;
  /** Columns that a line may take, at least 72; 80 if left out. */
  readonly width?: number;
  /** Matched calls to show around changes; 3 if left out. */
  readonly context?: number;
  /** Whether to use signs beyond ASCII (✔ → µ); true if left out. */
  readonly unicode?: boolean;
  /** Whether to draw small pictures of distributions, as on a terminal; false if left out. */
  readonly charts?: boolean;
};

const FORMAT_OPTIONS = [
  "color",
  "width",
  "context",
  "unicode",
  "charts",
] as const satisfies readonly (keyof FormatOptions)[];
const COLORS: readonly unknown[] = [false, true, 0, 1, 2, 3];

/** @throws UserError naming the option, the value given, and what it takes */
export function reportOptions(user: string, options: FormatOptions): ReportOptions {
  requireKnownOptions(user, options, FORMAT_OPTIONS);
  const { color = false, width = USUAL_WIDTH, context = 3, unicode = true, charts = false } = options;
  if (!COLORS.includes(color)) {
    throw new UserError(`color takes true, false or a level from 0 to 3, not ${color}`, "as in color: true");
  }
  return {
    color,
    width: Math.max(LEAST_WIDTH, wholeNumber("width", width)),
    context: wholeNumber("context", context),
    unicode,
    charts,
  };
}
