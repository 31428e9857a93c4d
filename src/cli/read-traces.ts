import type { Grammar } from "../grammar/grammar.ts";
import { mapPair, type Pair } from "../trace/pair.ts";
import type { Trace } from "../trace/trace.ts";
import type { Io } from "./io.ts";
import type { Logger } from "./logger.ts";
import { readChunks, type TraceReading } from "./read-chunks.ts";
import { readInWorker } from "./read-in-worker.ts";
import { openTraceFile, type TraceFile, traceFileChunks } from "./trace-file.ts";

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
  const files = mapPair(sources, (path) => (path === "-" ? null : openTraceFile(path)));
  const start = io.now();
  const read = async (file: TraceFile | null): Promise<Trace> => {
    const { trace, bytes } = await readOne(file, grammar, io);
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
  const [before, after] = await Promise.allSettled([read(files.before), read(files.after)]);
  if (before.status === "rejected") throw before.reason;
  if (after.status === "rejected") throw after.reason;
  return { before: before.value, after: after.value };
}

async function readOne(file: TraceFile | null, grammar: Grammar, io: Io): Promise<TraceReading> {
  if (file === null) return readChunks(io.stdin(), "-", null, grammar);
  if (io.files.worker !== null && file.size !== null && file.size >= WORKER_SIZE) {
    return readInWorker(file, grammar, io.files.worker);
  }
  return readChunks(traceFileChunks(file), file.path, file.size, grammar);
}
