import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

export const ROOT: string = resolve(import.meta.dirname, "../..");
export const BIN: string = resolve(ROOT, "bin/tracediff.js");
export const BEFORE: string = resolve(ROOT, "traces/rocksdb-5431/before.log");
export const AFTER: string = resolve(ROOT, "traces/rocksdb-5431/after.log");

export type Ended = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/** An environment that has nothing of the tester's but the way to programs. */
const { PATH = "" } = process.env;
const ENVIRONMENT: Record<string, string> = { PATH, LC_ALL: "C.UTF-8" };

/** Runs the built program as its users do. */
export function runBin(
  argv: readonly string[],
  options: { cwd?: string; node?: readonly string[] } = {},
): Ended {
  const run = spawnSync(process.execPath, [...(options.node ?? []), BIN, ...argv], {
    cwd: options.cwd ?? ROOT,
    env: ENVIRONMENT,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return { status: run.status, stdout: run.stdout, stderr: run.stderr };
}

/** Runs a bash script in which `$tracediff`, `$before` and `$after` stand for themselves; `$program` is the file that is installed. */
export function runShell(script: string): Ended {
  const run = spawnSync("bash", ["--norc", "--noprofile", "-c", script], {
    cwd: ROOT,
    env: {
      ...ENVIRONMENT,
      tracediff: `${process.execPath} ${BIN}`,
      program: BIN,
      before: BEFORE,
      after: AFTER,
    },
    encoding: "utf8",
  });
  return { status: run.status, stdout: run.stdout, stderr: run.stderr };
}
