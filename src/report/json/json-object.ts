import { safeJson } from "./safe-json.ts";

/** Elements that are put into one string together. */
const LONG_LIST = 1000;

/**
 * An object as JSON in pieces, members on lines of their own and one element of a list a line, so that it can be
 * streamed, searched and compared by lines too.
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
