import type { Comparison } from "../result/comparison.ts";
import type { Color } from "./layout/painter.ts";

/** Below this, columns can no longer be laid out, and the terminal may wrap. */
export const LEAST_WIDTH = 72;
export const USUAL_WIDTH = 80;

export type ReportOptions = {
  /** Matched calls to show around changes. */
  readonly context: number;
  /** Terminal columns; lines are kept within them. */
  readonly width: number;
  readonly color: Color;
  /** Whether the output can show more than ASCII. */
  readonly unicode: boolean;
  /** Whether to draw small pictures of distributions, as on a terminal; no if absent. */
  readonly charts?: boolean;
};

/** A report is a function from the result to pieces of text, in order, so that a large one is never one string. */
export type Reporter = (comparison: Comparison, options: ReportOptions) => Iterable<string>;
