/**
 * Measures tracediff against what people use today, and against its own bars: npm run bench
 *
 * `npm run bench -- --quick` does the same on traces a fortieth of the size, which shows whether everything works
 * but not how fast it is. `--only TEXT` takes the measurements whose name contains it. Status 1 if a bar does not
 * hold; with --quick none is judged.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { arch, cpus, platform, release, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { FORMS } from "./forms.js";
import { generatePair } from "./generate.js";
import { inRepository, peakMemory, spread, timeInTurn } from "./measure.js";

const { values } = parseArgs({
  options: { quick: { type: "boolean", default: false }, only: { type: "string", default: "" } },
});
const scale = values.quick ? 1 / 40 : 1;
const rounds = (full) => (values.quick ? 1 : full);
const DATA = inRepository("bench/data");
const STRIP = "s/^\\[pid +[0-9]+\\] //; s/^[0-9:]+ //; s/ <[0-9.]+>$//";
/** People's shells run in UTF-8, which costs sed and diff time; LC_ALL=C is shown too. */
const UTF8 = { LC_ALL: "C.UTF-8" };
const C = { LC_ALL: "C" };

const megabytes = (bytes) => bytes / 1e6;
const ms = ({ median, min, max }) =>
  `${(median * 1000).toFixed(0)} ms (${(min * 1000).toFixed(0)}–${(max * 1000).toFixed(0)})`;

const results = [];
/** @param bar `{ at: "least" | "most", limit }`; without one the line is for information. */
function report(what, figures, value, bar) {
  const isJudged = bar !== undefined && !values.quick;
  const holds = !isJudged || (bar.at === "least" ? value >= bar.limit : value <= bar.limit);
  results.push(holds);
  const verdict = isJudged ? `  [at ${bar.at} ${bar.limit}: ${holds ? "holds" : "DOES NOT HOLD"}]` : "";
  console.log(`${what.padEnd(44)} ${figures}${verdict}`);
}

/** A generated pair, kept from run to run: its name states everything that it depends on. */
function pair(name, options) {
  const calls = Math.round(options.calls * scale);
  const paths = ["before", "after"].map((side) => `${DATA}/${name}-${calls}-${side}.log`);
  if (!paths.every((path) => existsSync(path))) generatePair(paths[0], paths[1], { ...options, calls });
  return { before: paths[0], after: paths[1], calls, bytes: statSync(paths[0]).size };
}

const tracediff = ({ before, after }, status) => ({
  words: [process.execPath, inRepository("bin/tracediff.js"), before, after],
  status,
});
const onOneCore = (words) => ["taskset", "-c", "0", ...words];

