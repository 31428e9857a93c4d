import { ExitCode } from "./exit-code.ts";
import type { PackageFiles } from "./io.ts";
import { main } from "./main.ts";
import { nodeIo } from "./node-io.ts";

/**
 * Runs the program for this process and sets its exit code. A bug of ours shows its stack and exits with 2: node's
 * own code for it, 1, would read as "the traces differ".
 */
export async function runProcess(files: PackageFiles): Promise<void> {
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
  process.exitCode = await main(process.argv.slice(2), nodeIo(files));
}

function fail(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`tracediff: internal error, please report it\n${text}\n`);
  process.exit(ExitCode.trouble);
}
