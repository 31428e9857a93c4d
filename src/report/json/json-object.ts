import { safeJson } from "./safe-json.ts";

/** Elements joined into one string. */
const LONG_LIST = 1000;

/**
 * An object as JSON in pieces, each member on its own line and one list element per line, so that it can also be
 * streamed, searched and compared line by line.
 */
export function* jsonObject(members: Iterable<readonly [string, unknown]>): Iterable<string> {
  let separator = "{\n";
  for (const [name, value] of members) {
    yield `${separator}  ${JSON.stringify(name)}: `;
    separator = ",\n";
    if (isList(value)) yield* listPieces(value);
    else yield* valuePieces(value);
  }
  yield "\n}\n";
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
