import { basename, dirname, join } from "node:path";
import { suggest } from "./suggest.ts";
import { namesBeside } from "./thread-files.ts";
import { UserError } from "./user-error.ts";

/** Names looked at for a suggestion; a directory of a million files should not delay the message. */
const NAME_LIMIT = 10_000;

/** What went wrong with a file, as a sentence with a way out. */
export function describeFileError(path: string, error: unknown): UserError {
  const code = errorCode(error);
  switch (code) {
    case "ENOENT":
      return new UserError(`${path}: no such file`, missingHint(path));
    case "ENOTDIR":
      return new UserError(`${path}: no such file`, `a part of this path is not a directory`);
    case "EISDIR":
      return directoryError(path);
    case "EACCES":
    case "EPERM":
      return new UserError(
        `${path}: permission denied`,
        "strace -o run by root writes logs that only root may read",
      );
    default:
      return new UserError(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export function directoryError(path: string): UserError {
  return new UserError(
    `${path} is a directory`,
    "give the log file, or what the files of an strace -ff set begin with",
  );
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function missingHint(path: string): string | undefined {
  const close = suggest(basename(path), namesBeside(path).slice(0, NAME_LIMIT));
  return close === undefined ? undefined : `did you mean ${join(dirname(path), close)}?`;
}
