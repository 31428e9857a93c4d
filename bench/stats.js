/**
 * Times the statistics alone: node bench/stats.js [millions of pairs, default 2]
 *
 * Milliseconds, the median of five runs after one to warm up. Bars for 2 million: a summary of one side in 150 ms, the
 * paired shift in 1000 ms. A sort of the same typed array is shown next to them.
 */
import { fromSource } from "./from-source.js";

const ROUNDS = 5;
const LENGTH = Math.round(Number(process.argv[2] ?? 2) * 1_000_000);

const stats = await fromSource(`
  export { histogram } from "./src/stats/histogram.ts";
  export { largestMoves } from "./src/stats/largest-moves.ts";
  export { mannWhitney } from "./src/stats/mann-whitney.ts";
  export { RatioCounter } from "./src/stats/paired-ratio.ts";
  export { pairedShift } from "./test/support/paired-shift.ts";
  export { summarize } from "./src/stats/summary.ts";
  export { tally } from "./src/stats/tally.ts";
  export { tallyPairs } from "./test/support/tally-pairs.ts";`);

/** Xorshift (Marsaglia, 2003): the same numbers on every machine. Never 0, below 1. */
function randomizer(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Log-normal latencies around 55 µs, and one call in ten thousand that waits for milliseconds, in clock steps. */
function latencies(seed, step) {
  const random = randomizer(seed);
  return Float64Array.from({ length: LENGTH }, () => {
    const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
    const wait = random() < 1e-4 ? 100 * random() : 1;
    return Math.round((55_000 * wait * Math.exp(0.4 * normal)) / step) * step;
  });
}

/** Nothing like latencies: values anywhere below a limit, to show the worst that can happen. */
function anywhere(seed, limit) {
  const random = randomizer(seed);
  return Float64Array.from({ length: LENGTH }, () => Math.floor(random() * limit));
}

const SAMPLES = {
  "1 µs clock": { before: latencies(1, 1000), after: latencies(2, 1000) },
  "1 ns clock": { before: latencies(3, 1), after: latencies(4, 1) },
  "ns, evenly up to 4 s": { before: anywhere(5, 2 ** 32), after: anywhere(6, 2 ** 32) },
  "ns, evenly up to an hour": { before: anywhere(7, 3.6e12), after: anywhere(8, 3.6e12) },
};

const WORK = {
  "typed array sort": ({ before }) => before.slice().sort(),
  summarize: ({ before }) => stats.summarize(before),
  pairedShift: ({ before, after }) => stats.pairedShift(before, after),
  tallyPairs: ({ before, after }) => stats.tallyPairs(before, after),
  RatioCounter: ({ before, after }) => {
    const counter = new stats.RatioCounter(before.length);
    for (let i = 0; i < before.length; i++) counter.add(before[i], after[i]);
    return counter.finish();
  },
  mannWhitney: ({ before, after }) => stats.mannWhitney(before, after),
  "largestMoves, 20": ({ before, after }) => stats.largestMoves(before, after, 20),
  "histogram, 40 bins": ({ before, after }) =>
    stats.histogram({ before: stats.tally(before), after: stats.tally(after) }, 40),
};

function medianTime(work) {
  work();
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)];
}

const print = (name, cells) => console.log(name.padEnd(28) + cells.map((cell) => cell.padStart(26)).join(""));

print(`${LENGTH} pairs, ms`, Object.keys(SAMPLES));
for (const [name, work] of Object.entries(WORK)) {
  print(
    name,
    Object.values(SAMPLES).map((pair) => medianTime(() => work(pair)).toFixed(1)),
  );
}

// A comparison by file may have thousands of groups of a few calls each, where exact tests are counted out.
const GROUPS = 10_000;
const { before, after } = SAMPLES["1 µs clock"];
for (const size of [10, 50, 60]) {
  const time = medianTime(() => {
    for (let group = 0; group < GROUPS; group++) {
      const start = (group * size) % (LENGTH - size);
      stats.pairedShift(before.subarray(start, start + size), after.subarray(start, start + size));
    }
  });
  print(`pairedShift, groups of ${size}`, [`${((1000 * time) / GROUPS).toFixed(1)} µs a group`]);
}
