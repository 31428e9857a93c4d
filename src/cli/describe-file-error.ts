import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { suggest } from "./suggest.ts";
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
  return new UserError(`${path} is a directory`, "give the log file; of an strace -ff set, one of its files");
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function missingHint(path: string): string | undefined {
  const names = namesBeside(path);
  const wanted = basename(path);
  const threadLogs = names.filter(
    (name) => name.startsWith(`${wanted}.`) && /^\d+$/.test(name.slice(wanted.length + 1)),
  );
  if (threadLogs.length > 0) {
    const [first = ""] = threadLogs.sort();
    return `strace -ff wrote ${threadLogs.length} files named ${wanted}.PID; give one of them, such as ${join(dirname(path), first)}`;
  }
  const close = suggest(wanted, names);
  return close === undefined ? undefined : `did you mean ${join(dirname(path), close)}?`;
}

function namesBeside(path: string): string[] {
  try {
    return readdirSync(dirname(path)).slice(0, NAME_LIMIT);
  } catch {
    // A directory that cannot be read has no name to suggest; the missing file is reported all the same.
    return [];
  }
}
