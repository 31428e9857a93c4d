import { UserError } from "../input/user-error.ts";

/**
 * A list of strings, as its type says; untyped programs may pass something else.
 *
 * @throws UserError showing how to write a list
 */
export function textList<Text extends string>(name: string, values: readonly Text[]): readonly Text[] {
  const given: unknown = values;
  if (Array.isArray(given) && given.every((value) => typeof value === "string")) return values;
  throw new UserError(`${name} takes a list of strings, not ${String(given)}`, `as in ${name}: ["…"]`);
}
