import type { Grammar } from "../../grammar/grammar.ts";
import type { TraceView } from "../../view/trace-view.ts";
import type { Io } from "../io.ts";
import type { TraceRequest } from "../options/trace-request.ts";
import type { Logger } from "../output/logger.ts";
import { showProgress } from "../output/show-progress.ts";
import { PreparedViews } from "./prepared-views.ts";
import { openSide, traceReader } from "./read-traces.ts";
import { requireOtherFile } from "./require-other-file.ts";

/**
 * Reads the trace given to a command about one trace.
 *
 * @throws UserError if it cannot be read, is not an strace log, or would be overwritten
 */
export async function readOneTrace<Format extends string>(
  { source, isSet, calls, selection, outputs, logLevel }: TraceRequest<Format>,
  grammar: Grammar,
  io: Io,
  logger: Logger,
): Promise<TraceView> {
  const input = openSide(source, isSet);
  for (const { file } of outputs) if (file !== null) requireOtherFile(file, [input]);
  const views = new PreparedViews(calls, selection);
  const trace = await showProgress(io, logLevel, input?.size ?? null, (progress) =>
    traceReader(grammar, io, logger, (bytes) => progress.advance(bytes), views)(input),
  );
  return views.of(trace, grammar, calls);
}
