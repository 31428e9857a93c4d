import { fstatSync, writeSync } from "node:fs";
import { errorCode } from "../input/describe-file-error.ts";
import type { Io, PackageFiles, TextSink } from "./io.ts";

const STDOUT = 1;
/** Set by bin/tracediff.js if standard output was closed before Node put /dev/null there. */
const CLOSED = "TRACEDIFF_STDOUT";
/** Linux's device number of /dev/null, a character device like terminals. */
const NULL_DEVICE = 0x103;

/**
 * The outside world of this process. Node's own streams are touched only when they are needed: creating one loads
 * Node's networking and terminal code, a tenth of the time that a short comparison takes.
 */
export function nodeIo(files: PackageFiles): Io {
  const stdoutIsTerminal = isTerminal();
  const isClosed = process.env[CLOSED] === "closed";
  // it is not for the programs that this one runs
  delete process.env[CLOSED];
  return {
    stdout: isClosed ? closedStdout : stdout,
    get stderr() {
      return process.stderr;
    },
    stdin: () => process.stdin,
    env: process.env,
    stdoutIsTerminal,
    stderrIsTerminal: () => process.stderr.isTTY === true,
    columns: stdoutIsTerminal ? process.stdout.columns : undefined,
    now: () => performance.now(),
    files,
    runQuietly: async (argv) => (await import("./recording/programs.ts")).runQuietly(argv),
    runProgram: async (argv, output) => (await import("./recording/programs.ts")).runProgram(argv, output),
  };
}

function isTerminal(): boolean {
  const status = fstatSync(STDOUT);
  if (!status.isCharacterDevice() || status.rdev === NULL_DEVICE) return false;
  return process.stdout.isTTY === true;
}

const stdout: TextSink = {
  write: async (text) => {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) {
      try {
        at += writeSync(STDOUT, bytes, at);
      } catch (error) {
        if (errorCode(error) !== "EAGAIN") throw error;
        // Somebody has made the pipe or terminal non-blocking. The stream knows how to wait.
        await writeToStream(bytes.subarray(at));
        return;
      }
    }
  },
};

/** Fails like a write to a descriptor that is not open. */
const closedStdout: TextSink = {
  write: async () => {
    throw Object.assign(new Error("bad file descriptor"), { code: "EBADF" });
  },
};

function writeToStream(bytes: Uint8Array): Promise<void> {
  const stream = process.stdout;
  return new Promise((resolve, reject) => {
    // The error is also emitted as an event after this, which would end the process if nobody listened.
    stream.once("error", reject);
    stream.write(bytes, (error) => {
      if (error) {
        reject(error);
        return;
      }
      stream.off("error", reject);
      resolve();
    });
  });
}
