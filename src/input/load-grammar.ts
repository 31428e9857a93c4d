import { readFileSync } from "node:fs";
import type { Grammar } from "../grammar/grammar.ts";
import { parseGrammar } from "../grammar/parse-grammar.ts";

/** Reads the call table that comes with the package, or one like it. */
export function loadGrammar(location: URL | string): Grammar {
  return parseGrammar(readFileSync(location, "utf8"));
}
