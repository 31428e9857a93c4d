import { closeSync, openSync, writeSync } from "node:fs";
import { errorCode } from "../../input/describe-file-error.ts";
import { UserError } from "../../input/user-error.ts";

const BATCH = 1 << 16;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such directory",
  ENOTDIR: "no such directory",
  EISDIR: "it is a directory",
  EACCES: "permission denied",
  ENOSPC: "no space left on the disk",
};

/**
 * Writes a report to a file piece by piece.
 *
 * @throws UserError if the file cannot be written
 */
export function writeFile(path: string, pieces: Iterable<string>): void {
  writePiecesTo(path, "w", pieces);
}

/** Appends a report to a file, in the same way as writeFile. */
export function appendFile(path: string, pieces: Iterable<string>): void {
  writePiecesTo(path, "a", pieces);
}

function writePiecesTo(path: string, flags: "w" | "a", pieces: Iterable<string>): void {
  const descriptor = attempt(path, () => openSync(path, flags));
  try {
    let batch = "";
    for (const piece of pieces) {
      batch += piece;
      if (batch.length < BATCH) continue;
      writeAll(path, descriptor, batch);
      batch = "";
    }
    writeAll(path, descriptor, batch);
  } finally {
    closeSync(descriptor);
  }
}

function writeAll(path: string, descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += attempt(path, () => writeSync(descriptor, bytes, at));
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const reason = REASONS[errorCode(error) ?? ""];
    if (reason === undefined && errorCode(error) === undefined) throw error;
    throw new UserError(`cannot write ${path}: ${reason ?? (error instanceof Error ? error.message : "")}`);
  }
}
