import { GrammarError } from "../grammar/grammar-error.ts";
import { parseGrammar } from "../grammar/parse-grammar.ts";
import { pathOf } from "../input/path-of.ts";
import { readInput, readStream } from "../input/read-input.ts";
import { shippedGrammar } from "../input/shipped-grammar.ts";
import { openTrace } from "../input/trace-input.ts";
import type { TraceReading } from "../input/trace-reading.ts";
import { UserError } from "../input/user-error.ts";
import { type CallTable, LoadedTrace } from "./loaded-trace.ts";
import { requireKnownOptions } from "./require-known-options.ts";
import type { Trace } from "./trace.ts";

/**
 * Where a log comes from. A string or a file: URL is a path, never the text of a log: that is `{ text }`. Bytes may be
 * one Uint8Array, or come in pieces, as from a readable stream or the body of a response.
 */
export type TraceSource =
  | string
  | URL
  | Uint8Array
  | Iterable<Uint8Array>
  | AsyncIterable<Uint8Array>
  | { readonly text: string };

export type ReadProgress = {
  /** Bytes read so far, before decompression. */
  readonly bytes: number;
  /** Total bytes; null if not known, as for a pipe. */
  readonly total: number | null;
};

export type ReadOptions = {
  /** The text of a call table to use instead of the package's own, in the format of grammars/syscalls.txt. */
  readonly grammar?: string;
  /** What messages and reports call a source that is not a file; `input` if left out. */
  readonly name?: string;
  /** Called after every piece that is read; pieces of a file are at most half a MiB. */
  readonly onProgress?: (progress: ReadProgress) => void;
};

const OPTIONS = ["grammar", "name", "onProgress"] as const satisfies readonly (keyof ReadOptions)[];

/**
 * Reads a log written by strace, or a snapshot, in the calling thread.
 *
 *     const before = await readTrace("before.log");
 *     const after = await readTrace(process.stdin, { name: "stdin" });
 *     const small = await readTrace({ text: 'read(3, "", 10) = 0\n' });
 *
 * A path may name a file, a pipe or a device, or the files of an `strace -ff` set: by the prefix of their names, or by
 * a pattern (`run.*`). gzip and zstd are decompressed. A line that cannot be read is not an error: it is counted in
 * `lineKinds.unread` and listed in `problems`.
 *
 * @returns the trace, when all of it has been read
 * @throws UserError if there is nothing to read, the data is damaged, the source is not an strace log, or the grammar
 *   cannot be used; what a stream throws is passed on unchanged
 */
export async function readTrace(source: TraceSource, options: ReadOptions = {}): Promise<Trace> {
  requireKnownOptions("readTrace", options, OPTIONS);
  const table = callTable(options.grammar);
  const { trace } = await readSource(source, options, table);
  return new LoadedTrace(trace, table);
}

function readSource(
  source: TraceSource,
  { name = "input", onProgress }: ReadOptions,
  { grammar }: CallTable,
): Promise<TraceReading> {
  let bytes = 0;
  const watch =
    (total: number | null): ((count: number) => void) =>
    (count) => {
      bytes += count;
      onProgress?.({ bytes, total });
    };
  if (typeof source === "string" || source instanceof URL) {
    const input = openTrace(typeof source === "string" ? source : pathOf(source), false);
    return readInput(input, grammar, watch(input.size));
  }
  if (source instanceof Uint8Array) {
    return readStream(chunksOf([source], name), name, grammar, watch(source.length));
  }
  if (isPieces(source)) return readStream(chunksOf(source, name), name, grammar, watch(null));
  if (!hasText(source)) {
    throw new UserError(
      "readTrace takes a path, bytes or { text }",
      'as in readTrace("before.log") or readTrace(process.stdin)',
    );
  }
  const text = new TextEncoder().encode(source.text);
  return readStream(chunksOf([text], name), name, grammar, watch(text.length));
}

function callTable(text: string | undefined): CallTable {
  if (text === undefined) return { grammar: shippedGrammar(), text: null };
  try {
    return { grammar: parseGrammar(text), text };
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error;
    throw new UserError(
      error.message.replace("syscalls.txt", "grammar"),
      "the top of grammars/syscalls.txt describes the format of a call table",
    );
  }
}

function isPieces(source: unknown): source is Iterable<unknown> | AsyncIterable<unknown> {
  return isObject(source) && (Symbol.asyncIterator in source || Symbol.iterator in source);
}

function hasText(source: unknown): source is { readonly text: string } {
  return isObject(source) && "text" in source && typeof source.text === "string";
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** A stream with an encoding yields strings, whatever its type says. */
async function* chunksOf(
  source: Iterable<unknown> | AsyncIterable<unknown>,
  name: string,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    if (!(chunk instanceof Uint8Array)) {
      throw new UserError(
        `${name} yields a ${typeof chunk} instead of bytes`,
        "a stream must not have an encoding; pass text as { text }",
      );
    }
    yield chunk;
  }
}
