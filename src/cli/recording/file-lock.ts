import { createHash } from "node:crypto";
import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode } from "../../input/describe-file-error.ts";
import { UserError } from "../../input/user-error.ts";

/** Bytes of the name of a socket; all of them, since versions of Node differ in how they fill up a shorter one. */
const NAME_LENGTH = 107;

/**
 * Locks a file or folder for this process while it works, so that two captures at a time do not write one log: the later would end up
 * in the middle of the earlier one. The lock is a socket in the name space of the Linux kernel, which is no file: it is
 * made at once or not at all, and it is gone when the process is, however it ends.
 *
 * @throws UserError where another process has it
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
  // of devices and pipes there is nothing to keep
  const status = statSync(path, { throwIfNoEntry: false });
  if (status !== undefined && !status.isFile() && !status.isDirectory()) return () => undefined;
  // Loaded when it is needed: comparisons lock nothing.
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
    `${path} is being written by another tracediff that is still running`,
    "give -o another name, or wait until it has ended",
  );
}

/** The same for all spellings of a path, whether or not it is there yet. */
function lockName(path: string): string {
  const digest = createHash("sha256").update(realPath(path)).digest("hex");
  return `\0tracediff-${digest}`.padEnd(NAME_LENGTH, "-");
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // It is not there yet, or will not be: strace says what is wrong with it.
    const absolute = resolve(path);
    const folder = dirname(absolute);
    return folder === absolute ? absolute : join(realPath(folder), basename(absolute));
  }
}
