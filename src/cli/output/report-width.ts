import type { Environment } from "../io.ts";

const DEFAULT_WIDTH = 80;
/** Below this, columns cannot be laid out any more, and the terminal may wrap. */
const LEAST_WIDTH = 72;

/** Columns for the text report: those of the terminal, else what COLUMNS says, else 80. */
export function reportWidth(columns: number | undefined, env: Environment): number {
  const stated = columns !== undefined && columns > 0 ? columns : Number(env.COLUMNS);
  return Number.isInteger(stated) && stated > 0 ? Math.max(LEAST_WIDTH, stated) : DEFAULT_WIDTH;
}
