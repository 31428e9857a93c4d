import { LF } from "../bytes/ascii.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { TraceParser } from "../parse/trace-parser.ts";
import type { Peeked } from "./peeked.ts";
import { holdsTrace, RECORDING_HINT } from "./require-calls.ts";
import { UserError } from "./user-error.ts";

const MIB = 1024 * 1024;
/** How much of a binary file is searched for a trace. */
const BINARY_LIMIT = 8 * MIB;
/** No line is longer. */
const LINE_LIMIT = 64 * MIB;

/**
 * Passes text through, but stops reading what is not a trace: it may have no end, like /dev/zero. A NUL near the start
 * makes it binary, as for grep, unless strace wrote some of it: output of the program may be mixed in.
 *
 * @param name what messages call the trace
 * @throws UserError for binary files, and for one line that does not end
 */
export async function* requireText(
  { start, all }: Peeked,
  name: string,
  grammar: Grammar,
): AsyncGenerator<Uint8Array> {
  if (start.includes(0)) yield* requireTrace(all, name, grammar);
  else if (start.includes(LF)) yield* all;
  else yield* requireLineEnd(all, name);
}

async function* requireTrace(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  grammar: Grammar,
): AsyncGenerator<Uint8Array> {
  const probe = new TraceParser(grammar, { source: name });
  let bytes = 0;
  for await (const chunk of chunks) {
    if (bytes < BINARY_LIMIT) {
      bytes += chunk.length;
      // The limit cuts a line, and where a trace ends, `k(` may be the start of a call.
      probe.feed(bytes < BINARY_LIMIT ? chunk : chunk.subarray(0, chunk.lastIndexOf(LF) + 1));
      if (bytes >= BINARY_LIMIT && !holdsTrace(probe.finish())) {
        const part = `the first ${BINARY_LIMIT / MIB} MiB of ${name}`;
        throw new UserError(`no strace calls found in ${part}, a binary file`, RECORDING_HINT);
      }
    }
    yield chunk;
  }
}

async function* requireLineEnd(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let hasLineEnd = false;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    hasLineEnd ||= chunk.includes(LF);
    if (!hasLineEnd && bytes > LINE_LIMIT) {
      const part = `the first ${LINE_LIMIT / MIB} MiB of ${name}`;
      throw new UserError(`no line ends in ${part}: it is not an strace log`, RECORDING_HINT);
    }
    yield chunk;
  }
}
