/**
 * Times the alignment alone, on columns made in memory: node bench/align.js [millions of calls, default 1]
 *
 * Milliseconds of processor time, the median of five runs after one to warm up, and the ratio to the first row.
 */
import { fromSource } from "./from-source.js";

const ROUNDS = 5;
const LENGTH = Math.round(Number(process.argv[2] ?? 1) * 1_000_000);

const { align, firstDifference, sameMultiset, intern } = await fromSource(`
  export { align } from "./src/align/align.ts";
  export { firstDifference } from "./src/align/same-sequence.ts";
  export { sameMultiset } from "./src/align/same-multiset.ts";
  export { intern } from "./src/align/intern.ts";`);

/** Mulberry32 (Tommy Ettinger, public domain): the same numbers on every machine. */
function randomizer(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Reads of 4096 bytes at random places of 16 files of 1 GiB, as a database makes them. */
function randomReads(length, seed) {
  const random = randomizer(seed);
  const calls = {
    operation: new Int32Array(length),
    offset: new Float64Array(length),
    size: new Float64Array(length),
  };
  for (let i = 0; i < length; i++) {
    calls.operation[i] = random(16);
    calls.offset[i] = 4096 * random(262_144);
    calls.size[i] = 4096;
  }
  return calls;
}

/** Calls told apart by few keys only: every key occurs everywhere. */
function fewKeys(length, seed, keys) {
  const random = randomizer(seed);
  const calls = randomReads(length, seed);
  for (let i = 0; i < length; i++) {
    calls.operation[i] = random(keys);
    calls.offset[i] = -Infinity;
  }
  return calls;
}

const copyOf = ({ operation, offset, size }) => ({
  operation: operation.slice(),
  offset: offset.slice(),
  size: size.slice(),
});

/** One call in `every` (on average) is replaced, removed, or followed by a new one. */
function edited(calls, every, seed) {
  const random = randomizer(seed);
  const operation = [];
  const offset = [];
  const size = [];
  const push = (...call) => {
    operation.push(call[0]);
    offset.push(call[1]);
    size.push(call[2]);
  };
  for (let i = 0; i < calls.operation.length; i++) {
    const call = [calls.operation[i], calls.offset[i], calls.size[i]];
    const edit = random(every) === 0 ? random(3) : 3;
    if (edit === 0) push(call[0], call[1], call[2] + 512);
    if (edit === 1) push(...call);
    if (edit === 1) push(random(16), 4096 * random(262_144), 4096);
    if (edit === 3) push(...call);
  }
  return {
    operation: Int32Array.from(operation),
    offset: Float64Array.from(offset),
    size: Float64Array.from(size),
  };
}

function withBlock(calls, at, block) {
  const join = (column) => {
    const joined = new calls[column].constructor(calls[column].length + block[column].length);
    joined.set(calls[column].subarray(0, at));
    joined.set(block[column], at);
    joined.set(calls[column].subarray(at), at + block[column].length);
    return joined;
  };
  return { operation: join("operation"), offset: join("offset"), size: join("size") };
}

/** Rows in order, as in a trace of one thread. */
const sequence = (calls) => ({ ...calls, rows: Uint32Array.from(calls.operation, (_, row) => row) });

/** Calls of one of `threads` threads that take turns. */
function threadsOf(calls, threads) {
  return Array.from({ length: threads }, (_, thread) => ({
    ...calls,
    rows: Uint32Array.from(
      { length: Math.floor(calls.operation.length / threads) },
      (_, i) => i * threads + thread,
    ),
  }));
}

function median(run) {
  run();
  const times = Array.from({ length: ROUNDS }, () => {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return times.sort((x, y) => x - y)[ROUNDS >> 1];
}

let identical = 0;
function report(name, run, note = "") {
  const time = median(run);
  if (identical === 0) identical = time;
  console.log(
    `${name.padEnd(44)} ${time.toFixed(1).padStart(8)} ms ${(time / identical).toFixed(1).padStart(7)} ×  ${note}`,
  );
}

const summary = (runs) => {
  const matches = runs.reduce((sum, run) => sum + (run.kind === "match" ? run.count : 0), 0);
  const gaps = runs.filter((run) => run.kind === "gap");
  const coarse = gaps.filter((run) => run.coarse).length;
  return `${matches} matches, ${gaps.length} gaps, ${coarse} coarse`;
};

function reportAlign(name, before, after) {
  const sides = [sequence(before), sequence(after)];
  const meter = { comparisons: 0 };
  const runs = align(...sides, { meter });
  const perCall = (meter.comparisons / (sides[0].rows.length + sides[1].rows.length)).toFixed(1);
  report(name, () => align(...sides), `${summary(runs)}; ${perCall} comparisons a call`);
}

const reads = randomReads(LENGTH, 1);
console.log(`${LENGTH} calls a side`);
const same = [sequence(reads), sequence(copyOf(reads))];
report("firstDifference, identical", () => firstDifference(...same));
reportAlign("align, identical", reads, copyOf(reads));
report("sameMultiset, identical", () => sameMultiset(...same));
report("intern, identical", () => intern(...same));
reportAlign("200 edits", reads, edited(reads, Math.round(LENGTH / 200), 2));
reportAlign("1 % edited", reads, edited(reads, 100, 2));
reportAlign("10 % edited", reads, edited(reads, 10, 2));
reportAlign("33 % edited", reads, edited(reads, 3, 2));
reportAlign("100 % edited", reads, edited(reads, 1, 2));
reportAlign("one block of 10000 added", reads, withBlock(reads, LENGTH >> 1, randomReads(10_000, 9)));
reportAlign("nothing in common", reads, { ...reads, size: reads.size.map(() => 1) });
reportAlign("other seed", reads, randomReads(LENGTH, 3));
reportAlign(
  "all calls equal, one changed",
  fewKeys(LENGTH, 1, 1),
  withBlock(fewKeys(LENGTH, 1, 1), 1000, fewKeys(1, 1, 9)),
);
const plain = fewKeys(LENGTH, 4, 5);
reportAlign("5 keys, 1 % edited", plain, edited(plain, 100, 5));
reportAlign("5 keys, 10 % edited", plain, edited(plain, 10, 5));
reportAlign("5 keys, other seed", plain, fewKeys(LENGTH, 6, 5));
reportAlign("1000 keys, other seed", fewKeys(LENGTH, 4, 1000), fewKeys(LENGTH, 6, 1000));
const reversed = copyOf(reads);
for (const column of Object.values(reversed)) column.reverse();
reportAlign("reversed", reads, reversed);
const tenth = edited(reads, 10, 2);
const small = [threadsOf(reads, 64), threadsOf(tenth, 64)];
report("64 threads, everything after the first edit", () =>
  small[0].forEach((before, i) => void align(before, small[1][i])),
);
const sixtyFour = [
  threadsOf(reads, 64),
  threadsOf(edited({ ...reads, operation: reads.operation.map((operation) => operation) }, LENGTH, 2), 64),
];
report("64 threads, few edits", () =>
  sixtyFour[0].forEach((before, i) => void align(before, sixtyFour[1][i])),
);
