import type { Comparison } from "../compare/comparison.ts";
import type { Reporter } from "./reporter.ts";

// Legal inside a JSON string, but able to drive a terminal, to turn a line around, or ("##[") to give a command to
// GitHub's runner: written as \u escapes.
const UNSAFE = /#(?=#\[)|[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Elements that are put into one string together. */
const LONG_LIST = 1000;

/**
 * The contract for scripts: schema/comparison-1.json. One element of a list a line, so that the output can be
 * streamed, searched and compared by lines too; a million changes at once would not fit into one string.
 */
export const formatJson: Reporter = function* formatJson(comparison) {
  let separator = "{\n";
  for (const [name, value] of members(comparison)) {
    yield `${separator}  ${JSON.stringify(name)}: `;
    separator = ",\n";
    if (isList(value)) yield* listPieces(value);
    else yield* valuePieces(value);
  }
  yield "\n}\n";
};

/** In the order in which people read them: verdict first, long lists late. */
function members(comparison: Comparison): (readonly [string, unknown])[] {
  const { schema, before, after, options, verdict, matches, threads, files } = comparison;
  const { runs, changeCounts, effect, touched, divergence, changes, latency, warnings } = comparison;
  return Object.entries({
    schema,
    verdict,
    before,
    after,
    options,
    matches,
    changeCounts,
    effect,
    touched,
    warnings,
    latency,
    runs,
    threads,
    files,
    coverage: comparison.coverage(),
    divergence,
    changes,
  });
}

function isList(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

function* listPieces(list: Iterable<unknown>): Iterable<string> {
  let separator = "[\n    ";
  let empty = true;
  for (const element of list) {
    yield separator;
    yield* valuePieces(element);
    separator = ",\n    ";
    empty = false;
  }
  yield empty ? "[]" : "\n  ]";
}

/** A value on one line; in pieces where a list inside it is long, as all calls of an added thread are. */
function* valuePieces(value: unknown): Iterable<string> {
  if (Array.isArray(value) && value.length > LONG_LIST) {
    for (const [at, element] of value.entries()) yield `${at === 0 ? "[" : ","}${safeJson(element)}`;
    yield "]";
  } else if (hasLongList(value)) {
    let separator = "{";
    for (const [name, member] of Object.entries(value)) {
      yield `${separator}${JSON.stringify(name)}:`;
      yield* valuePieces(member);
      separator = ",";
    }
    yield "}";
  } else {
    yield safeJson(value);
  }
}

function hasLongList(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).some((member) => Array.isArray(member) && member.length > LONG_LIST);
}

function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSAFE, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
