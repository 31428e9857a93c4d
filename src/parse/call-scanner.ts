import {
  COLON,
  HASH,
  LOWER_A,
  LOWER_Z,
  NINE,
  OPEN_PAREN,
  QUESTION,
  UNDERSCORE,
  ZERO,
} from "../bytes/ascii.ts";
import { ByteMap } from "../bytes/byte-map.ts";
import type { CallKind, Grammar, Prototype } from "../grammar/grammar.ts";
import { type ArgumentLayout, ArgumentLayouts, NO_LAYOUT } from "./arguments/argument-layout.ts";
import { ArgumentScanner } from "./arguments/argument-scanner.ts";
import { CallFields } from "./arguments/call-fields.ts";
import { MOST_DESCRIPTOR } from "./arguments/descriptor-number.ts";
import { ROLE } from "./arguments/role-code.ts";
import type { CallFinder } from "./call-finder.ts";
import { type ErrorNames, ResultScanner } from "./result-scanner.ts";
import type { StringPool } from "./string-pool.ts";
import type { TextBuffer } from "./text-buffer.ts";

// All positions stay within the line: it ends with a line end, where every scanner stops.

/** 1 for the bytes of names: `pread64`, `_llseek`; `read#64`, `64:read` of x32; `???` if the number is not known. */
const NAME_BYTES: Uint8Array = nameTable();

function nameTable(): Uint8Array {
  const table = new Uint8Array(256);
  table.fill(1, LOWER_A, LOWER_Z + 1);
  table.fill(1, ZERO, NINE + 1);
  for (const byte of [UNDERSCORE, HASH, COLON, QUESTION]) table[byte] = 1;
  return table;
}

/** `read`, `_llseek`, `syscall_0x1b4`, and `???` if the number is not known. */
const NAME = /^(?:[a-z_][a-z0-9_]*|\?+)$/;
/** Bytes; no name is longer. */
const LONGEST_NAME = 64;

/** A call name as printed, and what the grammar knows of it. */
export type CallName = {
  readonly text: string;
  /** Whether strace may have printed it; `12:openat` and `abcfsync` are names with something before them. */
  readonly isName: boolean;
  /** Null for a call that the grammar does not describe. */
  readonly prototype: Prototype | null;
  readonly kind: CallKind | null;
  /** The layout of its arguments; none if the grammar does not describe it. */
  readonly layout: ArgumentLayout;
  readonly sendsData: boolean;
  /** Whether its result is a descriptor. */
  readonly makesDescriptor: boolean;
  completed: number;
  restarts: number;
};

/** A text and where in it the arguments start. */
type PendingText = { readonly text: TextBuffer; readonly argumentsAt: number };

/** Reads a whole call from its name to the end of the line. */
export class CallScanner {
  readonly names: CallName[] = [];
  readonly arguments: ArgumentScanner;
  readonly result: ResultScanner;
  /** After the last arguments scanned; -1 if they have no end. */
  argumentsEnd = -1;
  readonly #grammar: Grammar;
  readonly #finder: CallFinder;
  readonly #layouts: ArgumentLayouts;
  readonly #nameIndexes = new ByteMap();

  constructor(grammar: Grammar, finder: CallFinder, strings: StringPool, errors: ErrorNames) {
    this.#grammar = grammar;
    this.#finder = finder;
    this.#layouts = new ArgumentLayouts(grammar);
    this.arguments = new ArgumentScanner(strings);
    this.result = new ResultScanner(strings, errors, finder);
  }

  /** @returns the position of the parenthesis after a name, or -1 if there is no name with one */
  static findParenthesis(bytes: Uint8Array, at: number): number {
    const first = at;
    let byte = bytes[at] as number;
    while (NAME_BYTES[byte] === 1) byte = bytes[++at] as number;
    return byte === OPEN_PAREN && at > first ? at : -1;
  }