const MEASUREMENTS = {
  compare() {
    const traces = pair("edits-200", { calls: 2e6, edits: { count: 200 } });
    const diff = (env) => ({
      words: [
        "bash",
        "-c",
        'diff <(sed -E "$0" "$1") <(sed -E "$0" "$2")',
        STRIP,
        traces.before,
        traces.after,
      ],
      status: 1,
      env,
    });
    const { ours, theirs, theirsInC } = timeInTurn(
      { ours: tracediff(traces, 1), theirs: diff(UTF8), theirsInC: diff(C) },
      rounds(5),
    );
    const size = `2 × ${megabytes(traces.bytes).toFixed(0)} MB, 2 × ${traces.calls} calls, 200 edits`;
    console.log(`\nwhole compare, ${size}`);
    report("  tracediff", ms(ours));
    report("  diff <(sed) <(sed)", ms(theirs));
    report("  diff <(sed) <(sed), LC_ALL=C", ms(theirsInC));
    const ratio = theirs.median / ours.median;
    report("  times faster", ratio.toFixed(1), ratio, { at: "least", limit: 10 });
    report("  times faster than with LC_ALL=C", (theirsInC.median / ours.median).toFixed(1));
  },

  "compare, other interleaving"() {
    const traces = pair("schedule", { calls: 2e6, edits: { count: 200 }, otherSchedule: true });
    const { ours } = timeInTurn({ ours: tracediff(traces, 1) }, rounds(3));
    console.log(
      "\nwhole compare, the same with threads that interleave differently (diff sees nothing but differences)",
    );
    report("  tracediff", ms(ours));
  },

  parse() {
    const traces = pair("edits-200", { calls: 2e6, edits: { count: 200 } });
    const sed = (env) => ({ words: onOneCore(["sed", "-E", STRIP, traces.before]), status: 0, env });
    const parser = onOneCore([process.execPath, inRepository("bench/parse-only.js"), traces.before]);
    const { ours, theirs, theirsInC } = timeInTurn(
      { ours: { words: parser, status: 0 }, theirs: sed(UTF8), theirsInC: sed(C) },
      rounds(5),
    );
    const speed = ({ median }) => `${(megabytes(traces.bytes) / median).toFixed(0)} MB/s`;
    console.log("\nparse, one core, whole process");
    report("  parser", `${ms(ours)}, ${speed(ours)}`);
    report("  sed -E that strips pid, time, latency", `${ms(theirs)}, ${speed(theirs)}`);
    report("  the same, LC_ALL=C", `${ms(theirsInC)}, ${speed(theirsInC)}`);
    const ratio = theirs.median / ours.median;
    report("  times faster", ratio.toFixed(1), ratio, { at: "least", limit: 6 });
    report("  times faster than with LC_ALL=C", (theirsInC.median / ours.median).toFixed(1));
  },

  forms() {
    console.log(
      "\nparse by form, one core, without the start of the process; × beside the reference form, in turn",
    );
    const read = (form) => {
      const { before, bytes, calls } = pair(`form-${form.replaceAll(" ", "-")}`, { calls: 4e5, form });
      return { path: before, bytes, calls };
    };
    const reference = read("reference");
    for (const form of Object.keys(FORMS)) {
      const other = read(form);
      const seconds = { reference: [], other: [] };
      for (let round = 0; round < rounds(3); round++) {
        seconds.reference.push(...parseOnly(reference, 2));
        seconds.other.push(...parseOnly(other, 2));
      }
      const speed = megabytes(other.bytes) / spread(seconds.other).median;
      const share = speed / (megabytes(reference.bytes) / spread(seconds.reference).median);
      const figures = `${speed.toFixed(0).padStart(5)} MB/s  × ${share.toFixed(2)}`;
      report(`  ${form}`, figures, share, form === "reference" ? undefined : { at: "least", limit: 0.5 });
    }
  },

  start() {
    const traces = {
      before: inRepository("traces/rocksdb-5431/before.log"),
      after: inRepository("traces/rocksdb-5431/after.log"),
    };
    const { ours, theirs } = timeInTurn(
      { ours: tracediff(traces, 0), theirs: { words: [process.execPath, "-e", "0"], status: 0 } },
      rounds(31),
    );
    console.log("\nstart, 60-line traces, whole process");
    report("  tracediff", ms(ours));
    report("  node -e 0", ms(theirs));
    const ratio = ours.median / theirs.median;
    report("  times as long", ratio.toFixed(2), ratio, { at: "most", limit: 2 });
  },

  memory() {
    const traces = pair("edits-200", { calls: 2e6, edits: { count: 200 } });
    const peak = megabytes(peakMemory(tracediff(traces, 1), `${DATA}/peak`));
    const allowed = megabytes(2 * traces.calls * 80 + 150e6);
    console.log("\nlargest resident set of the whole compare, against 80 bytes a record + 150 MB");
    report("  MB", peak.toFixed(0), peak, { at: "most", limit: Math.round(allowed) });
  },

  different() {
    const shares = { "0 %": [0, 0], "1 %": [0.01, 2], "10 %": [0.1, 3], "100 %": [1, 4] };
    const commands = Object.fromEntries(
      Object.entries(shares).map(([name, [share]]) => {
        const traces = pair(`share-${share}`, { calls: 1e6, edits: { share } });
        return [name, tracediff(traces, share === 0 ? 0 : 1)];
      }),
    );
    const times = timeInTurn(commands, rounds(3));
    console.log("\nwhole compare by share of different calls, 10^6 against 10^6");
    for (const [name, [, limit]] of Object.entries(shares)) {
      const ratio = times[name].median / times["0 %"].median;
      const bar = limit === 0 ? undefined : { at: "most", limit };
      report(`  ${name}`, `${ms(times[name])}  × ${ratio.toFixed(2)}`, ratio, bar);
    }
  },

  growth() {
    const small = pair("edits-200", { calls: 5e5, edits: { count: 200 } });
    const large = pair("edits-200", { calls: 2e6, edits: { count: 200 } });
    const times = timeInTurn({ small: tracediff(small, 1), large: tracediff(large, 1) }, rounds(5));
    console.log("\ngrowth, 4 times the input");
    report("  time", `${ms(times.small)} → ${ms(times.large)}`);
    const time = times.large.median / times.small.median;
    report("  times as long", time.toFixed(2), time, { at: "most", limit: 4.4 });
    const [one, four] = [small, large].map((traces) => peakMemory(tracediff(traces, 1), `${DATA}/peak`));
    report("  memory", `${megabytes(one).toFixed(0)} → ${megabytes(four).toFixed(0)} MB`);
    report("  times as much", (four / one).toFixed(2), four / one, { at: "most", limit: 4.4 });
  },
};

/** Seconds of parsing a log this many times in one process, which must find all its calls. */
function parseOnly({ path, calls }, times) {
  const words = onOneCore([process.execPath, inRepository("bench/parse-only.js"), path, String(times)]);
  const run = spawnSync(words[0], words.slice(1), { encoding: "utf8" });
  if (run.status !== 0) throw new Error(`${words.join(" ")}: status ${run.status}\n${run.stderr}`);
  const { rows, seconds } = JSON.parse(run.stdout);
  if (rows !== calls) throw new Error(`${path}: ${rows} rows of ${calls} calls`);
  return seconds;
}

mkdirSync(DATA, { recursive: true });
const processors = cpus();
console.log(
  `${processors.length} × ${processors[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ` +
    `${platform()} ${release().split("-")[0]} ${arch()}, node ${process.version}`,
);
console.log("medians (fastest–slowest)");
for (const [name, measure] of Object.entries(MEASUREMENTS)) if (name.includes(values.only)) measure();
const missed = results.filter((holds) => !holds).length;
const summary = missed === 0 ? "all bars hold" : `${missed} bars do not hold`;
console.log(values.quick ? "\neverything works; sizes too small to judge" : `\n${summary}`);
process.exitCode = missed > 0 ? 1 : 0;
