import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { errorCode } from "./describe-file-error.ts";
import { threadFiles } from "./thread-files.ts";
import { UserError } from "./user-error.ts";

const BATCH = 1 << 16;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such directory",
  ENOTDIR: "no such directory",
  EISDIR: "it is a directory",
  EACCES: "permission denied",
  ENOSPC: "no space left on the disk",
};

/**
 * Writes a report into a file piece by piece.
 *
 * @throws UserError where the file cannot be written
 */
export function writeFile(path: string, pieces: Iterable<string>): void {
  writePiecesTo(path, "w", pieces);
}

/** Writes a report behind what a file holds already, as writeFile does. */
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

/** @throws UserError where a report would be written over one of the traces that are read */
export function requireOtherFile(path: string, sources: readonly string[]): void {
  for (const source of sources.flatMap(pathsOf)) {
    if (isSameFile(path, source)) {
      throw new UserError(
        `the report would be written over the trace ${source}`,
        "give the report another name",
      );
    }
  }
}

function pathsOf(source: string): string[] {
  return source === "-" ? [] : [source, ...threadFiles(source).map((file) => file.path)];
}

function isSameFile(one: string, other: string): boolean {
  const first = statSync(one, { throwIfNoEntry: false });
  const second = statSync(other, { throwIfNoEntry: false });
  if (first === undefined || second === undefined) return false;
  return first.dev === second.dev && first.ino === second.ino;
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
