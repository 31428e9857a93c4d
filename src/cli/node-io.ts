import type { Io, PackageFiles } from "./io.ts";

/** The outside world as this process has it. */
export function nodeIo(files: PackageFiles): Io {
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: () => process.stdin,
    env: process.env,
    stdoutIsTerminal: process.stdout.isTTY === true,
    columns: process.stdout.columns,
    now: () => performance.now(),
    files,
  };
}
