import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PEAK_MEMORY = new URL("peak-memory.js", import.meta.url).href;

/**
 * Runs a command to its end and returns the seconds of wall-clock time.
 *
 * @param command `{ words, status, env? }`: the program and its arguments, the exit status it must have
 */
function time({ words, status, env }) {
  const [program, ...args] = words;
  const started = performance.now();
  const run = spawnSync(program, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...env },
  });
  const seconds = (performance.now() - started) / 1000;
  if (run.error !== undefined) throw run.error;
  if (run.status !== status) {
    throw new Error(`${words.join(" ")}: status ${run.status}, not ${status}\n${run.stderr.toString()}`);
  }
  return seconds;
}

/**
 * Times commands side by side: in turn, so that other load on the machine affects all of them alike.
 *
 * @returns for each name `{ median, min, max }` in seconds
 */
export function timeInTurn(commands, rounds) {
  const names = Object.keys(commands);
  const seconds = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) seconds[name].push(time(commands[name]));
  }
  return Object.fromEntries(names.map((name) => [name, spread(seconds[name])]));
}

export function spread(values) {
  const sorted = values.slice().sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, min: sorted[0], max: sorted[sorted.length - 1] };
}

/** Largest resident set of one run of a Node script with all its threads, in bytes. */
export function peakMemory({ words, status }, peakFile) {
  const [node, ...args] = words;
  if (node !== process.execPath) throw new Error("peakMemory measures Node scripts only");
  time({ words: [node, "--import", PEAK_MEMORY, ...args], status, env: { PEAK_MEMORY_FILE: peakFile } });
  return Number(readFileSync(peakFile, "utf8")) * 1024;
}

/** Path of a file of the repository. */
export const inRepository = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
