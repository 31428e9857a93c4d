import type { CallKind, CallSpec, Grammar, Layout, Likeness, Prototype, ResultRole } from "./grammar.ts";
import { CALL_KINDS, RESULT_ROLES } from "./grammar.ts";
import { GrammarError } from "./grammar-error.ts";
import { type ArgumentNames, parseLayout } from "./parse-layout.ts";

// pread64(fd, buffer, size, offset) = bytes   aka pread
// name   (roles                   )   result  word names
const PROTOTYPE = /^(\w+)\(([^()]*)\) *= *(\w+)(?: +(read|written)\b)?(?: +(.+))?$/;
// timeout how long to wait at most depends on the clock
const DECLARATION = /^(\w+) +(\S.*)$/;
// fcntl F_SETFL (flags:open)
const COMMANDS = /^(\w+) +([\w ]+?) *\(([^()]*)\)$/;

/** Lines that are not prototypes. */
const DIRECTIVES = ["text", "ignore", "report", "set", "with", "other"] as const;

/**
 * Reads the call table. `#` starts a comment; every other line is
 *
 *     kind name(role, role, role?) = result   aka other_name ...   like newer_name flags
 *     kind name(role, ...)         = result   is canonical_name
 *     with name COMMAND ... (role, ...)
 *     text name what it is  |  ignore name reason  |  report name reason  |  set name ...
 *
 *     other name name ...
 *
 * where `?` marks arguments that a whole call may lack, `aka` lists further names of the call, `is` says that
 * this spelling, with arguments of its own, counts as a call of an earlier line, `like` that the call asks for the
 * same as another one with these flags, and `other` lists the names of calls that are only counted.
 *
 * @throws GrammarError naming the line and what was expected there
 */
