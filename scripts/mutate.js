// Mutation score of a folder: how many small faults put into its code the tests of the same-named room notice.
//
//     npm run mutate -- src/stats                             every mutant
//     npm run mutate -- src/parse --sample 300 --seed 1       those of 300 lines, drawn at random
//     npm run mutate -- src/changes --tests changes,compare   with the tests of other rooms too
//
// What a run found is kept in .stryker/, so that the next one of the same folder tries only what has changed since.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "string" }, seed: { type: "string", default: "1" }, tests: { type: "string" } },
});
const folder = positionals[0]?.replace(/\/$/, "");
const sample = values.sample === undefined ? undefined : countOf(values.sample, "--sample");
const seed = countOf(values.seed, "--seed");
if (positionals.length !== 1 || !folder?.startsWith("src/")) {
  fail("usage: npm run mutate -- src/FOLDER [--sample LINES] [--seed N] [--tests ROOM,...]");
}

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith("-code.ts"))
  .map((entry) => `${entry.parentPath}/${entry.name}`)
  .sort();
const room = folder.split("/")[1];
const work = `.stryker/${folder.replaceAll("/", "-")}`;
mkdirSync(work, { recursive: true });
const report = `${work}/report.json`;
rmSync(report, { force: true });

const config = {
  testRunner: "vitest",
  vitest: { configFile: "vitest.mutate.config.ts", related: false },
  mutate: sample === undefined ? files : drawLines(sample),
  ignorePatterns: ["/dist", "/bench/data", "/coverage", "/.stryker"],
  tempDirName: ".stryker/sandbox",
  incremental: true,
  incrementalFile: `${work}/incremental.json`,
  concurrency: 1,
  reporters: ["json", "progress-append-only"],
  jsonReporter: { fileName: report },
};
const configFile = `${work}/config.json`;
writeFileSync(configFile, JSON.stringify(config));
const { status } = spawnSync("node_modules/.bin/stryker", ["run", configFile], {
  stdio: "inherit",
  env: { ...process.env, MUTATE_TESTS: values.tests ?? room },
});
if (status !== 0) process.exit(status ?? 1);
printScore();

/** As ranges of one line: a mutant that spans several lines is in no range, so the sample leaves it out. */
function drawLines(count) {
  const lines = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((text, at) => (isCode(text) ? [`${file}:${at + 1}-${at + 1}`] : [])),
  );
  const random = randomFrom(seed);
  for (let i = lines.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [lines[i], lines[other]] = [lines[other], lines[i]];
  }
  return lines.slice(0, count).sort();
}

/** Neither empty, nor a comment, nor an import, nor a brace alone. */
function isCode(text) {
  return !/^\s*($|\/\/|\/\*|\*|import |[{}()[\];,]+$)/.test(text);
}

/** Mulberry32. */
function randomFrom(start) {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function printScore() {
  // an incremental report also holds earlier results of lines that this sample does not ask for
  const asked = new Set(config.mutate);
  let killed = 0;
  let all = 0;
  for (const [file, { source, mutants }] of Object.entries(JSON.parse(readFileSync(report, "utf8")).files)) {
    for (const { location, status, mutatorName, replacement } of mutants) {
      const { line } = location.start;
      if (sample !== undefined && !(asked.has(`${file}:${line}-${line}`) && location.end.line === line))
        continue;
      if (status === "Killed" || status === "Timeout") killed++;
      else if (status !== "Survived" && status !== "NoCoverage") continue;
      else {
        const code = source.split("\n")[line - 1].trim();
        console.log(`${status} ${file}:${line} ${mutatorName}: ${code}  =>  ${replacement.split("\n")[0]}`);
      }
      all++;
    }
  }
  if (all === 0) fail(`${folder}: no mutant was tried`);
  const drawn = sample === undefined ? "all its mutants" : `${config.mutate.length} lines, seed ${seed}`;
  console.log(`${folder}: ${((100 * killed) / all).toFixed(1)} % (${killed} of ${all} mutants; ${drawn})`);
}

function countOf(text, option) {
  if (!/^[1-9]\d*$/.test(text)) fail(`${option} takes a whole number above 0, not "${text}"`);
  return Number(text);
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
