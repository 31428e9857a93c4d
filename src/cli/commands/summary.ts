import { overviewOf } from "../../compare/overview.ts";
import { loadGrammar } from "../../input/load-grammar.ts";
import { type SummaryFormat, summaryReporters } from "../../report/summary-reporters.ts";
import type { ExitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import type { RawArguments } from "../options/parse-arguments.ts";
import { traceRequest } from "../options/trace-request.ts";
import { displayOptions } from "../output/display-options.ts";
import { createLogger } from "../output/logger.ts";
import { writeFile } from "../output/write-file.ts";
import { writePieces } from "../output/write-pieces.ts";
import { readOneTrace } from "../reading/read-one-trace.ts";

const FORMATS: readonly [SummaryFormat, ...SummaryFormat[]] = ["text", "json"];

/** `tracediff summary TRACE`: what was understood of one trace, and what it holds. */
export async function runSummary(raw: RawArguments, io: Io): Promise<ExitCode> {
  const grammar = loadGrammar(io.files.grammar);
  const request = traceRequest(raw, grammar, FORMATS);
  const logger = await createLogger(request.logLevel, io.stderr);
  const side = await readOneTrace(request, grammar, io, logger);
  const start = io.now();
  const { calls, maxUnread } = request;
  const overview = overviewOf(side, { calls, maxUnread });
  for (const { format, file } of request.outputs) {
    const pieces = summaryReporters[format](overview, displayOptions(request.color, file === null, io));
    if (file === null) await writePieces(io.stdout, pieces, "standard output");
    else writeFile(file, pieces);
  }
  logger.info({ seconds: (io.now() - start) / 1000, verdict: overview.verdict }, "summed up");
  return overview.verdict.exitCode;
}
