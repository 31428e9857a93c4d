import { describeProblem } from "../trace/problem.ts";
import type { Trace } from "../trace/trace.ts";
import { UserError } from "./user-error.ts";

export const RECORDING_HINT = "record one with strace -f -T -tt -y -o FILE COMMAND";

/**
 * Refuses what is not an strace log, so that a wrong file is not compared as a run without I/O. A trace without calls
 * that strace did write (its program made none, or only others) passes: the verdict reports it.
 *
 * @param name what the user called it
 * @throws UserError saying what the file holds instead
 */
export function requireCalls(trace: Trace, bytes: number, name: string): void {
  if (bytes === 0) {
    throw new UserError(
      `${name} is empty`,
      "was strace stopped before it wrote anything? strace -o FILE sets where it writes",
    );
  }
  const { call, half, signal, exit, table } = trace.lineKinds;
  // with -f the table has notices about threads before it
  const isTable = table > 0 && call + half + signal + exit === 0;
  if (holdsTrace(trace) && !isTable) return;
  if (isTable) {
    throw new UserError(
      `${name} holds the summary table of strace -c, not calls`,
      "record with strace -C to get both, or without -c",
    );
  }
  const [problem] = trace.problems;
  const lines = `${trace.lines} ${trace.lines === 1 ? "line" : "lines"}`;
  const example = problem === undefined ? "" : `; line ${problem.line}: ${describeProblem(problem)}`;
  throw new UserError(`no strace calls found in ${name} (${lines}${example})`, RECORDING_HINT);
}

/** Whether there is a line that strace writes about what a program did. */
export function holdsTrace({ lineKinds }: Trace): boolean {
  return lineKinds.call + lineKinds.half + lineKinds.signal + lineKinds.exit + lineKinds.notice > 0;
}
