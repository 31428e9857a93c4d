import { FlagSet } from "../../grammar/flag-set.ts";
import type { Grammar, Layout, Prototype } from "../../grammar/grammar.ts";
import { ROLE, type RoleCode } from "./role-code.ts";

/** What the arguments of one spelling of a call mean, in the form the scanner needs. */
export type ArgumentLayout = {
  readonly roles: readonly RoleCode[];
  /** By argument, what names its numbers; null if nothing does. */
  readonly sets: readonly (NamedFlags | null)[];
  /** By command, the layout of all arguments when it is that command; null for calls without commands. */
  readonly commands: ReadonlyMap<string, ArgumentLayout> | null;
  /** The layout for commands that only read and are not in `commands`; null for calls without commands. */
  readonly reading: ArgumentLayout | null;
};

/** A set of flags, and for a structure those of its members. */
export type NamedFlags = FlagSet & {
  readonly memberSets?: MemberSets;
  /** For a structure that is compared whole. */
  readonly withinSets?: MemberSets;
};
type MemberSets = ReadonlyMap<string, NamedFlags | null>;

export const NO_LAYOUT: ArgumentLayout = { roles: [], sets: [], commands: null, reading: null };

/** Makes layouts from prototypes; what they share is made once. */
export class ArgumentLayouts {
  readonly #grammar: Grammar;
  readonly #sets = new Map<string, NamedFlags | null>();

  constructor(grammar: Grammar) {
    this.#grammar = grammar;
  }

  of(prototype: Prototype): ArgumentLayout {
    const { commands } = prototype;
    const plain = this.#plain(prototype);
    if (commands === undefined) return plain;
    const behind = plain.roles.indexOf(ROLE.command) + 1;
    const withTail = (tail: ArgumentLayout): ArgumentLayout => ({
      ...tail,
      roles: [...plain.roles.slice(0, behind), ...tail.roles],
      sets: [...plain.sets.slice(0, behind), ...tail.sets],
    });
    const known = new Map<Layout, ArgumentLayout>();
    for (const layout of commands.values()) known.set(layout, withTail(this.#plain(layout)));
    return {
      ...plain,
      commands: new Map(Array.from(commands, ([name, layout]) => [name, known.get(layout) ?? plain])),
      reading: withTail({ ...NO_LAYOUT, roles: plain.roles.slice(behind).map(() => ROLE.ignored) }),
    };
  }

  #plain({ arguments: roles, sets }: Layout): ArgumentLayout {
    return {
      ...NO_LAYOUT,
      roles: roles.map((role) => ROLE[role]),
      sets: sets.map((name) => this.#set(name)),
    };
  }

  #set(name: string | null): NamedFlags | null {
    if (name === null) return null;
    const made = this.#sets.get(name);
    if (made !== undefined) return made;
    const lines = this.#grammar.sets.get(name);
    let set: NamedFlags | null = null;
    if (lines !== undefined) {
      set = new FlagSet(lines);
      const { members, within } = set;
      const setsOf = (words: NonNullable<typeof members>): MemberSets =>
        new Map(words.map(([member, of]) => [member, this.#set(of)]));
      if (members !== null) set = Object.assign(set, { memberSets: setsOf(members) });
      if (within !== null) set = Object.assign(set, { withinSets: setsOf(within) });
    }
    this.#sets.set(name, set);
    return set;
  }
}

/** `_IOC(_IOC_READ, 0x66, 0x1, 0x8)`, `0x80086601`: a command that the kernel answers without being sent anything. */
export function onlyReads(command: string): boolean {
  if (command.includes("_IOC_READ")) return !command.includes("_IOC_WRITE");
  return /^0x[0-9a-f]{8}$/.test(command) && Number(command) >>> 30 === 2;
}
