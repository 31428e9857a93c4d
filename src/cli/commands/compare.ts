import { statSync } from "node:fs";
import { compareViews } from "../../compare/compare.ts";
import { recordedAlike } from "../../compare/recorded-alike.ts";
import { RunComparison } from "../../compare/run-comparison.ts";
import type { Grammar } from "../../grammar/grammar.ts";
import { loadGrammar } from "../../input/load-grammar.ts";
import { UserError } from "../../input/user-error.ts";
import { planSnapshots } from "../../library/snapshot-sides.ts";
import { type Format, reporters } from "../../report/reporters.ts";
import type { Comparison } from "../../result/comparison.ts";
import { mapPair, type Pair, type Side } from "../../trace/pair.ts";
import type { Trace } from "../../trace/trace.ts";
import { ExitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { type CompareRequest, compareRequest } from "../options/compare-request.ts";
import type { Output } from "../options/outputs.ts";
import type { RawArguments } from "../options/parse-arguments.ts";
import { displayOptions } from "../output/display-options.ts";
import { createLogger, type Logger } from "../output/logger.ts";
import { showProgress } from "../output/show-progress.ts";
import { appendFile, writeFile } from "../output/write-file.ts";
import { writePieces } from "../output/write-pieces.ts";
import { PreparedViews } from "../reading/prepared-views.ts";
import { openSide, type ReadTrace, readTraces, type SideInput, traceReader } from "../reading/read-traces.ts";
import { requireOtherFile } from "../reading/require-other-file.ts";
import { requireUpdatable, updateSnapshot } from "./update-snapshot.ts";

/** The default command: reads two traces, compares them, reports. */
export async function runCompare(raw: RawArguments, io: Io): Promise<ExitCode> {
  const grammar = loadGrammar(io.files.grammar);
  return compareAndReport(compareRequest(raw, grammar), grammar, io);
}

/** Reads, compares, reports and, if asked to, updates the snapshot. */
export async function compareAndReport(request: CompareRequest, grammar: Grammar, io: Io): Promise<ExitCode> {
  if (request.update !== null) requireUpdatable(request, request.update.isForced, io.env);
  const runs = openRuns(request);
  requireDistinctRuns(runs);
  const inputs = [...runs.before, ...runs.after];
  for (const { file } of request.outputs) if (file !== null) requireOtherFile(file, inputs);
  const logger = await createLogger(request.logLevel, io.stderr);
  logger.debug({ sources: request.sources, options: request.options, outputs: request.outputs }, "asked");
  const { comparison, traces } = await readAndCompare(request, runs, grammar, io, logger);
  for (const output of request.outputs) await writeReport(comparison, output, request, io, logger);
  if (request.outputs.some(({ format }) => format === "github")) appendStepSummary(comparison, request, io);
  if (request.update === null) return comparison.verdict.exitCode;
  io.stderr.write(`${updateSnapshot(comparison, traces, grammar)}\n`);
  return ExitCode.same;
}

/** Opened before anything is read. */
type OpenRuns = readonly [SideInput, ...SideInput[]];

function openRuns({ sources, furtherRuns, areSets }: CompareRequest): Pair<OpenRuns> {
  return mapPair(sources, (first, side) => [
    openSide(first, areSets),
    ...furtherRuns[side].map((source) => openSide(source, areSets)),
  ]);
}

async function readAndCompare(
  { options, isOrderGiven, timing, isRecordedAlike, logLevel }: CompareRequest,
  runs: Pair<OpenRuns>,
  grammar: Grammar,
  io: Io,
  logger: Logger,
): Promise<{ readonly comparison: Comparison; readonly traces: Pair<Trace> }> {
  const first = mapPair(runs, ([run]) => run);
  const further = mapPair(runs, ([, ...others]) => others);
  return showProgress(io, logLevel, totalSize([...runs.before, ...runs.after]), async (progress) => {
    const views = new PreparedViews(options.calls, options);
    const read = traceReader(grammar, io, logger, (bytes) => progress.advance(bytes), views);
    const traces = await readTraces(first, read);
    const plan = planSnapshots(traces, options, isOrderGiven, grammar);
    const start = io.now();
    if (further.before.length + further.after.length === 0) progress.turnTo("comparing");
    const readFurther = async (input: SideInput): Promise<Trace> => plan.prepare(await read(input));
    const compared = await compareRuns(mapPair(traces, plan.prepare), further, readFurther, {
      grammar,
      options: plan.options,
      timing,
      views,
    });
    const comparison = plan.admit(isRecordedAlike ? recordedAlike(compared) : compared);
    logger.info({ seconds: (io.now() - start) / 1000, verdict: comparison.verdict }, "compared");
    return { comparison, traces };
  });
}

/**
 * Runs after the first one of a side are read one by one, so that few traces are in memory at a time: if a separate
 * thread reads them, the next one is read while one is compared.
 */
async function compareRuns(
  first: Pair<Trace>,
  further: Pair<readonly SideInput[]>,
  read: ReadTrace,
  {
    grammar,
    options,
    timing,
    views,
  }: Pick<CompareRequest, "options" | "timing"> & {
    readonly grammar: Grammar;
    readonly views: PreparedViews;
  },
): Promise<Comparison> {
  if (further.before.length + further.after.length === 0) {
    return compareViews(
      mapPair(first, (trace) => views.of(trace, grammar, options.calls)),
      options,
      timing,
    );
  }
  const runs = new RunComparison(first, grammar, options, timing);
  const queue = (["before", "after"] as const).flatMap((side) =>
    further[side].map((input) => ({ side, input })),
  );
  let next = readNext(queue, read);
  while (next !== null) {
    const { side, trace } = await next;
    next = readNext(queue, read);
    runs.add(side, trace);
  }
  return runs.finish();
}

type QueuedRun = { readonly side: Side; readonly input: SideInput };

/** Takes the first trace off the queue and starts reading it; null if the queue is empty. */
function readNext(queue: QueuedRun[], read: ReadTrace): Promise<{ side: Side; trace: Trace }> | null {
  const run = queue.shift();
  return run === undefined ? null : read(run.input).then((trace) => ({ side: run.side, trace }));
}

function totalSize(inputs: readonly SideInput[]): number | null {
  return inputs.reduce<number | null>((sum, input) => {
    const size = input?.size ?? null;
    return sum === null || size === null ? null : sum + size;
  }, 0);
}

async function writeReport(
  comparison: Comparison,
  { format, file }: Output<Format>,
  request: CompareRequest,
  io: Io,
  logger: Logger,
): Promise<void> {
  const start = io.now();
  const display = displayOptions(request.color, file === null, io);
  const pieces = reporters[format](comparison, { ...display, context: request.context });
  if (file === null) await writePieces(io.stdout, pieces, "standard output");
  else writeFile(file, pieces);
  logger.info({ format, file, seconds: (io.now() - start) / 1000 }, "reported");
}

/** What a step appends to the file named by this variable, GitHub shows on the page of the run. */
function appendStepSummary(comparison: Comparison, { context }: CompareRequest, io: Io): void {
  const file = io.env.GITHUB_STEP_SUMMARY;
  if (file === undefined || file === "") return;
  const display = displayOptions("never", false, io);
  appendFile(file, reporters.markdown(comparison, { ...display, context }));
}

/**
 * Refuses a recording given as two runs of a side: it would seem to have no noise, and any shift to exceed it.
 *
 * @throws UserError naming the recording that is given twice
 */
function requireDistinctRuns(runs: Pair<readonly SideInput[]>): void {
  for (const side of ["before", "after"] as const) {
    const seen = new Map<string, string>();
    for (const input of runs[side]) {
      const [file] = input?.files ?? [];
      if (input === null || file === undefined) continue;
      const { dev, ino } = statSync(file.path, { bigint: true });
      const first = seen.get(`${dev}:${ino}`);
      if (first !== undefined) throw sameFileError(first, input.name, side);
      seen.set(`${dev}:${ino}`, input.name);
    }
  }
}

function sameFileError(first: string, path: string, side: string): UserError {
  const hint = "each run of a side must be a separate recording";
  if (first === path) return new UserError(`${path} is given more than once with --${side}`, hint);
  return new UserError(`${path} is the same recording as ${first}, which is also given with --${side}`, hint);
}
