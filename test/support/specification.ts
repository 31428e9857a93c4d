import { readFileSync } from "node:fs";
import { join } from "node:path";
import peggy from "peggy";
import { FlagSet } from "../../src/grammar/flag-set.ts";
import type { ArgumentRole, Layout } from "../../src/grammar/grammar.ts";
import { settledText } from "../../src/parse/arguments/settled-text.ts";
import { grammar, type ReadRecord } from "../parse/parse-text.ts";

// grammars/strace.peggy says what a line is and what an argument of a role says; here the two are put together.

export type SpecTime = {
  readonly clock: "day" | "epoch" | "relative";
  readonly seconds: number;
  readonly nanoseconds: number;
};

type Part = Partial<ReadRecord> & {
  /** Of a directory: the descriptor of a call that has no other. */
  readonly directory?: number;
  readonly sent?: { readonly length: number; readonly isCut: boolean };
  /** In place of the result. */
  readonly position?: number | bigint;
  readonly others?: readonly { readonly fd?: number; readonly path?: string }[];
  readonly requests?: readonly Partial<ReadRecord>[];
  /** Whether there are more requests than were printed. */
  readonly isCut?: boolean;
  readonly elements?: number | bigint;
};

type SpecCall = {
  readonly name: string;
  /** As printed, without the names of -N. */
  readonly arguments: readonly string[];
  readonly result: Partial<ReadRecord> & { readonly restart?: boolean; readonly injected?: boolean };
};

type Place = { readonly tid: number | null; readonly time: SpecTime | null };
export type SpecLine = Place &
  (
    | ({ readonly kind: "call" } & SpecCall)
    /** Of a first half what its parenthesis and its end enclose, of a second one what follows `resumed>`. */
    | { readonly kind: "half"; readonly name: string; readonly entry?: string; readonly rest?: string }
    /** `superseder`: the thread that goes on under the id of this one. */
    | { readonly kind: "exit"; readonly superseder?: number }
    | { readonly kind: "signal" | "notice" | "stack" | "dump" | "table" | "blank" }
  );

/** What a call becomes. */
export type Reading = {
  readonly name: string;
  /** None for an attempt and for a call that the table does not have; several for io_submit. */
  readonly records: readonly Partial<ReadRecord>[];
  /** Whether grammars/syscalls.txt has it. */
  readonly isKnown: boolean;
  readonly isRestart: boolean;
  readonly isInjected: boolean;
};

export const specificationSource: string = readFileSync(
  join(import.meta.dirname, "../../grammars/strace.peggy"),
  "utf8",
);

const specification = peggy.generate(specificationSource, { allowedStartRules: ["*"] });

/** @returns null for a text that the rule does not fit */
function parse<Result>(text: string, startRule: string): Result | null {
  try {
    return specification.parse(text, { startRule });
  } catch (error) {
    if (error instanceof specification.SyntaxError) return null;
    throw error;
  }
}

/** What arguments say: the same few are in every line of a trace. */
const said = new Map<string, Part | null>();

function readArgument(text: string, role: ArgumentRole, set: string | null): Part | null {
  // what somebody has left out
  if (/^\.\.\.(?: |$)/.test(text)) return {};
  const key = `${role} ${set} ${text}`;
  let part = said.get(key);
  if (part === undefined) {
    part = makePart(text, role, set);
    said.set(key, part);
  }
  return part;
}

function makePart(text: string, role: ArgumentRole, set: string | null): Part | null {
  const lines = grammar.sets.get(set ?? "") ?? [];
  const named = new FlagSet(lines);
  if ((role === "flags" || role === "command") && named.members !== null && !/^[A-Z0-9]/.test(text)) {
    return membersPart(text, named.members);
  }
  const part = parse<Part>(text, ruleOf(role));
  if (part === null) return null;
  if (role === "text") {
    const flags = textOf(text);
    const named = (name: string, of: string, value: string): string =>
      `${name}=${new FlagSet(grammar.sets.get(of) ?? []).name(value)}`;
    const whole = new FlagSet(lines).within?.reduce(
      (all, [name, of]) =>
        all?.replace(new RegExp(`\\b${name}=(\\w+)`), (_, value) => named(name, of, value)),
      flags,
    );
    return { flags: whole ?? flags };
  }
  if (text === "" && named.isSilentZero) {
    return { flags: named.name("0") };
  }
  if (role === "end") {
    const fd = part.others?.[0]?.fd ?? 0;
    return { ...part, flags: String(fd >>> 0) };
  }
  if (role === "iocbs" && part.requests !== undefined) {
    return {
      ...part,
      requests: part.requests.map(({ flags, ...request }) => ({ ...request, ...operation(flags) })),
    };
  }
  const isNumber = part.flags !== undefined && /^\d/.test(part.flags) && text.startsWith(part.flags);
  if (part.flags === undefined || !isNumber || lines.length === 0) return part;
  return { ...part, flags: named.name(part.flags) };
}

