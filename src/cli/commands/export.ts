import { loadGrammar } from "../../input/load-grammar.ts";
import { UserError } from "../../input/user-error.ts";
import { requireRead } from "../../library/require-read.ts";
import { type ExportFormat, exporters } from "../../report/exporters.ts";
import { escapeControls } from "../../report/layout/escape-controls.ts";
import { hidingOptions } from "../../report/words/hiding-options.ts";
import type { TraceView } from "../../view/trace-view.ts";
import { ExitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import type { RawArguments } from "../options/parse-arguments.ts";
import { callsByOf } from "../options/selection-options.ts";
import { type TraceRequest, traceRequest } from "../options/trace-request.ts";
import { createLogger } from "../output/logger.ts";
import { showsUnicode } from "../output/shows-unicode.ts";
import { writeFile } from "../output/write-file.ts";
import { writePieces } from "../output/write-pieces.ts";
import { readOneTrace } from "../reading/read-one-trace.ts";

const FORMATS: readonly [ExportFormat, ...ExportFormat[]] = ["ndjson", "csv"];

/**
 * `tracediff export TRACE`: the calls of a trace, one per line, in the order in which they started. Calls that could
 * not be read cannot be exported: standard error says that they are missing, with exit code 2.
 */
export async function runExport(raw: RawArguments, io: Io): Promise<ExitCode> {
  const grammar = loadGrammar(io.files.grammar);
  const request = traceRequest(raw, grammar, FORMATS);
  const logger = await createLogger(request.logLevel, io.stderr);
  const side = await readOneTrace(request, grammar, io, logger);
  const start = io.now();
  for (const { format, file } of request.outputs) {
    if (file !== null) writeFile(file, exporters[format](side, asItIs));
    else await writePieces(io.stdout, exporters[format](side, terminalText(io)), "standard output");
    logger.info({ format, file, records: side.rows.length, seconds: (io.now() - start) / 1000 }, "exported");
  }
  const { calls, selection } = request;
  requireWhole(side, request, hidingOptions({ calls, ...callsByOf(raw), ...selection }));
  return ExitCode.same;
}

const asItIs = (text: string): string => text;

/** File names can hold control sequences for a terminal; anywhere else they are written unchanged. */
function terminalText(io: Io): (text: string) => string {
  if (!io.stdoutIsTerminal) return asItIs;
  const unicode = showsUnicode(io.env, true);
  return (text) => escapeControls(text, unicode);
}

/**
 * @param hiding the options that leave calls out
 * @throws UserError if nothing was exported, or more is missing than allowed
 */
function requireWhole(
  { trace, rows, hiddenCalls }: TraceView,
  { source, maxUnread }: TraceRequest<ExportFormat>,
  hiding: string,
): void {
  if (rows.length === 0) {
    throw new UserError(
      `${source} has no I/O calls to export`,
      hiddenCalls > 0
        ? `${hiddenCalls} are hidden by ${hiding}`
        : `tracediff summary ${source} shows what it has`,
    );
  }
  requireRead(trace, maxUnread, "--max-unread");
}
