import type { Environment } from "../io.ts";
import type { ColorChoice } from "../options/option-table.ts";

/**
 * Whether to colour, as chalk's level: 0 or the basic 16 colours, which are all that reports use. What the user
 * says on the command line goes first, then NO_COLOR (https://no-color.org: any value but an empty one), then
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
