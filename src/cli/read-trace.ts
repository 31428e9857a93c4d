import type { Grammar } from "../grammar/grammar.ts";
import type { Trace } from "../trace/trace.ts";
import { readChunks } from "./read-chunks.ts";
import { openTraceFile, traceFileChunks } from "./trace-file.ts";

/**
 * Reads one trace from a file, a pipe or a device, plain or packed with gzip, in the calling thread.
 *
 * @throws UserError where the file cannot be read or is not an strace log
 */
export async function readTrace(path: string, grammar: Grammar): Promise<Trace> {
  const file = openTraceFile(path);
  const { trace } = await readChunks(traceFileChunks(file), path, file.size, grammar);
  return trace;
}
