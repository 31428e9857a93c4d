import { closeSync, fstatSync, openSync, read, readSync } from "node:fs";
import { promisify } from "node:util";
import { describeFileError, directoryError } from "./describe-file-error.ts";

/** Bytes asked for at a time. Chunks of this size stay in the second-level cache while they are scanned. */
const CHUNK_SIZE = 1 << 20;

const readAsync = promisify(read);

/** An open trace. */
export type TraceFile = {
  readonly path: string;
  readonly descriptor: number;
  /** Bytes; null for pipes and devices, whose size is not known. */
  readonly size: number | null;
};

/** @throws UserError where the file cannot be opened or is a directory */
export function openTraceFile(path: string): TraceFile {
  try {
    const descriptor = openSync(path, "r");
    const status = fstatSync(descriptor);
    if (status.isDirectory()) {
      closeSync(descriptor);
      throw directoryError(path);
    }
    return { path, descriptor, size: status.isFile() ? status.size : null };
  } catch (error) {
    throw describeUnlessKnown(path, error);
  }
}

/**
 * The bytes of an open trace in pieces, each valid until the next one is asked for: all come in one buffer, so
 * that memory does not grow with the file. Closes the file at the end.
 *
 * @throws UserError where reading fails
 */
export async function* traceFileChunks({ path, descriptor, size }: TraceFile): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(size === null ? CHUNK_SIZE : Math.min(CHUNK_SIZE, size + 1));
  try {
    for (;;) {
      // A file answers at once and is quickest to read directly. A pipe may keep us waiting, while the other
      // trace could be read, or while the other trace is what its writer waits for.
      const count =
        size === null
          ? (await readAsync(descriptor, buffer, 0, buffer.length, null)).bytesRead
          : readSync(descriptor, buffer, 0, buffer.length, null);
      if (count === 0) return;
      yield buffer.subarray(0, count);
    }
  } catch (error) {
    throw describeUnlessKnown(path, error);
  } finally {
    closeSync(descriptor);
  }
}

function describeUnlessKnown(path: string, error: unknown): unknown {
  const isSystemError = error instanceof Error && "syscall" in error;
  return isSystemError ? describeFileError(path, error) : error;
}
