import type { Grammar } from "../grammar/grammar.ts";
import type { Trace } from "../trace/trace.ts";
import { readInput } from "./read-input.ts";
import { openTrace } from "./trace-input.ts";

/**
 * Reads one trace in the calling thread: from a file, a pipe or a device, plain or compressed with gzip or zstd, or
 * from the files of an `strace -ff` set named by their prefix or a pattern.
 *
 * @throws UserError if it cannot be read or is not an strace log
 */
export async function readTrace(path: string, grammar: Grammar): Promise<Trace> {
  const { trace } = await readInput(openTrace(path, false), grammar, () => undefined);
  return trace;
}
