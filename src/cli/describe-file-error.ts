import { basename, dirname, join } from "node:path";
import { suggest } from "./suggest.ts";
import { namesBeside } from "./thread-files.ts";
import { UserError } from "./user-error.ts";

/** Names looked at for a suggestion; a directory of a million files should not delay the message. */
const NAME_LIMIT = 10_000;

/** Names of up to this many letters are one edit away from too many others to be meant. */
const SHORT_NAME = 2;

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

/** What a script passes for a variable that is not set. */
export function emptyNameError(): UserError {
  return new UserError("the name of a trace is empty", "is a variable not set? give the log file");
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
  const name = basename(path);
  const candidates = namesBeside(path)
    .slice(0, NAME_LIMIT)
    .filter((candidate) => candidate.length > SHORT_NAME || name.length <= SHORT_NAME);
  const close = suggest(name, candidates);
  return close === undefined ? undefined : `did you mean ${join(dirname(path), close)}?`;
}
