import type { Grammar } from "../grammar/grammar.ts";
import { TraceParser } from "../parse/trace-parser.ts";
import type { Trace } from "../trace/trace.ts";
import { decompressed } from "./decompressed.ts";
import { requireCalls } from "./require-calls.ts";

/** A trace and how much text it was read from, after unpacking. */
export type TraceReading = { readonly trace: Trace; readonly bytes: number };

/**
 * Reads one trace from its bytes.
 *
 * @param source how to call the trace in messages and reports
 * @param size bytes of text expected, null where not known
 * @throws UserError where the bytes cannot be unpacked or are not an strace log
 */
export async function readChunks(
  chunks: AsyncIterable<Uint8Array>,
  source: string,
  size: number | null,
  grammar: Grammar,
): Promise<TraceReading> {
  const parser = new TraceParser(grammar, size === null ? { source } : { source, sizeHint: size });
  let bytes = 0;
  for await (const chunk of decompressed(chunks, source)) {
    bytes += chunk.length;
    parser.feed(chunk);
  }
  const trace = parser.finish();
  requireCalls(trace, bytes);
  return { trace, bytes };
}
