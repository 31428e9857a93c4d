import type { Grammar } from "../grammar/grammar.ts";
import { readSnapshot } from "../snapshot/read-snapshot.ts";
import { SnapshotError } from "../snapshot/snapshot-error.ts";
import type { TraceReading } from "./trace-reading.ts";
import { UserError } from "./user-error.ts";

/**
 * Reads a snapshot as a trace.
 *
 * @throws UserError naming the damaged line
 */
export async function snapshotReading(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  grammar: Grammar,
): Promise<TraceReading> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    bytes += chunk.length;
  }
  try {
    return { trace: readSnapshot(text + decoder.decode(), name, grammar), bytes };
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    throw new UserError(
      `${name}:${error.line}: ${error.message}`,
      `to replace a damaged snapshot: tracediff snapshot LOG -o ${name}`,
    );
  }
}
