import { readFileSync } from "node:fs";
import { compare } from "../../src/compare/compare.ts";
import type { Grammar } from "../../src/grammar/grammar.ts";
import { parseGrammar } from "../../src/grammar/parse-grammar.ts";
import { TraceParser } from "../../src/parse/trace-parser.ts";
import type { CompareOptions, Comparison } from "../../src/result/comparison.ts";
import type { Trace } from "../../src/trace/trace.ts";

const root = new URL("../../", import.meta.url);

export const grammar: Grammar = parseGrammar(readFileSync(new URL("grammars/syscalls.txt", root), "utf8"));

/** Reads strace text, one line an element or as it stands. */
export function traceOf(text: string | readonly string[], source = "some.log"): Trace {
  const parser = new TraceParser(grammar, { source });
  const whole = typeof text === "string" ? text : text.map((line) => `${line}\n`).join("");
  parser.feed(new TextEncoder().encode(whole));
  return parser.finish();
}

/** Reads a trace that ships with the project; `path` from traces/. */
export function shippedTrace(path: string): Trace {
  const parser = new TraceParser(grammar, { source: path });
  parser.feed(readFileSync(new URL(`traces/${path}`, root)));
  return parser.finish();
}

export function compareTraces(
  before: Trace,
  after: Trace,
  options: Partial<CompareOptions> = {},
): Comparison {
  const defaults: CompareOptions = { order: "thread", ignore: [], calls: null, maxUnread: 0 };
  return compare({ before, after }, grammar, { ...defaults, ...options });
}

/** Compares two texts, one line an element. */
export function compareText(
  before: readonly string[],
  after: readonly string[],
  options: Partial<CompareOptions> = {},
): Comparison {
  return compareTraces(traceOf(before, "before.log"), traceOf(after, "after.log"), options);
}
