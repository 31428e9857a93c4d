import { suggest } from "../input/suggest.ts";
import { UserError } from "../input/user-error.ts";

/**
 * Refuses options that a function does not have: a misspelt one would be silently ignored.
 *
 * @param user the function that takes them
 * @throws UserError naming the option, and the one that was probably meant
 */
export function requireKnownOptions(user: string, options: object, known: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const close = suggest(name, known);
    throw new UserError(
      `${user} has no option ${name}`,
      close === undefined ? `it has ${known.join(", ")}` : `did you mean ${close}?`,
    );
  }
}
