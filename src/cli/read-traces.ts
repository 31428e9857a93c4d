import type { Grammar } from "../grammar/grammar.ts";
import { mapPair, type Pair } from "../trace/pair.ts";
import type { Trace } from "../trace/trace.ts";
import type { Io } from "./io.ts";
import type { Logger } from "./logger.ts";
import { readInWorker } from "./read-in-worker.ts";
import { readInput, readStream, type TraceReading } from "./read-input.ts";
import { openTrace, type TraceInput } from "./trace-input.ts";

/** From this size on a thread of its own for each trace pays for its start, about 30 ms. */
const WORKER_SIZE = 8 * 1024 * 1024;

/** Both traces, read side by side where they are large. `-` is standard input. */
export async function readTraces(
  sources: Pair<string>,
  grammar: Grammar,
  io: Io,
  logger: Logger,
): Promise<Pair<Trace>> {
  // Both are opened before either is read, so that a misspelt name is told at once.
  const inputs = mapPair(sources, (path) => (path === "-" ? null : openTrace(path)));
  const start = io.now();
  const read = async (input: TraceInput | null): Promise<Trace> => {
    const { trace, bytes } = await readOne(input, grammar, io);
    const seconds = (io.now() - start) / 1000;
    logger.info(
      {
        source: trace.sources[0],
        bytes,
        lines: trace.lines,
        calls: trace.table.length,
        threads: trace.threads.length,
        problems: trace.problemCounts,
        seconds,
        megabytesPerSecond: Math.round(bytes / 1e6 / Math.max(seconds, 1e-6)),
      },
      "read",
    );
    return trace;
  };
  // Not Promise.all: which of two errors is told should not depend on which file is shorter.
  const [before, after] = await Promise.allSettled([read(inputs.before), read(inputs.after)]);
  if (before.status === "rejected") throw before.reason;
  if (after.status === "rejected") throw after.reason;
  return { before: before.value, after: after.value };
}

async function readOne(input: TraceInput | null, grammar: Grammar, io: Io): Promise<TraceReading> {
  if (input === null) return readStream(io.stdin(), "-", grammar);
  if (io.files.worker !== null && input.size !== null && input.size >= WORKER_SIZE) {
    return readInWorker(input, grammar, io.files.worker);
  }
  return readInput(input, grammar);
}
