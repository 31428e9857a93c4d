/** One call of a snapshot as written on its line. */
export type SnapshotCall = {
  /** `[2] ` in the one order of all threads. */
  readonly thread: number | null;
  readonly call: string;
  readonly file: SnapshotName | null;
  readonly second: SnapshotName | null;
  readonly offset: bigint | null;
  readonly secondOffset: bigint | null;
  readonly size: bigint | null;
  readonly flags: string | null;
  /** `4096`, `ok`, `?` or an errno; `errno 4095` and `E???` if strace has no name for it. */
  readonly result: string;
  /** How often the call is repeated by itself; null for once. */
  readonly count: number | null;
  /** Steps of the offset, from the inside out. */
  readonly strides: readonly number[];
};

export type SnapshotName = { readonly prefix: string; readonly number: number };

type Reading<T> = { readonly value: T; readonly rest: string };

const NAME = /^(?:"(?:[^"\\]|\\.)*"|#[a-z0-9_]+|[\p{L}_/.][^\s"\\~]*)(?:~(\d{1,9}))?(?= |$)/u;

/** A name at the start of a text, or null. */
export function readName(text: string): Reading<SnapshotName> | null {
  const match = NAME.exec(text);
  if (match === null) return null;
  const word = match[0];
  const number = match[1] === undefined ? 1 : Number(match[1]);
  const prefix = match[1] === undefined ? word : word.slice(0, -match[1].length - 1);
  const value = prefix.startsWith('"') ? unquoted(prefix) : prefix;
  return value === null ? null : { value: { prefix: value, number }, rest: text.slice(word.length) };
}

/**
 * Reads `pread64 /db/data.bin @0 4096 (RWF_NOWAIT) = 4096 ×2000 +4096`, without its indent.
 *
 * @returns the call, or what was expected and where
 */
export function readCallLine(line: string): SnapshotCall | { readonly expected: string } {
  const cursor = new Cursor(line);
  const thread = cursor.take(/^\[(\d{1,9})\] /);
  const call = cursor.take(/^([a-z_][a-z0-9_]*)(?= )/);
  if (call === null) return { expected: "the name of a call" };
  const file = cursor.name(" ");
  const offset = cursor.take(/^ @(-?\d{1,20})(?= )/);
  const second = cursor.name(" -> ");
  const secondOffset = cursor.take(/^ ->@(-?\d{1,20})(?= )/);
  const size = cursor.take(/^ (-?\d{1,20})(?= )/);
  const flags = cursor.take(/^ \(([^()"\\]*|"(?:[^"\\]|\\.)*")\)(?= )/);
  const result = cursor.take(/^ = (-?\d{1,20}|\?|ok|[A-Z][A-Z0-9_]*\?*|errno -?\d+)(?= |$)/);
  if (result === null) return { expected: `" = " and a result at column ${cursor.column}` };
  const count = cursor.take(/^ ×([1-9]\d*)(?= |$)/);
  const strides: number[] = [];
  for (
    let step = cursor.take(/^ ([+-]\d{1,20})(?= |$)/);
    step !== null;
    step = cursor.take(/^ ([+-]\d{1,20})(?= |$)/)
  ) {
    strides.push(Number(step));
  }
  if (!cursor.isAtEnd) return { expected: `the end of the line at column ${cursor.column}` };
  const unquotedFlags = flags?.startsWith('"') ? unquoted(flags) : flags;
  return {
    thread: thread === null ? null : Number(thread),
    call,
    file,
    second,
    offset: offset === null ? null : BigInt(offset),
    secondOffset: secondOffset === null ? null : BigInt(secondOffset),
    size: size === null ? null : BigInt(size),
    flags: unquotedFlags,
    result,
    count: count === null ? null : Number(count),
    strides,
  };
}

class Cursor {
  readonly #line: string;
  #at = 0;

  constructor(line: string) {
    this.#line = line;
  }

  /** 1-based, in the line without its indent. */
  get column(): number {
    return this.#at + 1;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#line.length;
  }

  /** What the pattern's group captures, if the rest of the line begins with the pattern. */
  take(pattern: RegExp): string | null {
    const match = pattern.exec(this.#line.slice(this.#at));
    if (match === null) return null;
    this.#at += match[0].length;
    return match[1] ?? "";
  }

  name(before: string): SnapshotName | null {
    if (!this.#line.startsWith(before, this.#at)) return null;
    const reading = readName(this.#line.slice(this.#at + before.length));
    if (reading === null) return null;
    this.#at = this.#line.length - reading.rest.length;
    return reading.value;
  }
}

/** The text of a JSON string; null if it is not one. */
function unquoted(text: string): string | null {
  try {
    return String(JSON.parse(text));
  } catch {
    // An escape that JSON does not have: the caller says what was expected instead.
    return null;
  }
}
