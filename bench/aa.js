/**
 * Whether drift is reported where there is none, and found where there is some:
 *
 *     node bench/aa.js [splits, default 24] [trials, default 20]
 *
 * Records real runs with strace (needs strace and gcc; some minutes), and compares them with the built program.
 *
 * A/A: ten runs of one unchanged program, with four threads and with one. No drift may be reported in more than two of
 * the 45 pairs, nor in any of several ways to split them into five against five. The number of pairs in which a
 * significance test would have reported drift is printed next to it.
 *
 * A/B: five runs against five in which strace delays every tenth call by 200 µs, recorded in turns. The drift has to
 * be found at the 90th or 95th percentile, from where on a tenth of the calls counts, and not at the median, in 19 of
 * 20 trials.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { inRepository } from "./measure.js";
import { Random } from "./random.js";

const RUNS = 10;
const SPLITS = Number(process.argv[2] ?? 24);
const TRIALS = Number(process.argv[3] ?? 20);
const ALLOWED_PAIRS = 2;
const NEEDED_TRIALS = Math.ceil(TRIALS * 0.95);
const DATA_SIZE = 1 << 20;

const folder = mkdtempSync(join(tmpdir(), "tracediff-aa-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

/** The programs that are recorded: each issues the same calls on every run. */
const PROGRAMS = {
  "4 threads": { words: ["./reader", "preads"], call: "pread64" },
  "1 thread": { words: ["dd", "if=data.bin", "of=/dev/null", "bs=512", "status=none"], call: "read" },
};

function prepare() {
  execFileSync("gcc", [
    "-O1",
    "-static",
    "-pthread",
    "-o",
    join(folder, "reader"),
    inRepository("traces/pairs/reader.c"),
  ]);
  for (const name of ["data0.bin", "data1.bin", "data2.bin", "data.bin"]) {
    writeFileSync(join(folder, name), Buffer.alloc(DATA_SIZE, "0123456789abcdef"));
  }
  mkdirSync(join(folder, "logs"));
}

let recorded = 0;

/** Records one run and returns the path of its log. */
function record({ words, call }, inject = []) {
  const log = join(folder, "logs", `${recorded++}.log`);
  const options = ["-f", "-T", "-ttt", "-e", `trace=${call}`, ...inject, "-o", log];
  const run = spawnSync("strace", [...options, ...words], { cwd: folder, stdio: "ignore" });
  if (run.error !== undefined) throw run.error;
  if (run.status !== 0) throw new Error(`strace ${words.join(" ")}: status ${run.status}`);
  return log;
}

function compared(before, after) {
  const words = ["--format", "json", "--before", ...before, "--after", ...after];
  const run = spawnSync(process.execPath, [inRepository("bin/tracediff.js"), ...words], {
    maxBuffer: 1 << 28,
  });
  if (run.status !== 0) throw new Error(`tracediff: status ${run.status}\n${run.stderr}${run.stdout}`);
  return JSON.parse(run.stdout);
}

const isDrifted = ({ verdict }) => verdict.timing === "drifted";
const isSignificant = ({ latency }) => latency.groups.some(({ shift }) => shift.p < 0.05);

function sameProgram(program, random) {
  const logs = Array.from({ length: RUNS }, () => record(program));
  const pairs = logs.flatMap((one, at) => logs.slice(at + 1).map((other) => compared([one], [other])));
  const splits = Array.from({ length: SPLITS }, () => {
    const shuffled = shuffle(logs, random);
    return compared(shuffled.slice(0, RUNS / 2), shuffled.slice(RUNS / 2));
  });
  return {
    pairs: pairs.length,
    pairsDrifted: pairs.filter(isDrifted).length,
    pairsSignificant: pairs.filter(isSignificant).length,
    splitsDrifted: splits.filter(isDrifted).length,
    where: splits.filter(isDrifted).flatMap(outsideNoise),
  };
}

/** Fisher and Yates: every order is as likely. */
function shuffle(items, random) {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]];
  }
  return shuffled;
}

function outsideNoise({ latency }) {
  return latency.groups.flatMap(({ name, drift }) =>
    drift.filter(({ kind }) => kind === "outside-noise").map(({ statistic }) => `${name} ${statistic}`),
  );
}

/** Statistics of the delayed call that one trial found to have drifted. */
function findDelays(program) {
  const inject = ["-e", `inject=${program.call}:delay_enter=200:when=10+10`];
  const runs = Array.from({ length: RUNS / 2 }, () => [record(program), record(program, inject)]);
  const comparison = compared(
    runs.map(([before]) => before),
    runs.map(([, after]) => after),
  );
  return outsideNoise(comparison).map((name) => name.replace(`${program.call} `, ""));
}

prepare();
const random = new Random(20);
let holds = true;
const print = (name, value, isMet) => {
  holds &&= isMet;
  console.log(`${name.padEnd(52)}${String(value).padStart(12)}  ${isMet ? "ok" : "NOT MET"}`);
};
console.log(`load average ${loadavg()[0].toFixed(1)}, strace ${strace()}`);
for (const [name, program] of Object.entries(PROGRAMS)) {
  const { pairs, pairsDrifted, pairsSignificant, splitsDrifted, where } = sameProgram(program, random);
  print(
    `A/A ${name}: pairs with drift reported`,
    `${pairsDrifted} of ${pairs}`,
    pairsDrifted <= ALLOWED_PAIRS,
  );
  console.log(`${"  pairs with p < 0.05".padEnd(52)}${`${pairsSignificant} of ${pairs}`.padStart(12)}`);
  print(`A/A ${name}: 5 against 5 with drift reported`, `${splitsDrifted} of ${SPLITS}`, splitsDrifted === 0);
  if (where.length > 0) console.log(`  ${where.join(", ")}`);
}
for (const [name, program] of Object.entries(PROGRAMS)) {
  const trials = Array.from({ length: TRIALS }, () => findDelays(program));
  const count = (statistic) => trials.filter((trial) => trial.includes(statistic)).length;
  const found = trials.filter((trial) => trial.includes("p90") || trial.includes("p95")).length;
  print(`A/B ${name}: delays found at p90 or p95`, `${found} of ${TRIALS}`, found >= NEEDED_TRIALS);
  for (const statistic of ["p90", "p95", "p99", "total"]) {
    console.log(`${`  at ${statistic}`.padEnd(52)}${`${count(statistic)} of ${TRIALS}`.padStart(12)}`);
  }
  print(
    `A/B ${name}: drift reported at the median`,
    `${count("p50")} of ${TRIALS}`,
    count("p50") <= TRIALS - NEEDED_TRIALS,
  );
}
process.exitCode = holds ? 0 : 1;

function strace() {
  return execFileSync("strace", ["-V"], { encoding: "utf8" }).split("\n", 1)[0]?.split(" ").at(-1);
}
