import { errorCode } from "../../input/describe-file-error.ts";
import { UserError } from "../../input/user-error.ts";
import type { TextSink } from "../io.ts";

/** Characters gathered for one write. */
const BATCH = 1 << 16;

/**
 * Writes a report piece by piece and waits for each batch, so that a long report is never in memory as a whole.
 * A reader that has seen enough (`tracediff … | head`) ends the report quietly.
 *
 * @param name what messages call the sink
 * @throws UserError if writing fails for another reason, such as a full disk
 */
export async function writePieces(sink: TextSink, pieces: Iterable<string>, name: string): Promise<void> {
  let batch = "";
  try {
    for (const piece of pieces) {
      batch += piece;
      if (batch.length < BATCH) continue;
      await sink.write(batch);
      batch = "";
    }
    if (batch !== "") await sink.write(batch);
  } catch (error) {
    if (errorCode(error) !== "EPIPE") throw writeError(error, name);
  }
}

/**
 * Checks that there is somewhere to write, before starting a program that will write there.
 * @throws UserError if there is not
 */
export async function requireOpen(sink: TextSink, name: string): Promise<void> {
  try {
    await sink.write("");
  } catch (error) {
    throw writeError(error, name);
  }
}

function writeError(error: unknown, name: string): unknown {
  if (errorCode(error) === undefined) return error;
  if (errorCode(error) === "EBADF") {
    return new UserError(
      `${name} is closed: there is nowhere to write`,
      ">FILE keeps the output, >/dev/null discards it",
    );
  }
  return new UserError(`cannot write ${name}: ${error instanceof Error ? error.message : String(error)}`);
}
