import { readFileSync } from "node:fs";
import { join } from "node:path";
import peggy from "peggy";
import type { ArgumentRole } from "../../src/grammar/grammar.ts";
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

function readArgument(text: string, role: ArgumentRole): Part | null {
  const key = `${role} ${text}`;
  let part = said.get(key);
  if (part === undefined) {
    part = parse<Part>(text, ruleOf(role));
    said.set(key, part);
  }
  return part;
}

/** @returns null for a line that is none of strace's */
export const specify = (line: string): SpecLine | null => parse(line, "Line");

/** The same of the two halves of a call, put together from its name on. */
export const specifyCall = (text: string): SpecCall | null => parse(text, "Call");

/** The rule of grammars/strace.peggy that says what an argument of this role is. */
export const ruleOf = (role: ArgumentRole): string => `${role[0]?.toUpperCase()}${role.slice(1)}`;

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
  if (printed.length < prototype.required && returned.result !== undefined) return null;
  const parts: Part[] = [];
  for (const [index, text] of printed.entries()) {
    const part = readArgument(text, prototype.arguments[index] ?? "ignored");
    if (part === null) return null;
    parts.push(part);
  }
  const { name: call = "", result: role } = grammar.calls[prototype.call] ?? {};
  // a descriptor has 32 bits, with a sign
  if (role === "fd" && Number(returned.result) > 0x7fff_ffff) return null;
  const { requests = [], position, sent, ...record } = recordOf(parts);
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

/** The parts of all arguments put together. */
function recordOf(
  parts: readonly Part[],
): Partial<ReadRecord> & Pick<Part, "sent" | "position" | "requests"> {
  const { directory: _directory, others: _others, ...record }: Part = Object.assign({}, ...parts);
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
