import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Grammar } from "../../grammar/grammar.ts";
import { loadGrammar } from "../../input/load-grammar.ts";
import { readTrace } from "../../input/read-trace.ts";
import { UserError } from "../../input/user-error.ts";
import { counted } from "../../report/layout/format-number.ts";
import type { Trace } from "../../trace/trace.ts";
import { viewTrace } from "../../view/trace-view.ts";
import type { Ended, Io } from "../io.ts";
import { callsOf, last, wholeNumber } from "../options/option-values.ts";
import type { RawArguments } from "../options/parse-arguments.ts";
import { requireOpen } from "../output/write-pieces.ts";
import { whileLocked } from "../recording/file-lock.ts";
import { findRecorder, type Recorder } from "../recording/record.ts";

/** More runs than anybody waits for; keeps a typo from filling the disk. */
const MAX_RUNS = 1000;
const DEFAULT_OUT = "trace.log";

/**
 * `tracediff capture -o out -- command`: runs the command under strace with the options that a comparison needs. The
 * command keeps the terminal and gets the signals; capture exits with its exit code, 128 + n after signal n.
 */
export async function runCapture(raw: RawArguments, io: Io): Promise<number> {
  const grammar = loadGrammar(io.files.grammar);
  const calls = callsOf(raw, grammar);
  const runs = wholeNumber("runs", last(raw, "runs") ?? "1", MAX_RUNS);
  const out = last(raw, "output") ?? DEFAULT_OUT;
  if (runs === 0) throw new UserError("--runs takes a number of at least 1", "as in --runs 5");
  if (out === "-")
    throw new UserError("a log cannot go to standard output, which is the command's", "give -o a file");
  requireCommand(raw.operands, io);
  await requireOpen(io.stdout, "standard output, which is the command's,");
  const record = await findRecorder(io, grammar, calls);
  const makeRuns = (): Promise<number> => recordRuns(raw.operands, out, runs, record, grammar, io);
  // for several runs, locks their common name for as long as any of them is being recorded
  return runs > 1 ? whileLocked(out, makeRuns) : makeRuns();
}

async function recordRuns(
  command: readonly string[],
  out: string,
  runs: number,
  record: Recorder,
  grammar: Grammar,
  io: Io,
): Promise<number> {
  for (let run = 1; run <= runs; run++) {
    const file = runs === 1 ? out : `${out}.${run}`;
    const ended = await record(file, command, "shown");
    io.stderr.write(`${await describe(file, grammar)}\n`);
    const code = exitCodeOf(ended);
    if (code === 0) continue;
    if (run < runs)
      io.stderr.write(
        `tracediff: run ${run} of ${runs} exited with ${code}, so the remaining runs are skipped\n`,
      );
    return code;
  }
  return 0;
}

/** @throws UserError if no command is given or the shell would not find it */
export function requireCommand(command: readonly string[], io: Io): void {
  const [name] = command;
  if (name === undefined) {
    throw new UserError("no command given", "usage: tracediff capture [-o FILE] -- COMMAND [ARGUMENT...]");
  }
  const problem = commandProblem(name, io.env.PATH ?? "");
  if (problem !== null)
    throw new UserError(`${name}: ${problem}`, "the command follows --, as in: capture -- ./program");
}

export function exitCodeOf(ended: Ended): number {
  return ended.kind === "killed" ? 128 + ended.number : ended.code;
}

/** What was recorded, and which of the program's I/O cannot be in it. */
async function describe(file: string, grammar: Grammar): Promise<string> {
  const trace = await readTrace(file, grammar);
  const { rows, threads } = viewTrace(trace, grammar, null);
  const busy = trace.threads.filter((_, thread) => threads.size(thread) > 0);
  const words = `${file}: ${counted(rows.length, "I/O call")} of ${counted(busy.length, "thread")}`;
  const remarks = [
    ...(rows.length === 0 ? ["nothing to compare: does another process do the command's work?"] : []),
    ...(usesUring(trace, grammar)
      ? ["the program uses io_uring: what it reads and writes that way does not show in the log"]
      : []),
  ];
  return [words, ...remarks.map((remark) => `warning: ${remark}`)].join("\n");
}

function usesUring({ table }: Trace, grammar: Grammar): boolean {
  const enter = grammar.byName.get("io_uring_enter");
  return enter !== undefined && table.call.includes(enter);
}

/** Why execvp(3) could not start a command; null if it could. */
export function commandProblem(name: string, path: string): string | null {
  if (name.includes("/")) return fileProblem(name);
  const problems = path.split(delimiter).map((directory) => fileProblem(join(directory, name)));
  if (problems.includes(null)) return null;
  return problems.find((problem) => problem === NOT_EXECUTABLE) ?? "command not found";
}

const NOT_EXECUTABLE = "not executable";

function fileProblem(file: string): string | null {
  try {
    if (statSync(file).isDirectory()) return "is a directory";
  } catch {
    // Whatever prevents stat also prevents the shell from finding it.
    return "no such file";
  }
  try {
    accessSync(file, constants.X_OK);
    return null;
  } catch {
    // It exists, so only permission can be missing.
    return NOT_EXECUTABLE;
  }
}
