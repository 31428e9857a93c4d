import type { Grammar } from "../../grammar/grammar.ts";
import { loadGrammar } from "../../input/load-grammar.ts";
import { UserError } from "../../input/user-error.ts";
import { requireRead } from "../../library/require-read.ts";
import { planSnapshots } from "../../library/snapshot-sides.ts";
import { counted } from "../../report/layout/format-number.ts";
import { orderWords } from "../../report/words/order-words.ts";
import { ORDERS, type Order } from "../../result/comparison.ts";
import { type SnapshotOptions, writeSnapshot } from "../../snapshot/write-snapshot.ts";
import type { Trace } from "../../trace/trace.ts";
import { viewTrace } from "../../view/trace-view.ts";
import { ExitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { LOG_LEVELS } from "../options/option-table.ts";
import { callsOf, last, oneOf, share } from "../options/option-values.ts";
import type { RawArguments } from "../options/parse-arguments.ts";
import { createLogger } from "../output/logger.ts";
import { showProgress } from "../output/show-progress.ts";
import { writeFile } from "../output/write-file.ts";
import { writePieces } from "../output/write-pieces.ts";
import { openSide, traceReader } from "../reading/read-traces.ts";
import { requireOtherFile } from "../reading/require-other-file.ts";

/** `tracediff snapshot LOG… -o io.snap`: the pattern of one run, or of several that must agree, as a small text. */
export async function runSnapshot(raw: RawArguments, io: Io): Promise<ExitCode> {
  const grammar = loadGrammar(io.files.grammar);
  const order = oneOf("order", ORDERS, last(raw, "order") ?? "thread");
  const options: SnapshotOptions = { order, calls: callsOf(raw, grammar) };
  const maxUnread = share("max-unread", last(raw, "max-unread") ?? "0");
  const output = last(raw, "output") ?? "-";
  const logLevel = oneOf("log-level", LOG_LEVELS, last(raw, "log-level") ?? "silent");
  requireSources(raw.operands);
  const inputs = raw.operands.map((source) => openSide(source, raw.values.has("ff")));
  if (output !== "-") requireOtherFile(output, inputs);
  const logger = await createLogger(logLevel, io.stderr);
  const traces = await showProgress(io, logLevel, null, async (progress) => {
    const read = traceReader(grammar, io, logger, (bytes) => progress.advance(bytes));
    const all: Trace[] = [];
    for (const input of inputs) all.push(await read(input));
    return all;
  });
  for (const trace of traces) requireWhole(trace, grammar, options, maxUnread);
  const text = commonText(traces, grammar, options);
  if (output === "-") {
    await writePieces(io.stdout, [text], "standard output");
    return ExitCode.same;
  }
  writeFile(output, [text]);
  io.stderr.write(`${output}: ${describe(traces[0], grammar, options, text)}\n`);
  return ExitCode.same;
}

function requireSources(sources: readonly string[]): void {
  const usage = "usage: tracediff snapshot <trace>... -o FILE; tracediff snapshot --help says more";
  if (sources.length === 0) throw new UserError("snapshot needs a trace", usage);
  if (sources.filter((source) => source === "-").length > 1) {
    throw new UserError("only one of the traces can be standard input", "give files for the others");
  }
}

/** The one text of all the runs. @throws UserError if they differ: the snapshot would fail at random from then on */
function commonText(traces: readonly Trace[], grammar: Grammar, options: SnapshotOptions): string {
  const textsAt = (order: Order): string[] =>
    traces.map((trace) => [...writeSnapshot(trace, grammar, { ...options, order })].join(""));
  const texts = textsAt(options.order);
  const [first = ""] = texts;
  const other = texts.findIndex((text) => text !== first);
  if (other === -1) return first;
  const weaker = ORDERS.slice(ORDERS.indexOf(options.order) + 1).find(
    (order) => new Set(textsAt(order)).size === 1,
  );
  const names = [traces[0], traces[other]].map((trace) => trace?.sources[0]);
  throw new UserError(
    `${names.join(" and ")} are not the same ${orderWords(options.order)}: a snapshot of one would not fit the other`,
    weaker === undefined
      ? `tracediff ${names.join(" ")} shows how they differ`
      : `they agree with --order ${weaker}`,
  );
}

function requireWhole(
  trace: Trace,
  grammar: Grammar,
  { order, calls }: SnapshotOptions,
  maxUnread: number,
): void {
  const name = trace.sources[0] ?? "";
  // A snapshot of a snapshot can keep only what the first one has.
  const plan = { order, ignore: [], calls, maxUnread };
  if (trace.snapshot !== undefined) planSnapshots({ before: trace, after: trace }, plan, true, grammar);
  const { rows, hiddenCalls } = viewTrace(trace, grammar, calls);
  if (rows.length === 0) {
    const hint = hiddenCalls > 0 ? `--calls leaves out ${hiddenCalls}` : "did -e trace= exclude them?";
    throw new UserError(`${name} has no I/O calls`, hint);
  }
  requireRead(trace, maxUnread, "--max-unread");
}

function describe(
  trace: Trace | undefined,
  grammar: Grammar,
  { order, calls }: SnapshotOptions,
  text: string,
): string {
  const rows = trace === undefined ? 0 : viewTrace(trace, grammar, calls).rows.length;
  return `${counted(rows, "call")} in ${counted(text.split("\n").length - 1, "line")}, ${orderWords(order)}`;
}
