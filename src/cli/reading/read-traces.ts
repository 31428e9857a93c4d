import type { Grammar } from "../../grammar/grammar.ts";
import { readInWorker } from "../../input/read-in-worker.ts";
import { type OnRead, readInput, readStream } from "../../input/read-input.ts";
import { openTrace, type TraceInput } from "../../input/trace-input.ts";
import type { TraceReading } from "../../input/trace-reading.ts";
import { UserError } from "../../input/user-error.ts";
import type { Pair } from "../../trace/pair.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Io } from "../io.ts";
import type { Logger } from "../output/logger.ts";
import { PreparedViews } from "./prepared-views.ts";

/** From this size on, a separate thread for each trace is worth its start-up time of about 30 ms. */
const WORKER_SIZE = 8 * 1024 * 1024;

/** What one side is read from; null for standard input. */
export type SideInput = TraceInput | null;

/** Reads one trace and logs how that went. */
export type ReadTrace = (input: SideInput) => Promise<Trace>;

/**
 * Opens a trace before anything is read, so that a misspelt name is reported at once. `-` is standard input.
 *
 * @param isSet whether --ff says that the name means the files of an `strace -ff` set
 */
export function openSide(name: string, isSet: boolean): SideInput {
  if (name !== "-") return openTrace(name, isSet);
  if (isSet) throw new UserError("standard input is not a set of files", "leave out --ff to read it");
  return null;
}

export function traceReader(
  grammar: Grammar,
  io: Io,
  logger: Logger,
  onRead: OnRead,
  views: PreparedViews = new PreparedViews(null),
): ReadTrace {
  return async (input) => {
    const start = io.now();
    const { trace, bytes } = await readOne(input, grammar, io, onRead, views);
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
}

/** Both traces, read in parallel if they are large. */
export async function readTraces(inputs: Pair<SideInput>, read: ReadTrace): Promise<Pair<Trace>> {
  // Not Promise.all: which of two errors is reported should not depend on which file is shorter.
  const [before, after] = await Promise.allSettled([read(inputs.before), read(inputs.after)]);
  if (before.status === "rejected") throw before.reason;
  if (after.status === "rejected") throw after.reason;
  return { before: before.value, after: after.value };
}

async function readOne(
  input: SideInput,
  grammar: Grammar,
  io: Io,
  onRead: OnRead,
  views: PreparedViews,
): Promise<TraceReading> {
  if (input === null) return readStream(io.stdin(), "-", grammar, onRead);
  if (io.files.worker === null || input.size === null || input.size < WORKER_SIZE) {
    return readInput(input, grammar, onRead);
  }
  const { calls, selection } = views;
  const reading = await readInWorker({ input, grammar, calls, selection }, io.files.worker, onRead);
  views.keep(reading.trace, reading.parts);
  return reading;
}
