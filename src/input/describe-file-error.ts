import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { globbed, isGlob } from "./globbed.ts";
import { namesIn } from "./names-in.ts";
import { suggest } from "./suggest.ts";
import { UserError } from "./user-error.ts";

/** Names looked at for a suggestion; a directory of a million files should not delay the message. */
const NAME_LIMIT = 10_000;

/** Names of up to this many letters are one edit away from too many others to be a likely match. */
const SHORT_NAME = 2;

/** What went wrong with a file, as a sentence with a way out. */
export function describeFileError(path: string, error: unknown): UserError {
  const code = errorCode(error);
  switch (code) {
    case "ENOENT":
      return missingFileError(path);
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

export function missingFileError(path: string): UserError {
  return new UserError(`${path}: no such file`, missingHint(path));
}

/** The error when no `strace -ff` set matches a prefix or a pattern. */
export function missingSetError(name: string): UserError {
  if (!isGlob(name)) {
    const hint = existsSync(name) ? `leave out --ff to read ${name} itself` : missingHint(name);
    return new UserError(`no files ${name.replace(/\.$/, "")}.<thread id>`, hint);
  }
  const [match] = globbed(name);
  if (match === undefined) {
    return new UserError(
      `no files match ${name}`,
      "a pattern must match the files of one strace -ff set, such as PREFIX.4001 and PREFIX.4002",
    );
  }
  return new UserError(
    `${name} matches no file of an strace -ff set, whose name ends in a thread id, but ${match}`,
    "give a single log by its name",
  );
}

/** The empty name that a script passes for an unset variable. */
export function emptyNameError(): UserError {
  return new UserError("the name of a trace is empty", "is a variable not set? give the log file");
}

export function directoryError(path: string): UserError {
  return new UserError(
    `${path} is a directory`,
    "give the log file, or the prefix of the files of an strace -ff set",
  );
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function missingHint(path: string): string | undefined {
  const name = basename(path);
  const candidates = namesIn(dirname(path))
    .slice(0, NAME_LIMIT)
    .flatMap((candidate) => [candidate, candidate.replace(/\.\d+$/, "")])
    .filter((candidate) => candidate.length > SHORT_NAME || name.length <= SHORT_NAME);
  const close = suggest(name, candidates);
  return close === undefined ? undefined : `did you mean ${join(dirname(path), close)}?`;
}
