import type { Grammar } from "../grammar/grammar.ts";
import type { Trace } from "../trace/trace.ts";
import type { Io } from "./io.ts";
import type { Logger } from "./logger.ts";
import { openSide, traceReader } from "./read-traces.ts";
import { showProgress } from "./show-progress.ts";
import type { TraceRequest } from "./trace-request.ts";
import { requireOtherFile } from "./write-file.ts";

/**
 * Reads the trace that a command about one trace is given.
 *
 * @throws UserError where it cannot be read, is no strace log, or would be written over
 */
export async function readOneTrace<Format extends string>(
  { source, outputs, logLevel }: TraceRequest<Format>,
  grammar: Grammar,
  io: Io,
  logger: Logger,
): Promise<Trace> {
  for (const { file } of outputs) if (file !== null) requireOtherFile(file, [source]);
  const input = openSide(source);
  return showProgress(io, logLevel, input?.size ?? null, (progress) =>
    traceReader(grammar, io, logger, (bytes) => progress.advance(bytes))(input),
  );
}