  /** The name at `bytes[at..parenthesis)`. */
  name(bytes: Uint8Array, at: number, parenthesis: number): CallName {
    const known = this.#nameIndexes.get(bytes, at, parenthesis);
    if (known !== -1) return this.names[known] as CallName;
    let text = "";
    for (let i = at; i < parenthesis; i++) text += String.fromCharCode(bytes[i] as number);
    const plain = text.replace(/^64:|#64$/g, "");
    const prototype = this.#grammar.prototypes.get(plain) ?? null;
    const spec = prototype === null ? null : (this.#grammar.calls[prototype.call] ?? null);
    const isName =
      prototype !== null ||
      this.#grammar.otherNames.has(plain) ||
      (NAME.test(plain) && !this.#finder.endsWithName(bytes, at, parenthesis));
    const layout = prototype === null ? NO_LAYOUT : this.#layouts.of(prototype);
    const name: CallName = {
      text,
      isName,
      prototype,
      kind: spec?.kind ?? null,
      layout,
      sendsData: layout.roles.includes(ROLE.payload),
      makesDescriptor: spec?.result === "fd",
      completed: 0,
      restarts: 0,
    };
    this.#nameIndexes.set(bytes, at, parenthesis, this.names.length);
    this.names.push(name);
    return name;
  }

  /** Whether `bytes[at..end)` is the start of a call name that the grammar describes or that was seen before. */
  startsName(bytes: Uint8Array, at: number, end: number): boolean {
    for (let i = at; i < end; i++) if (NAME_BYTES[bytes[i] as number] !== 1) return false;
    let text = "";
    for (let i = at; i < end && i - at <= LONGEST_NAME; i++) text += String.fromCharCode(bytes[i] as number);
    if (this.names.some((name) => name.text.startsWith(text))) return true;
    return Array.from(this.#grammar.prototypes.keys()).some((name) => name.startsWith(text));
  }

  /** Whether arguments of any kind, a result and the end of the line follow. */
  hasShape(bytes: Uint8Array, at: number, end: number): boolean {
    const fields = new CallFields();
    const after = this.arguments.scan(bytes, at, NO_LAYOUT, fields);
    return after >= 0 && this.result.scan(bytes, after, end, fields) >= 0;
  }

  /**
   * Reads arguments and result.
   * @param at after the opening parenthesis
   * @returns `end`, or the complement (~) of the position where the line does not fit
   */
  scan(bytes: Uint8Array, at: number, end: number, name: CallName, fields: CallFields): number {
    fields.clear();
    const after = this.arguments.scan(bytes, at, name.layout, fields);
    return this.#scanResult(bytes, after, end, name, fields);
  }

  /**
   * Reads a call whose entry and rest are in two texts, without joining them.
   * @returns what `scan` does; if it is negative, the two may still read as one text
   */
  scanHalves(
    entry: PendingText,
    bytes: Uint8Array,
    rest: number,
    end: number,
    name: CallName,
    fields: CallFields,
  ): number {
    fields.clear();
    const { text, argumentsAt } = entry;
    const isPlain = this.arguments.scanEntry(text.bytes, argumentsAt, text.length, name.layout, fields);
    if (!isPlain) return ~rest;
    const after = this.arguments.scanRest(bytes, rest, name.layout, fields);
    const done = this.#scanResult(bytes, after, end, name, fields);
    // whether output is glued to the size shows only in the joined text
    return name.sendsData && fields.size !== fields.result ? ~rest : done;
  }

  #scanResult(bytes: Uint8Array, after: number, end: number, name: CallName, fields: CallFields): number {
    this.argumentsEnd = after < 0 ? -1 : after;
    if (after < 0) return ~Math.min(~after, end);
    if (fields.hasExtras && fields.misfit !== -1) return ~Math.min(fields.misfit, end);
    const { prototype } = name;
    const done = this.result.scan(bytes, after, end, fields);
    if (done < 0) return ~Math.min(~done, end);
    if (prototype === null) return done;
    // a process that died inside the call has only the arguments printed at entry
    const { count, isElided } = this.arguments;
    if (count < prototype.required && !this.result.isUnknown && !isElided) return ~(after - 1);
    if (name.makesDescriptor && fields.result > MOST_DESCRIPTOR) return ~this.result.start;
    fields.call = prototype.call;
    const { position } = fields;
    if (position !== null) {
      fields.result = Number(position);
      fields.exactResult = typeof position === "bigint" ? position : null;
    }
    return done;
  }
}
