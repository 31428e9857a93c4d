import { LEAST_WIDTH, USUAL_WIDTH } from "../../report/reporter.ts";
import type { Environment } from "../io.ts";

/** Columns for the text report: those of the terminal, else what COLUMNS says, else 80. */
export function reportWidth(columns: number | undefined, env: Environment): number {
  const stated = columns !== undefined && columns > 0 ? columns : Number(env.COLUMNS);
  return Number.isInteger(stated) && stated > 0 ? Math.max(LEAST_WIDTH, stated) : USUAL_WIDTH;
}
