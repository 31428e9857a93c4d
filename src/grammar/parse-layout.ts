import { ARGUMENT_ROLES, type ArgumentRole, type Ignored, type Layout } from "./grammar.ts";
import { GrammarError } from "./grammar-error.ts";

/** Argument names that the table declares. */
export type ArgumentNames = { readonly ignored: Map<string, Ignored>; readonly texts: Set<string> };

/** Roles that are given to names of the table and cannot be used directly. */
const UNNAMED: ReadonlySet<ArgumentRole> = new Set(["ignored", "reported", "text"]);

/** `fd, path, flags:open, flags:created?` @throws GrammarError */
export function parseLayout(
  line: number,
  list: string,
  names: ArgumentNames,
): Layout & { readonly required: number } {
  const roles: ArgumentRole[] = [];
  const named: string[] = [];
  const sets: (string | null)[] = [];
  let required = 0;
  if (list.trim() === "") return { arguments: roles, names: named, sets, required };
  for (const [index, word] of list.split(",").entries()) {
    const optional = word.trim().endsWith("?");
    const [name = "", set = null] = word.trim().replace(/\?$/, "").split(":");
    const role = roleOf(name, names);
    if (role === undefined) {
      const known = ARGUMENT_ROLES.filter((one) => !UNNAMED.has(one));
      const declared = [...names.texts, ...names.ignored.keys()];
      throw new GrammarError(line, `a role (${[...known, ...declared].join(", ")})`, name);
    }
    if (!optional && required !== index) {
      throw new GrammarError(line, "only optional arguments after an optional one", word.trim());
    }
    roles.push(role);
    named.push(name);
    sets.push(set);
    if (!optional) required = index + 1;
  }
  return { arguments: roles, names: named, sets, required };
}

function roleOf(name: string, { ignored, texts }: ArgumentNames): ArgumentRole | undefined {
  const role = ARGUMENT_ROLES.find((one) => one === name && !UNNAMED.has(one));
  if (role !== undefined) return role;
  if (texts.has(name)) return "text";
  const known = ignored.get(name);
  if (known === undefined) return undefined;
  return known.isReported ? "reported" : "ignored";
}
