import type { Writable } from "node:stream";
import { Chalk } from "chalk";
import { compare } from "../compare/compare.ts";
import type { Comparison } from "../compare/comparison.ts";
import type { Grammar } from "../grammar/grammar.ts";
import type { ReportOptions } from "../report/reporter.ts";
import { type Format, reporters } from "../report/reporters.ts";
import type { Pair } from "../trace/pair.ts";
import { colorLevel } from "./color-level.ts";
import { type CompareRequest, compareRequest } from "./compare-request.ts";
import type { ExitCode } from "./exit-code.ts";
import type { Io } from "./io.ts";
import { loadGrammar } from "./load-grammar.ts";
import { createLogger, type Logger } from "./logger.ts";
import type { Output } from "./outputs.ts";
import type { RawArguments } from "./parse-arguments.ts";
import { Progress } from "./progress.ts";
import { openTraces, readTraces, type SideInput } from "./read-traces.ts";
import { reportWidth } from "./report-width.ts";
import { showsUnicode } from "./shows-unicode.ts";
import { requireOtherFile, writeFile } from "./write-file.ts";
import { writePieces } from "./write-pieces.ts";

/** The default command: reads two traces, compares them, reports. */
export async function runCompare(raw: RawArguments, io: Io): Promise<ExitCode> {
  const grammar = loadGrammar(io.files.grammar);
  const request = compareRequest(raw, grammar);
  for (const { file } of request.outputs) if (file !== null) requireOtherFile(file, request.sources);
  const logger = await createLogger(request.logLevel, io.stderr);
  logger.debug({ sources: request.sources, options: request.options, outputs: request.outputs }, "asked");
  const comparison = await readAndCompare(request, grammar, io, logger);
  for (const output of request.outputs) await writeReport(comparison, output, request, io, logger);
  return comparison.verdict.exitCode;
}

async function readAndCompare(
  { sources, options, logLevel }: CompareRequest,
  grammar: Grammar,
  io: Io,
  logger: Logger,
): Promise<Comparison> {
  const inputs = openTraces(sources);
  // Log lines would run into the line of the progress.
  const terminal = (): Writable | null => (logLevel === "silent" && io.stderrIsTerminal() ? io.stderr : null);
  const progress = new Progress(terminal, io.now, totalSize(inputs));
  try {
    const traces = await readTraces(inputs, grammar, io, logger, (bytes) => progress.advance(bytes));
    const start = io.now();
    progress.turnTo("comparing");
    const comparison = compare(traces, grammar, options);
    logger.info({ seconds: (io.now() - start) / 1000, verdict: comparison.verdict }, "compared");
    return comparison;
  } finally {
    progress.clear();
  }
}

function totalSize({ before, after }: Pair<SideInput>): number | null {
  const sizes = [before?.size ?? null, after?.size ?? null];
  return sizes.reduce((sum, size) => (sum === null || size === null ? null : sum + size), 0);
}

async function writeReport(
  comparison: Comparison,
  { format, file }: Output<Format>,
  request: CompareRequest,
  io: Io,
  logger: Logger,
): Promise<void> {
  const start = io.now();
  const pieces = reporters[format](comparison, reportOptions(request, file === null, io));
  if (file === null) await writePieces(io.stdout, pieces, "standard output");
  else writeFile(file, pieces);
  logger.info({ format, file, seconds: (io.now() - start) / 1000 }, "reported");
}

/** A file is never a terminal, whatever standard output is. */
function reportOptions(request: CompareRequest, onStdout: boolean, io: Io): ReportOptions {
  const isTerminal = onStdout && io.stdoutIsTerminal;
  const level = onStdout ? colorLevel(request.color, io.env, isTerminal) : 0;
  return {
    context: request.context,
    width: reportWidth(isTerminal ? io.columns : undefined, io.env),
    chalk: new Chalk({ level }),
    unicode: showsUnicode(io.env, isTerminal),
  };
}