export function parseGrammar(text: string): Grammar {
  const reader = new GrammarReader();
  for (const [index, source] of text.split("\n").entries()) {
    const content = source.replace(/#.*/, "").trim();
    if (content !== "") reader.read(index + 1, content);
  }
  return reader.grammar();
}

type CallParts = { readonly spec: Omit<CallSpec, "aliases" | "like">; readonly aliases: string[] };
type Wish = { readonly line: number; readonly call: number; readonly name: string; readonly flags: string };

class GrammarReader {
  readonly #calls: CallParts[] = [];
  readonly #byName = new Map<string, number>();
  readonly #prototypes = new Map<string, Prototype & { readonly commands?: Map<string, Layout> }>();
  readonly #names: ArgumentNames = { ignored: new Map(), texts: new Set() };
  readonly #sets = new Map<string, string[]>();
  readonly #otherNames = new Set<string>();
  /** The newer name comes after the older one in the table, or before it. */
  readonly #wishes: Wish[] = [];

  read(line: number, content: string): void {
    const space = content.search(/ /);
    const word = space === -1 ? content : content.slice(0, space);
    const rest = content.slice(space).trim();
    const directive = memberOf(DIRECTIVES, word);
    if (directive !== undefined) {
      this.#readDirective(line, directive, rest);
      return;
    }
    const kind = memberOf(CALL_KINDS, word);
    if (kind === undefined) {
      throw new GrammarError(line, `a kind (${CALL_KINDS.join(", ")}) or ${DIRECTIVES.join(", ")}`, content);
    }
    const match = PROTOTYPE.exec(rest);
    if (space === -1 || match === null) throw new GrammarError(line, "name(roles) = result", rest);
    const [, name = "", roles = "", resultName = "", way, more = ""] = match;
    const result = memberOf(RESULT_ROLES, resultName);
    if (result === undefined) {
      throw new GrammarError(line, `a result (${RESULT_ROLES.join(", ")})`, resultName);
    }
    if (
      (way === undefined && kind === "data" && result === "bytes") ||
      (way !== undefined && result !== "bytes")
    ) {
      throw new GrammarError(line, "`bytes read` or `bytes written`", rest);
    }
    const direction = way === undefined ? null : way === "read" ? "read" : "write";
    const layout = parseLayout(line, roles, this.#names);
    this.#readCall(line, { name, kind, arguments: layout.arguments, result, direction }, layout, more);
  }

  grammar(): Grammar {
    const likes = new Map<number, Likeness>();
    for (const { line, call, name, flags } of this.#wishes) {
      const target = this.#byName.get(name);
      if (target === undefined || target === call) {
        throw new GrammarError(line, "another call in the table after `like`", name);
      }
      likes.set(call, { call: target, flags });
    }
    const calls = this.#calls.map(({ spec, aliases }, call): CallSpec => {
      const like = likes.get(call);
      return like === undefined ? { ...spec, aliases } : { ...spec, aliases, like };
    });
    const { ignored } = this.#names;
    return {
      calls,
      byName: this.#byName,
      prototypes: this.#prototypes,
      otherNames: this.#otherNames,
      ignored,
      sets: this.#sets,
    };
  }

  #readCall(
    line: number,
    spec: CallParts["spec"],
    layout: ReturnType<typeof parseLayout>,
    more: string,
  ): void {
    // aka syscall_0x1b7 syscall_439   like faccessat2 *, 0
    const [, aka, , is, , newer, flags = ""] =
      /^(?:aka (\w+(?: +(?!like )\w+)*))?( *is (\S+))?( *like (\w+) +(.+))?$/.exec(more.trim()) ?? [];
    if (more !== "" && aka === undefined && is === undefined && newer === undefined) {
      throw new GrammarError(line, "`aka`, `is` or `like` followed by names", more);
    }
    const commands = layout.arguments.includes("command") ? { commands: new Map<string, Layout>() } : {};
    if (is !== undefined) {
      const call = this.#byName.get(is);
      if (call === undefined) throw new GrammarError(line, "a call from an earlier line after `is`", is);
      requireSame(line, this.#calls[call]?.spec.kind, spec.kind);
      this.#define(line, spec.name, { ...layout, ...commands, call });
      this.#calls[call]?.aliases.push(spec.name);
      return;
    }
    const call = this.#calls.length;
    const aliases = aka === undefined ? [] : aka.split(/ +/);
    this.#calls.push({ spec, aliases });
    for (const spelling of [spec.name, ...aliases]) {
      this.#define(line, spelling, { ...layout, ...commands, call });
    }
    if (newer !== undefined) this.#wishes.push({ line, call, name: newer, flags });
  }

  #readDirective(line: number, directive: (typeof DIRECTIVES)[number], rest: string): void {
    if (directive === "other") {
      this.#readOtherNames(line, rest);
      return;
    }
    const match = (directive === "with" ? COMMANDS : DECLARATION).exec(rest);
    const [, name = "", text = "", roles = ""] = match ?? [];
    if (match === null) {
      throw new GrammarError(line, directive === "with" ? "name COMMAND (roles)" : "a name and words", rest);
    }
    const { ignored, texts } = this.#names;
    if (directive === "set") this.#sets.set(name, [...(this.#sets.get(name) ?? []), text]);
    else if (directive === "with") this.#readCommands(line, name, text, roles);
    else if (directive === "text") texts.add(name);
    else ignored.set(name, { reason: text, isReported: directive === "report" });
  }

  #readOtherNames(line: number, names: string): void {
    for (const name of names.split(/ +/)) {
      if (this.#byName.has(name)) throw new GrammarError(line, "a name that no prototype declares", name);
      this.#otherNames.add(name);
    }
  }

  #readCommands(line: number, name: string, words: string, roles: string): void {
    const call = this.#byName.get(name);
    const layout = parseLayout(line, roles, this.#names);
    for (const prototype of this.#prototypes.values()) {
      if (prototype.call !== call || prototype.commands === undefined) continue;
      for (const word of words.split(/ +/)) prototype.commands.set(word, layout);
    }
    if (call === undefined || this.#prototypes.get(name)?.commands === undefined) {
      throw new GrammarError(line, "after `with`, a call from an earlier line that has a command", name);
    }
  }

  #define(line: number, name: string, prototype: Prototype & { commands?: Map<string, Layout> }): void {
    if (this.#byName.has(name)) throw new GrammarError(line, "a name not used on an earlier line", name);
    this.#byName.set(name, prototype.call);
    this.#prototypes.set(name, prototype);
  }
}

function requireSame(line: number, expected: CallKind | undefined, found: CallKind): void {
  if (expected !== found) throw new GrammarError(line, `the kind of that call, ${expected}`, found);
}

function memberOf<Name extends CallKind | ResultRole | (typeof DIRECTIVES)[number]>(
  names: readonly Name[],
  text: string,
): Name | undefined {
  return names.find((name) => name === text);
}
