import { createHash } from "node:crypto";
import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode } from "../../input/describe-file-error.ts";
import { UserError } from "../../input/user-error.ts";

/** Bytes of a socket's name; all are used, since versions of Node differ in how they pad a shorter one. */
const NAME_LENGTH = 107;

/**
 * Locks a file or folder for this process while it works, so that two captures do not write the same log at once:
 * the later one would end up in the middle of the earlier one. The lock is a socket in the Linux kernel's abstract
 * namespace, not a file: it is created atomically, and it is gone when the process is, however it ends.
 *
 * @throws UserError if another process holds the lock
 */
export async function whileLocked<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const giveUp = await lock(path);
  try {
    return await work();
  } finally {
    giveUp();
  }
}

async function lock(path: string): Promise<() => void> {
  // devices and pipes have no content to protect
  const status = statSync(path, { throwIfNoEntry: false });
  if (status !== undefined && !status.isFile() && !status.isDirectory()) return () => undefined;
  // Loaded on demand: comparisons lock nothing.
  const { createServer } = await import("node:net");
  const server = createServer((connection) => connection.destroy());
  await new Promise<void>((locked, failed) => {
    server.once("error", (error) => {
      failed(errorCode(error) === "EADDRINUSE" ? takenError(path) : error);
    });
    server.listen(lockName(path), locked);
  });
  server.unref();
  return () => server.close();
}

function takenError(path: string): UserError {
  return new UserError(
    `${path} is being written by another running tracediff`,
    "give -o another name, or wait until it ends",
  );
}

/** The same for all spellings of a path, whether or not it exists yet. */
function lockName(path: string): string {
  const digest = createHash("sha256").update(realPath(path)).digest("hex");
  return `\0tracediff-${digest}`.padEnd(NAME_LENGTH, "-");
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // It does not exist yet, or cannot: strace reports what is wrong with it.
    const absolute = resolve(path);
    const folder = dirname(absolute);
    return folder === absolute ? absolute : join(realPath(folder), basename(absolute));
  }
}
