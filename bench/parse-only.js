/**
 * Parses files with the parser as it is in src, on one core: node bench/parse-only.js <log> [rounds]
 * Prints one line of JSON: rows, and for every round the seconds that reading and parsing took.
 */
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { fromSource } from "./from-source.js";
import { inRepository } from "./measure.js";

const { parseGrammar, TraceParser } = await fromSource(`
  export { parseGrammar } from "./src/grammar/parse-grammar.ts";
  export { TraceParser } from "./src/parse/trace-parser.ts";
`);
const [path, rounds = "1"] = process.argv.slice(2);
const grammar = parseGrammar(readFileSync(inRepository("grammars/syscalls.txt"), "utf8"));
const chunk = new Uint8Array(1 << 18);
const seconds = [];
let rows = 0;
for (let round = 0; round < Number(rounds); round++) {
  const started = performance.now();
  const parser = new TraceParser(grammar, { source: path, sizeHint: statSync(path).size });
  const file = openSync(path, "r");
  for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
    parser.feed(chunk.subarray(0, read));
  }
  closeSync(file);
  rows = parser.finish().table.length;
  seconds.push((performance.now() - started) / 1000);
}
console.log(JSON.stringify({ rows, seconds }));
