import { UserError } from "../input/user-error.ts";

/**
 * A pattern checked to be valid.
 *
 * @param name of the option, as the caller writes it
 * @throws UserError saying what is wrong with the pattern
 */
export function regularExpression(name: string, pattern: string): string {
  try {
    new RegExp(pattern);
    return pattern;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UserError(`${name}: ${error.message}`, "plain text works too; . and * have a special meaning");
  }
}
