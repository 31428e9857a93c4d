import type { Grammar } from "../grammar/grammar.ts";
import { TraceParser } from "../parse/trace-parser.ts";
import { isSnapshot } from "../snapshot/read-snapshot.ts";
import { SNAPSHOT_HEAD } from "../snapshot/write-snapshot.ts";
import { decompressed } from "./decompressed.ts";
import { peeked } from "./peeked.ts";
import { requireCalls } from "./require-calls.ts";
import { requireText } from "./require-text.ts";
import { requireThreadFile } from "./require-thread-file.ts";
import { snapshotReading } from "./snapshot-reading.ts";
import { fileChunks, type TraceInput } from "./trace-input.ts";
import type { TraceReading } from "./trace-reading.ts";

/** Bytes at the start that decide whether a file is binary, as for grep. */
const START_SIZE = 32 * 1024;
/** Bytes at the start of a file that decide whether it belongs to a set: some lines. */
const HEAD_SIZE = 2048;

/** Called with the bytes as they come from the disk or the pipe, before decompression. */
export type OnRead = (bytes: number) => void;

/**
 * Reads one trace in the calling thread.
 *
 * @throws UserError if its files cannot be read or decompressed, or are not an strace log
 */
export async function readInput(
  { name, files, size }: TraceInput,
  grammar: Grammar,
  onRead: OnRead,
): Promise<TraceReading> {
  const [only] = files;
  if (only !== undefined && files.length === 1 && only.tid === null) {
    return readChunks(fileChunks(only), name, size, grammar, onRead);
  }
  const parser = parserFor(name, size, grammar);
  let bytes = 0;
  for (const file of files) {
    if (file.tid !== null) parser.startSource(file.path, file.tid);
    const text = await peeked(decompressed(watched(fileChunks(file), onRead), file.path), START_SIZE);
    if (file.tid !== null)
      requireThreadFile(text.start.toString("latin1", 0, HEAD_SIZE), file.tid, name, files);
    bytes += await feedText(parser, requireText(text, file.path, grammar));
  }
  return reading(parser, bytes, name);
}

/**
 * Reads one trace from chunks, each valid until the next one is requested.
 *
 * @param name what messages and reports call the trace
 * @throws UserError as readInput
 */
export async function readStream(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  grammar: Grammar,
  onRead: OnRead,
): Promise<TraceReading> {
  return readChunks(chunks, name, null, grammar, onRead);
}

/** A log or a snapshot, decided by its first line. */
async function readChunks(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  size: number | null,
  grammar: Grammar,
  onRead: OnRead,
): Promise<TraceReading> {
  const text = await peeked(decompressed(watched(chunks, onRead), name), START_SIZE);
  if (isSnapshot(text.start.toString("latin1", 0, SNAPSHOT_HEAD.length)))
    return snapshotReading(text.all, name, grammar);
  const parser = parserFor(name, size, grammar);
  return reading(parser, await feedText(parser, requireText(text, name, grammar)), name);
}

function parserFor(source: string, size: number | null, grammar: Grammar): TraceParser {
  return new TraceParser(grammar, size === null ? { source } : { source, sizeHint: size });
}

async function feedText(parser: TraceParser, text: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of text) {
    bytes += chunk.length;
    parser.feed(chunk);
  }
  return bytes;
}

async function* watched(chunks: AsyncIterable<Uint8Array>, onRead: OnRead): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onRead(chunk.length);
    yield chunk;
  }
}

function reading(parser: TraceParser, bytes: number, name: string): TraceReading {
  const trace = parser.finish();
  requireCalls(trace, bytes, name);
  return { trace, bytes };
}
