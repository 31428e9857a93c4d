import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadGrammar } from "../../input/load-grammar.ts";
import { UserError } from "../../input/user-error.ts";
import type { Pair, Side } from "../../trace/pair.ts";
import { mapPair } from "../../trace/pair.ts";
import type { ExitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { compareRequest } from "../options/compare-request.ts";
import { last, wholeNumber } from "../options/option-values.ts";
import type { RawArguments } from "../options/parse-arguments.ts";
import { whileLocked } from "../recording/file-lock.ts";
import { findRecorder, type Recorder } from "../recording/record.ts";
import { exitCodeOf } from "./capture.ts";
import { compareAndReport } from "./compare.ts";

/** With five runs a side, a difference between the sides can be told from the spread within one. */
const DEFAULT_RUNS = "5";
const MAX_RUNS = 1000;
const SHELL = "/bin/sh";
const CLEAR_LINE = "\r\u001b[K";

/**
 * `tracediff run -n 5 --before 'cmd' --after 'cmd'`: records both commands alternately, so that a machine that gets
 * busier slows both, and compares the runs.
 */
export async function runRun(raw: RawArguments, io: Io): Promise<ExitCode> {
  const grammar = loadGrammar(io.files.grammar);
  const commands = commandsOf(raw);
  const runs = wholeNumber("runs", last(raw, "runs") ?? DEFAULT_RUNS, MAX_RUNS);
  if (runs === 0) throw new UserError("--runs takes a number of at least 1", "as in --runs 5");
  const kept = last(raw, "output");
  const folder = kept ?? mkdtempSync(join(tmpdir(), "tracediff-run-"));
  const files = mapPair(commands, (_, side) =>
    Array.from({ length: runs }, (_unused, run) => join(folder, `${side}.${run + 1}`)),
  );
  // Before anything is recorded, so that a misspelt option does not cost the time of all runs.
  const values = new Map([...raw.values, ["before", files.before], ["after", files.after]]);
  const request = compareRequest({ ...raw, operands: [], values }, grammar);
  try {
    if (kept !== undefined) mkdirSync(kept, { recursive: true });
    const record = await findRecorder(io, grammar, request.options.calls);
    return await whileLocked(folder, async () => {
      await recordInTurns(commands, files, record, raw.values.has("ignore-failure"), io);
      return compareAndReport(request, grammar, io);
    });
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true });
  }
}

function commandsOf(raw: RawArguments): Pair<string> {
  const usage = "usage: tracediff run [-n N] --before 'COMMAND' --after 'COMMAND'";
  const [operand] = raw.operands;
  if (operand !== undefined) throw new UserError(`${operand} belongs to neither command`, usage);
  const before = last(raw, "before");
  const after = last(raw, "after");
  if (before === undefined || after === undefined) {
    throw new UserError(`the command to run ${before === undefined ? "before" : "after"} is missing`, usage);
  }
  return { before, after };
}

async function recordInTurns(
  commands: Pair<string>,
  files: Pair<readonly string[]>,
  record: Recorder,
  ignoresFailure: boolean,
  io: Io,
): Promise<void> {
  const runs = files.before.length;
  const showsProgress = io.stderrIsTerminal();
  try {
    for (let run = 0; run < runs; run++) {
      for (const side of ["before", "after"] as const) {
        if (showsProgress) io.stderr.write(`${CLEAR_LINE}recording ${side}, run ${run + 1} of ${runs}`);
        await recordOne(side, run + 1, commands[side], files[side][run] ?? "", record, ignoresFailure);
      }
    }
  } finally {
    if (showsProgress) io.stderr.write(CLEAR_LINE);
  }
}

async function recordOne(
  side: Side,
  run: number,
  command: string,
  file: string,
  record: Recorder,
  ignoresFailure: boolean,
): Promise<void> {
  const ended = await record(file, [SHELL, "-c", command], "hidden");
  const code = exitCodeOf(ended);
  if (code === 0 || ignoresFailure) return;
  const [reason] = ended.tail
    .split("\n")
    .filter((line) => line !== "")
    .slice(-1);
  throw new UserError(
    `run ${run} of --${side} ended with ${code}${reason === undefined ? "" : `: ${reason}`}`,
    "--ignore-failure compares it anyway",
  );
}
