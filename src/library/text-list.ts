import { UserError } from "../input/user-error.ts";

/**
 * A list of texts, as its type says; programs without types may give another.
 *
 * @throws UserError showing a list
 */
export function textList<Text extends string>(name: string, values: readonly Text[]): readonly Text[] {
  const given: unknown = values;
  if (Array.isArray(given) && given.every((value) => typeof value === "string")) return values;
  throw new UserError(`${name} takes a list of texts, not ${String(given)}`, `as in ${name}: ["…"]`);
}
