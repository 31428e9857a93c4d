import { suggest } from "../input/suggest.ts";
import { UserError } from "../input/user-error.ts";

/**
 * The choice that a word names.
 *
 * @param name of the option, as the caller writes it: `--order` on the command line, `order` in a program
 * @throws UserError listing the choices
 */
export function choiceOf<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  value: string,
): Choice {
  const choice = choices.find((known) => known === value);
  if (choice !== undefined) return choice;
  const close = suggest(String(value), choices); // an untyped program may pass something else
  throw new UserError(
    `${name} cannot be ${value === "" ? "empty" : value}`,
    close === undefined ? `use one of ${choices.join(", ")}` : `did you mean ${close}?`,
  );
}