/** `0, 0x1` of -X raw is IOCB_CMD_PREAD, RWF_HIPRI. */
function operation(flags: string | undefined): Partial<ReadRecord> {
  if (flags === undefined) return {};
  const named = flags.split(", ").map((word, at) => {
    const set = new FlagSet(grammar.sets.get(at === 0 ? "iocb" : "rwf") ?? []);
    return /^\d/.test(word) ? set.name(word) : word;
  });
  return { flags: named.filter((word, at) => at === 0 || word !== "0").join(", ") };
}

/** Of a structure the members that the set names; those that are 0 say nothing behind others. */
function membersPart(text: string, wanted: readonly (readonly [string, string])[]): Part | null {
  const printed = parse<{ members: [string, string][] }>(text, "Members");
  if (printed === null) return /^[{[]/.test(text) ? null : {};
  const flags: string[] = [];
  for (const [name, set] of wanted) {
    const value = printed.members.find(([member]) => member === name)?.[1];
    if (value === undefined || (value === "0" && flags.length > 0)) continue;
    const names = / \/\* (.*) \*\//.exec(value)?.[1];
    const word = /^[0-9A-Z_|xa-f]*/.exec(value)?.[0] ?? "";
    const sets = new FlagSet(grammar.sets.get(set) ?? []);
    if (names !== undefined) flags.push(names);
    else if (!/^\d/.test(word)) flags.push(word);
    else if (sets.isMeantBehind(flags.join(", "))) flags.push(sets.name(word));
  }
  return flags.length === 0 ? {} : { flags: flags.join(", ") };
}

/** What is compared as printed; of -X verbose the names. */
function textOf(printed: string): string | undefined {
  if (/^[0-9A-Z_|xa-f]+ \/\*/.test(printed)) {
    const groups = /^(?:\|?[0-9A-Z_xa-f][0-9A-Z_|xa-f]* \/\* .*? \*\/)+/s.exec(printed)?.[0] ?? "";
    const names = Array.from(groups.matchAll(/\/\* (.*?) \*\//gs), ([, name]) => name);
    if (!groups.includes("?")) return names.join("|");
    return names.length > 1 ? groups : groups.replace(/ .*/s, "");
  }
  return printed === "" ? undefined : settledText(printed);
}

/** @returns null for a line that is none of strace's */
export const specify = (line: string): SpecLine | null => parse(line, "Line");

/** The same of the two halves of a call, put together from its name on. */
export const specifyCall = (text: string): SpecCall | null => parse(text, "Call");

/** The rule of grammars/strace.peggy that says what an argument of this role is. */
export const ruleOf = (role: ArgumentRole): string =>
  role === "text" ? "Printed" : role === "command" ? "Flags" : `${role[0]?.toUpperCase()}${role.slice(1)}`;

/**
 * @returns null for a call whose arguments are not those of its prototype, and for one whose size must have digits of
 * its own output behind it, `write(1, "42", 242) = 2`: what becomes of it is not specified
 */
export function readCall({ name, arguments: printed, result }: SpecCall): Reading | null {
  const { restart: isRestart = false, injected: isInjected = false, ...returned } = result;
  const prototype = grammar.prototypes.get(name.replace(/^64:|#64$/, ""));
  const isKnown = prototype !== undefined;
  const reading = { name, isKnown, isRestart, isInjected: isInjected && isKnown && !isRestart };
  if (!isKnown) return { ...reading, records: [] };
  const isElided = printed.at(-1) === "...";
  if (printed.length < prototype.required && returned.result !== undefined && !isElided) return null;
  const parts: Part[] = [];
  let layout: Layout = prototype;
  for (const [index, text] of printed.entries()) {
    const role = layout.arguments[index] ?? "ignored";
    const set = layout.sets[index] ?? null;
    // nothing behind the last comma is no argument
    const part = text === "" && index === printed.length - 1 ? {} : readArgument(text, role, set);
    if (part === null) return null;
    const before = recordOf(parts).flags ?? "";
    const isMeant = new FlagSet(grammar.sets.get(set ?? "") ?? []).isMeantBehind(before);
    if (role === "end" && index === 0) {
      parts.push({
        fd: (part.others?.[0]?.fd ?? 0) | 0,
        ...(part.flags === undefined ? {} : { flags: part.flags }),
      });
      continue;
    }
    parts.push(isMeant || !/^\d/.test(text) ? part : {});
    if (role === "command" && prototype.commands !== undefined) {
      layout = layoutBehind(prototype, index, part.flags ?? "");
    }
  }
  const { name: call = "", result: role } = grammar.calls[prototype.call] ?? {};
  // a descriptor has 32 bits, with a sign
  if (role === "fd" && Number(returned.result) > 0x7fff_ffff) return null;
  const {
    requests = [],
    position,
    sent,
    ...record
  } = recordOf(countedFlags(parts, layout.arguments, printed));
  const { size } = record;
  if (sent !== undefined && size !== returned.result) {
    if (sent.isCut ? typeof size === "bigint" : size !== sent.length) return null;
  }
  if (isRestart) return { ...reading, records: [] };
  const [first, ...more] = requests;
  return {
    ...reading,
    records: [
      { call, ...record, ...returned, ...(position === undefined ? {} : { result: position }), ...first },
      ...more.map((request) => ({ call, error: returned.error, ...request })),
    ],
  };
}

/** The layout of all arguments where a command has been read. */
function layoutBehind(
  prototype: Layout & { readonly commands?: ReadonlyMap<string, Layout> },
  index: number,
  command: string,
): Layout {
  const word = command.match(/\w+/g)?.find((one) => prototype.commands?.has(one));
  const tail = prototype.commands?.get(word ?? "");
  const onlyReads =
    (command.includes("_IOC_READ") && !command.includes("_IOC_WRITE")) ||
    /^0x[89ab][0-9a-f]{7}$/.test(command);
  if (tail === undefined && !onlyReads) return prototype;
  const head = <Item>(items: readonly Item[]): Item[] => items.slice(0, index + 1);
  return {
    arguments: [...head(prototype.arguments), ...(tail?.arguments ?? [])],
    names: [...head(prototype.names), ...(tail?.names ?? [])],
    sets: [...head(prototype.sets), ...(tail?.sets ?? [])],
  };
}

/** How many elements an array has that does not tell itself. */
function countedFlags(
  parts: readonly Part[],
  roles: readonly ArgumentRole[],
  printed: readonly string[],
): readonly Part[] {
  const at = parts.findIndex(({ elements }) => elements !== undefined);
  if (at === -1) return parts;
  const flags = String(parts[at]?.elements);
  if (roles[at - 1] === "iovec") {
    return parts[at - 1]?.size === undefined ? parts.with(at, { flags }) : parts;
  }
  const requests = parts[at + 1];
  if (requests === undefined || printed[at + 1]?.startsWith("...")) return parts;
  const [first, ...more] = requests.requests ?? [];
  if (first?.flags !== undefined && requests.isCut !== true) return parts;
  const flagged = { ...first, flags: first?.flags === undefined ? flags : `${first.flags}, ${flags}` };
  return parts.with(at + 1, { requests: [flagged, ...more] });
}

/** The parts of all arguments put together. */
function recordOf(
  parts: readonly Part[],
): Partial<ReadRecord> & Pick<Part, "sent" | "position" | "requests"> {
  const { directory: _d, others: _o, isCut: _c, elements: _e, ...record }: Part = Object.assign({}, ...parts);
  const others = parts.flatMap((part) => part.others ?? []);
  const flags = parts.flatMap((part) => part.flags ?? []);
  const fds = others.flatMap(({ fd }) => fd ?? []);
  const fd = record.fd ?? parts.find((part) => part.directory !== undefined)?.directory;
  return {
    ...record,
    ...(fd === undefined ? {} : { fd }),
    ...(flags.length === 0 ? {} : { flags: flags.join(", ") }),
    ...(fds.length === 0 ? {} : { fds }),
    ...(others.some(({ path }) => path !== undefined)
      ? { paths: others.map(({ path }) => path ?? null) }
      : {}),
  };
}
