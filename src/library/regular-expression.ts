import { UserError } from "../input/user-error.ts";

/**
 * A pattern that has been seen to be one.
 *
 * @param name of the option, as who gave it writes it
 * @throws UserError saying what is wrong with the pattern
 */
export function regularExpression(name: string, pattern: string): string {
  try {
    new RegExp(pattern);
    return pattern;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UserError(
      `${name}: ${error.message}`,
      "a plain text works too; . and * have meanings of their own",
    );
  }
}
