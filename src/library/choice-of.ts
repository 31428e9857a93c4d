import { suggest } from "../input/suggest.ts";
import { UserError } from "../input/user-error.ts";

/**
 * The choice that a word names.
 *
 * @param name of the option, as who gave it writes it: `--order` at the command line, `order` in a program
 * @throws UserError saying what it can be
 */
export function choiceOf<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  value: string,
): Choice {
  const choice = choices.find((known) => known === value);
  if (choice !== undefined) return choice;
  const close = suggest(String(value), choices); // a program without types may give no text
  throw new UserError(
    `${name} cannot be ${value === "" ? "empty" : value}`,
    close === undefined ? `it is one of ${choices.join(", ")}` : `did you mean ${close}?`,
  );
}
