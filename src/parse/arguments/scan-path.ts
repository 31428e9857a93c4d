import { QUOTE } from "../../bytes/ascii.ts";
import type { StringPool } from "../string-pool.ts";
import { skipDots, skipPlain } from "./argument-words.ts";
import type { CallFields } from "./call-fields.ts";
import { skipString } from "./skip-value.ts";

/** `"/data/x"`, `"/data/xxx"...`, an address. @returns what the methods of ArgumentScanner do */
export function scanPath(bytes: Uint8Array, at: number, fields: CallFields, strings: StringPool): number {
  if (bytes[at] !== QUOTE) return skipPlain(bytes, at);
  const after = skipString(bytes, at + 1);
  if (after < 0) return after;
  fields.path = strings.path(bytes, at + 1, after - 1);
  return skipDots(bytes, after);
}

export function scanSecondPath(
  bytes: Uint8Array,
  at: number,
  fields: CallFields,
  strings: StringPool,
): number {
  if (bytes[at] !== QUOTE) return skipPlain(bytes, at);
  const after = skipString(bytes, at + 1);
  if (after < 0) return after;
  fields.hasExtras = true;
  fields.paths.push(strings.path(bytes, at + 1, after - 1));
  return skipDots(bytes, after);
}
