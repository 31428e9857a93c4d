import { Chalk, type ChalkInstance } from "chalk";

/**
 * How much color a report may use: `true` or 1 for the 16 basic colors, all that reports use today; 2 and 3 for a
 * terminal that can show 256 or 16 million; `false` or 0 for none.
 */
export type Color = boolean | 0 | 1 | 2 | 3;

/** Creates what colors text; the only place that does, so that no report asks about the terminal. */
export function painter(color: Color): ChalkInstance {
  return new Chalk({ level: color === true ? 1 : color === false ? 0 : color });
}
