/**
 * Numbers of any size anywhere in two logs, as often as wanted: node bench/fuzz-numbers.js --count 1000000 --seed 7
 *
 * Every case is compared, summarized, exported and kept in snapshots. Nothing may throw, take a second, or make numbers
 * that JSON rounds; at the end the peak memory is shown. test/compare/numbers.test.ts does a few
 * thousand of the same.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { fromSource } from "./from-source.js";

const { values } = parseArgs({
  options: { count: { type: "string", default: "1000000" }, seed: { type: "string", default: "1" } },
});
const { numberCases, parseGrammar, roundedNumbers, runCase, sample } = await fromSource(
  `export { numberCases, roundedNumbers, runCase } from "./test/support/number-cases.ts";
   export { parseGrammar } from "./src/grammar/parse-grammar.ts";
   export { sample } from "fast-check";`,
);
const grammar = parseGrammar(readFileSync(new URL("../grammars/syscalls.txt", import.meta.url), "utf8"));
const display = { width: 80, color: false, unicode: true };
/** How many cases are made at a time. */
const BATCH = 1000;
const count = Number(values.count);
const seed = Number(values.seed);

let failures = 0;
let slowest = 0;
const started = performance.now();
for (let done = 0; done < count; done += BATCH) {
  const cases = sample(numberCases, { numRuns: Math.min(BATCH, count - done), seed: seed + done });
  for (const logs of cases) {
    const start = performance.now();
    const problem = problemOf(logs);
    slowest = Math.max(slowest, performance.now() - start);
    if (problem === null) continue;
    failures++;
    console.log(`${problem}\n${JSON.stringify(logs)}`);
  }
}
const seconds = ((performance.now() - started) / 1000).toFixed(0);
const memory = (process.resourceUsage().maxRSS / 1024).toFixed(0);
console.log(
  `${count} cases in ${seconds} s: ${failures} failed, slowest ${slowest.toFixed(0)} ms, at most ${memory} MiB`,
);
if (failures > 0 || slowest > 1000) process.exitCode = 1;

function problemOf(logs) {
  try {
    const { comparison, summary, records } = runCase(logs, grammar, display);
    const values = [comparison, summary, ...records]
      .filter((text) => text !== "")
      .map((text) => JSON.parse(text));
    const rounded = values.flatMap((value) => roundedNumbers(value));
    return rounded.length === 0 ? null : `rounded: ${rounded.join(", ")}`;
  } catch (error) {
    return error.stack;
  }
}
