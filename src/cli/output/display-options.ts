import { LEAST_WIDTH, type ReportOptions, USUAL_WIDTH } from "../../report/reporter.ts";
import type { Environment, Io } from "../io.ts";
import type { ColorChoice } from "../options/option-table.ts";
import { showsUnicode } from "./shows-unicode.ts";

/** How a report may look at its destination. A file is never a terminal, whatever standard output is. */
export function displayOptions(
  color: ColorChoice,
  onStdout: boolean,
  io: Io,
): Omit<ReportOptions, "context"> {
  const isTerminal = onStdout && io.stdoutIsTerminal;
  return {
    width: reportWidth(isTerminal ? io.columns : undefined, io.env),
    color: onStdout ? colorLevel(color, io.env, isTerminal) : 0,
    unicode: showsUnicode(io.env, isTerminal),
    charts: isTerminal,
  };
}

/**
 * Whether to colour, as chalk's level: 0 or the basic 16 colours, which are all that reports use. The command line
 * takes precedence, then NO_COLOR (https://no-color.org: any value but an empty one), then
 * FORCE_COLOR and CLICOLOR_FORCE, then what the terminal can do.
 */
export function colorLevel(choice: ColorChoice, env: Environment, isTerminal: boolean): 0 | 1 {
  if (choice !== "auto") return choice === "always" ? 1 : 0;
  if (isSet(env.NO_COLOR)) return 0;
  const force = env.FORCE_COLOR;
  if (force !== undefined) return force === "0" || force === "false" ? 0 : 1;
  const cliForce = env.CLICOLOR_FORCE;
  if (isSet(cliForce) && cliForce !== "0") return 1;
  if (env.TERM === "dumb") return 0;
  return isTerminal ? 1 : 0;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}

/** Columns for the text report: those of the terminal, else what COLUMNS says, else 80. */
export function reportWidth(columns: number | undefined, env: Environment): number {
  const stated = columns !== undefined && columns > 0 ? columns : Number(env.COLUMNS);
  return Number.isInteger(stated) && stated > 0 ? Math.max(LEAST_WIDTH, stated) : USUAL_WIDTH;
}
