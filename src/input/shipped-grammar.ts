import type { Grammar } from "../grammar/grammar.ts";
import { loadGrammar } from "./load-grammar.ts";

/** The call table that comes with the package. */
export function shippedGrammar(): Grammar {
  return loadGrammar(new URL("../../grammars/syscalls.txt", import.meta.url));
}
