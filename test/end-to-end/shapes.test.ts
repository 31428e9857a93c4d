import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BIN, ROOT } from "./run-bin.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-shapes-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join("");

/** Forks of a process that has `count` descriptors open, from `first` on. */
const forks = (count: number, first: number, children: number, child: (tid: number) => string): string =>
  lines(count, (at) => `7 openat(AT_FDCWD, "/f${at}", O_RDONLY|O_CLOEXEC) = ${first + at}`) +
  lines(children, (at) => `7 clone(child_stack=NULL, flags=SIGCHLD) = ${100 + at}\n${child(100 + at)}`);

/** Milliseconds and KiB that a comparison of the text with itself takes, and its exit code. */
function compared(text: string): {
  readonly status: number | null;
  readonly time: number;
  readonly memory: number;
} {
  const [log, peak] = [join(folder, "shape.log"), join(folder, "peak")];
  writeFileSync(log, text);
  const start = performance.now();
  const run = spawnSync(
    process.execPath,
    ["--import", join(ROOT, "bench/peak-memory.js"), BIN, "-q", log, log],
    { env: { ...process.env, PEAK_MEMORY_FILE: peak }, encoding: "utf8" },
  );
  expect(run.stderr).toBe("");
  return { status: run.status, time: performance.now() - start, memory: Number(readFileSync(peak, "utf8")) };
}

describe("what a log costs follows its bytes and not its numbers", () => {
  // Each of these took gigabytes, minutes or an error where tables were as long as numbers are large.
  test.each([
    [
      "a result that no descriptor has",
      'openat(AT_FDCWD, "a", O_RDONLY) = 4294967295\nread(3, "x", 1) = 1\n',
      2,
    ],
    ["a descriptor near the largest", "dup2(3, 1999999999) = 1999999999\nfsync(1999999999) = 0\n", 0],
    ["a descriptor beyond 2^53", 'read(9007199254740993, "x", 1) = 1\nread(3, "x", 1) = 1\n', 2],
    [
      "a closed range up to the end",
      "dup2(3, 2147483647) = 2147483647\nclose_range(3, 4294967295, 0) = 0\n",
      0,
    ],
    [
      "2,000 forks that inherit descriptor 1,000,000",
      forks(1, 1_000_000, 2000, (tid) => `${tid} fsync(1000000) = 0`),
      0,
    ],
    [
      "20,000 forks that inherit 1,500 descriptors",
      forks(1500, 3, 20_000, (tid) => `${tid} close(${(tid % 1500) + 3}) = 0`),
      0,
    ],
    [
      "20,000 forks that leave 1,500 descriptors behind",
      forks(1500, 3, 20_000, (tid) => `${tid} execve("/a", ["a"], 0x1) = 0`),
      0,
    ],
    ["a number of a million digits", `read(3, "x", ${"9".repeat(1_000_000)}) = 1\nread(3, "x", 1) = 1\n`, 2],
    ["70,000 names of errors", lines(70_000, (at) => `7 pread64(3, 0x1, 1, 0) = -1 EX${at} (x)`), 2],
    ["70,000 names of calls", `${lines(70_000, (at) => `7 call_${at}(3) = 0`)}7 fsync(3) = 0\n`, 0],
  ])("%s", (_, text, status) => {
    const { time, memory, ...run } = compared(text);
    expect(run.status).toBe(status);
    expect(memory).toBeLessThan(150_000 + (text.length * 250) / 1024);
    expect(time).toBeLessThan(20_000);
  });
});
