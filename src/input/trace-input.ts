import { closeSync, fstatSync, openSync, read, readSync, statSync } from "node:fs";
import { promisify } from "node:util";
import {
  describeFileError,
  directoryError,
  emptyNameError,
  errorCode,
  missingFileError,
  missingSetError,
} from "./describe-file-error.ts";
import { isGlob } from "./globbed.ts";
import { threadFiles } from "./thread-files.ts";

/** Bytes to read at a time. Chunks of this size stay in the second-level cache while they are scanned. */
const CHUNK_SIZE = 1 << 19;

const readAsync = promisify(read);

/** What one side is read from: one open file, or the files of an `strace -ff` set, opened one after another. */
export type TraceInput = {
  /** As the user named it. */
  readonly name: string;
  readonly files: readonly InputFile[];
  /** Bytes in all; null for pipes and devices, whose size is not known. */
  readonly size: number | null;
};

export type InputFile = {
  readonly path: string;
  /** Null for a file of a set: a set may have more files than a process may have open. */
  readonly descriptor: number | null;
  readonly size: number | null;
  /** The thread of its lines, if the name of the file gives it. */
  readonly tid: number | null;
};

/**
 * Finds a trace.
 *
 * @param name of a file or, if there is no such file or `isSet`, prefix or pattern of an `strace -ff` set
 * @throws UserError if there is nothing to read, or only a directory
 */
export function openTrace(name: string, isSet: boolean): TraceInput {
  if (name === "") throw emptyNameError();
  const file = isSet ? null : openFile(name);
  return file ?? findSet(name, isSet);
}

/** Null where there is no such file. */
function openFile(path: string): TraceInput | null {
  try {
    const descriptor = openSync(path, "r");
    const status = fstatSync(descriptor);
    if (status.isDirectory()) {
      closeSync(descriptor);
      throw directoryError(path);
    }
    const size = status.isFile() ? status.size : null;
    return { name: path, files: [{ path, descriptor, size, tid: null }], size };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw describeUnlessKnown(path, error);
  }
}

function findSet(name: string, isSet: boolean): TraceInput {
  const files = threadFiles(name).map(({ path, tid }) => {
    const { size } = attempt(path, () => statSync(path));
    return { path, tid, descriptor: null, size };
  });
  if (files.length === 0) throw isSet || isGlob(name) ? missingSetError(name) : missingFileError(name);
  return { name, files, size: files.reduce((sum, { size }) => sum + size, 0) };
}

/**
 * The bytes of a file in pieces, each valid until the next one is requested: all share one buffer, so that memory
 * does not grow with the file. Closes the file at the end.
 *
 * @throws UserError if reading fails
 */
export async function* fileChunks({ path, descriptor, size }: InputFile): AsyncGenerator<Uint8Array> {
  const open = descriptor ?? attempt(path, () => openSync(path, "r"));
  const buffer = Buffer.allocUnsafeSlow(size === null ? CHUNK_SIZE : Math.min(CHUNK_SIZE, size + 1));
  try {
    for (;;) {
      // A file never blocks and is quickest to read directly. A pipe may block while the other trace could be read,
      // or while its writer waits for the other trace to be read.
      const count =
        size === null
          ? (await readAsync(open, buffer, 0, buffer.length, null)).bytesRead
          : readSync(open, buffer, 0, buffer.length, null);
      if (count === 0) return;
      yield buffer.subarray(0, count);
    }
  } catch (error) {
    throw describeUnlessKnown(path, error);
  } finally {
    closeSync(open);
  }
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw describeUnlessKnown(path, error);
  }
}

function describeUnlessKnown(path: string, error: unknown): unknown {
  const isSystemError = error instanceof Error && "syscall" in error;
  return isSystemError ? describeFileError(path, error) : error;
}
