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
import { commandProblem } from "../recording/find-command.ts";
import { findRecorder, type Recorder } from "../recording/record.ts";

/** More runs than anybody waits for; keeps a slip of the finger from filling the disk. */
const MAX_RUNS = 1000;
const DEFAULT_OUT = "trace.log";

/**
 * `tracediff capture -o out -- command`: runs the command under strace with the options that a comparison needs. The
 * command has the terminal and the signals; its exit code is that of the capture, 128 + n after signal n.
 */
export async function runCapture(raw: RawArguments, io: Io): Promise<number> {
  const grammar = loadGrammar(io.files.grammar);
  const calls = callsOf(raw, grammar);
  const runs = wholeNumber("runs", last(raw, "runs") ?? "1", MAX_RUNS);
  const out = last(raw, "output") ?? DEFAULT_OUT;
  if (runs === 0) throw new UserError("--runs takes a number from 1", "as in --runs 5");
  if (out === "-")
    throw new UserError("a log cannot go to standard output, which is the command's", "give -o a file");
  requireCommand(raw.operands, io);
  await requireOpen(io.stdout, "standard output, which is the command's,");
  const record = await findRecorder(io, grammar, calls);
  const makeRuns = (): Promise<number> => recordRuns(raw.operands, out, runs, record, grammar, io);
  // of several runs the name that they have in common, for as long as one of them is made
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
      io.stderr.write(`tracediff: run ${run} of ${runs} ended with ${code}, the others are not made\n`);
    return code;
  }
  return 0;
}

/** @throws UserError where no command is given or the shell would not find it */
export function requireCommand(command: readonly string[], io: Io): void {
  const [name] = command;
  if (name === undefined) {
    throw new UserError(
      "no command to run is given",
      "usage: tracediff capture [-o FILE] -- COMMAND [ARGUMENT...]",
    );
  }
  const problem = commandProblem(name, io.env.PATH ?? "");
  if (problem !== null)
    throw new UserError(`${name}: ${problem}`, "the command follows --, as in: capture -- ./program");
}

export function exitCodeOf(ended: Ended): number {
  return ended.kind === "killed" ? 128 + ended.number : ended.code;
}

/** What was recorded, and what of the program's I/O cannot be in it. */
async function describe(file: string, grammar: Grammar): Promise<string> {
  const trace = await readTrace(file, grammar);
  const { rows, threads } = viewTrace(trace, grammar, null);
  const busy = trace.threads.filter((_, thread) => threads.size(thread) > 0);
  const words = `${file}: ${counted(rows.length, "I/O call")} of ${counted(busy.length, "thread")}`;
  const remarks = [
    ...(rows.length === 0 ? ["nothing to compare: does the command do its work in another process?"] : []),
    ...(usesUring(trace, grammar)
      ? ["the program uses io_uring: what it reads and writes that way is not in the log"]
      : []),
  ];
  return [words, ...remarks.map((remark) => `warning: ${remark}`)].join("\n");
}

function usesUring({ table }: Trace, grammar: Grammar): boolean {
  const enter = grammar.byName.get("io_uring_enter");
  return enter !== undefined && table.call.includes(enter);
}
