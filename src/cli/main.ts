import { readFileSync } from "node:fs";
import { UserError } from "../input/user-error.ts";
import { runCapture } from "./commands/capture.ts";
import { runCompare } from "./commands/compare.ts";
import { runCompletion } from "./commands/completion.ts";
import { runExport } from "./commands/export.ts";
import { runRun } from "./commands/run.ts";
import { runSnapshot } from "./commands/snapshot.ts";
import { runSummary } from "./commands/summary.ts";
import { ExitCode } from "./exit-code.ts";
import type { Io } from "./io.ts";
import type { Command } from "./options/command-table.ts";
import { helpText } from "./options/help-text.ts";
import { parseArguments, type RawArguments } from "./options/parse-arguments.ts";
import { writePieces } from "./output/write-pieces.ts";

/**
 * The whole program: reads the arguments (without the interpreter and the script), writes to `io`, and returns the
 * exit code: an ExitCode, or that of the recorded command. An error that the user can fix becomes one line and a
 * hint; anything else thrown is a bug of ours.
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await run(parseArguments(argv), io);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    io.stderr.write(`tracediff: ${error.message}\n`);
    if (error.hint !== undefined) io.stderr.write(`hint: ${error.hint}\n`);
    return ExitCode.trouble;
  }
}

async function run(raw: RawArguments, io: Io): Promise<number> {
  if (raw.values.has("help")) {
    await writePieces(io.stdout, [helpText(raw.command)], "standard output");
    return ExitCode.same;
  }
  if (raw.values.has("version")) {
    await writePieces(io.stdout, [`${version(io.files.manifest)}\n`], "standard output");
    return ExitCode.same;
  }
  return COMMAND_RUNS[raw.command](raw, io);
}

const COMMAND_RUNS: Readonly<Record<Command, (raw: RawArguments, io: Io) => Promise<number>>> = {
  compare: runCompare,
  capture: runCapture,
  run: runRun,
  snapshot: runSnapshot,
  summary: runSummary,
  export: runExport,
  completion: runCompletion,
};

function version(manifest: URL): string {
  const content: unknown = JSON.parse(readFileSync(manifest, "utf8"));
  const isManifest = typeof content === "object" && content !== null && "version" in content;
  return isManifest ? `tracediff ${content.version}` : "tracediff";
}
