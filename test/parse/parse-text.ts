import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Grammar } from "../../src/grammar/grammar.ts";
import { parseGrammar } from "../../src/grammar/parse-grammar.ts";
import { TraceParser, type TraceParserOptions } from "../../src/parse/trace-parser.ts";
import { NO_STRING, NONE, UNKNOWN } from "../../src/trace/table.ts";
import type { Trace } from "../../src/trace/trace.ts";

const root = join(import.meta.dirname, "../..");

export const grammar: Grammar = parseGrammar(readFileSync(join(root, "grammars/syscalls.txt"), "utf8"));

export function readShipped(path: string): Uint8Array {
  return new Uint8Array(readFileSync(join(root, "traces", path)));
}

export function parseBytes(
  bytes: Uint8Array,
  { cuts = [], ...options }: Partial<TraceParserOptions> & { readonly cuts?: readonly number[] } = {},
): Trace {
  // short as they are, texts are read as long ones are
  const parser = new TraceParser(grammar, { source: "test.log", plainFrom: 0, ...options });
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    // a chunk is the caller's to use again
    const chunk = bytes.slice(from, cut);
    parser.feed(chunk);
    chunk.fill(0x2a);
    from = cut;
  }
  return parser.finish();
}

export function parseText(text: string, options: Partial<TraceParserOptions> = {}): Trace {
  return parseBytes(new TextEncoder().encode(text), options);
}

/** One row with names instead of indexes; what the trace does not say is undefined, so that toEqual passes over it. */
export type ReadRecord = {
  line: number;
  tid: number;
  call: string;
  start: number | undefined;
  fd: number | undefined;
  path: string | undefined;
  offset: number | bigint | undefined;
  size: number | bigint | undefined;
  flags: string | undefined;
  result: number | bigint | undefined;
  error: string | undefined;
  latency: number | undefined;
  resultPath: string | undefined;
  fds: readonly number[] | undefined;
  paths: readonly (string | null)[] | undefined;
  offset2: number | bigint | undefined;
};

export function recordsOf(trace: Trace): ReadRecord[] {
  const { table, strings, exact, extras } = trace;
  return Array.from({ length: table.length }, (_, row) => {
    const extra = extras.get(row) ?? {};
    const text = (index: number | undefined): string | undefined =>
      index === undefined || index === NO_STRING ? undefined : strings[index];
    const number = (column: Float64Array): number | undefined => {
      const value = column[row] ?? UNKNOWN;
      return value === UNKNOWN ? undefined : value;
    };
    const fields = {
      line: table.line[row] ?? 0,
      tid: trace.threads[table.thread[row] ?? -1]?.tid ?? -1,
      call: grammar.calls[table.call[row] ?? -1]?.name ?? "",
      start: number(table.start),
      fd: table.fd[row] === NONE ? undefined : table.fd[row],
      path: text(table.path[row]),
      offset: exact.offset.get(row) ?? number(table.offset),
      size: exact.size.get(row) ?? number(table.size),
      flags: text(table.flags[row]),
      result: exact.result.get(row) ?? number(table.result),
      error: trace.errors[table.error[row] ?? 0] || undefined,
      latency: (table.latency[row] ?? -1) < 0 ? undefined : table.latency[row],
      resultPath: text(extra.resultPath),
      fds: extra.fds,
      paths: extra.paths?.map((path) => text(path) ?? null),
      offset2: extra.offset,
    };
    return fields;
  });
}

/** The only record of a text, without line and thread. */
export function onlyRecord(text: string): Omit<ReadRecord, "line" | "tid"> {
  const records = recordsOf(parseText(`${text}\n`));
  const [record] = records;
  if (record === undefined || records.length !== 1) throw new Error(`${records.length} records in: ${text}`);
  const { line: _line, tid: _tid, ...rest } = record;
  return rest;
}

/** Everything that a reader of the trace can see, in a form that compares by value. */
export function summaryOf(trace: Trace): unknown {
  const { table, ...rest } = trace;
  return { ...rest, records: recordsOf(trace), rows: table.length };
}
