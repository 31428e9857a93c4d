import type { ArgumentRole, CallKind, CallSpec, Grammar, Prototype, ResultRole } from "./grammar.ts";
import { ARGUMENT_ROLES, CALL_KINDS, RESULT_ROLES } from "./grammar.ts";
import { GrammarError } from "./grammar-error.ts";

/** Names that say to the reader of the table what an argument is, and to the parser that it does not matter. */
const IGNORED_NAMES: ReadonlySet<string> = new Set([
  "address",
  "argument",
  "count",
  "handle",
  "length",
  "mode",
  "pid",
  "struct",
  "timeout",
]);

// pread64(fd, buffer, size, offset) = bytes   aka pread
// name   (roles                   )   result  word names
const PROTOTYPE = /^(\w+)\(([^()]*)\) *= *(\w+)(?: +(aka|is) +(.+))?$/;

/**
 * Reads the call table. `#` starts a comment; every other line is
 *
 *     kind name(role, role, role?) = result   aka other_name ...
 *     kind name(role, ...)         = result   is canonical_name
 *
 *     other name name ...
 *
 * where `?` marks arguments that a whole call may lack, `aka` lists further names of the call, and `is` says that
 * this spelling, with arguments of its own, counts as a call of an earlier line. `other` lists the names of calls that
 * are counted only.
 *
 * @throws GrammarError naming the line and what was expected there
 */
export function parseGrammar(text: string): Grammar {
  const calls: { spec: Omit<CallSpec, "aliases">; aliases: string[] }[] = [];
  const byName = new Map<string, number>();
  const prototypes = new Map<string, Prototype>();

  const otherNames = new Set<string>();

  const define = (line: number, name: string, prototype: Prototype): void => {
    if (byName.has(name)) throw new GrammarError(line, "a name that no earlier line has", name);
    byName.set(name, prototype.call);
    prototypes.set(name, prototype);
  };

  for (const [index, source] of text.split("\n").entries()) {
    const line = index + 1;
    const content = source.replace(/#.*/, "").trim();
    if (content === "") continue;
    const space = content.search(/ /);
    if (content.startsWith("other ")) {
      for (const name of content.split(/ +/).slice(1)) {
        if (byName.has(name)) throw new GrammarError(line, "names that no prototype has", name);
        otherNames.add(name);
      }
      continue;
    }
    const kind = memberOf(CALL_KINDS, space === -1 ? content : content.slice(0, space));
    if (kind === undefined) throw new GrammarError(line, `a kind (${CALL_KINDS.join(", ")})`, content);
    const rest = content.slice(space).trim();
    const match = PROTOTYPE.exec(rest);
    if (space === -1 || match === null) throw new GrammarError(line, "name(roles) = result", rest);
    const [, name = "", roles = "", resultName = "", word, names = ""] = match;
    const result = memberOf(RESULT_ROLES, resultName);
    if (result === undefined) {
      throw new GrammarError(line, `a result (${RESULT_ROLES.join(", ")})`, resultName);
    }
    const layout = parseArguments(line, roles);
    if (word === "is") {
      const call = byName.get(names);
      if (call === undefined) throw new GrammarError(line, "a call of an earlier line after `is`", names);
      requireSame(line, calls[call]?.spec.kind, kind);
      define(line, name, { ...layout, call });
      calls[call]?.aliases.push(name);
      continue;
    }
    const call = calls.length;
    const aliases = names === "" ? [] : names.split(/ +/);
    calls.push({ spec: { name, kind, arguments: layout.arguments, result }, aliases });
    for (const spelling of [name, ...aliases]) define(line, spelling, { ...layout, call });
  }
  return { calls: calls.map(({ spec, aliases }) => ({ ...spec, aliases })), byName, prototypes, otherNames };
}

function parseArguments(line: number, list: string): { arguments: ArgumentRole[]; required: number } {
  const roles: ArgumentRole[] = [];
  let required = 0;
  if (list.trim() === "") return { arguments: roles, required };
  for (const [index, word] of list.split(",").entries()) {
    const optional = word.trim().endsWith("?");
    const name = word.trim().replace(/\?$/, "");
    const role = IGNORED_NAMES.has(name) ? "ignored" : memberOf(ARGUMENT_ROLES, name);
    if (role === undefined) {
      throw new GrammarError(line, `a role (${[...ARGUMENT_ROLES, ...IGNORED_NAMES].join(", ")})`, name);
    }
    if (!optional && required !== index) {
      throw new GrammarError(line, "only optional arguments after an optional one", word.trim());
    }
    roles.push(role);
    if (!optional) required = index + 1;
  }
  return { arguments: roles, required };
}

function requireSame(line: number, expected: CallKind | undefined, found: CallKind): void {
  if (expected !== found) throw new GrammarError(line, `the kind of that call, ${expected}`, found);
}

function memberOf<Name extends CallKind | ArgumentRole | ResultRole>(
  names: readonly Name[],
  text: string,
): Name | undefined {
  return names.find((name) => name === text);
}
