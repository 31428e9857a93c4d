import type { Grammar } from "../../grammar/grammar.ts";
import { UserError } from "../../input/user-error.ts";
import type { Ended, Io } from "../io.ts";
import { whileLocked } from "./file-lock.ts";
import { straceArguments, straceVersion } from "./strace-command.ts";

/**
 * Records one run of a command into a file and returns how the command ended.
 *
 * @throws UserError if another process is recording into that file
 */
export type Recorder = (
  out: string,
  command: readonly string[],
  output: "shown" | "hidden",
) => Promise<Ended>;

/**
 * Finds strace and makes sure that it may trace here, before anything else is run.
 *
 * @throws UserError if strace is missing, not recognized, or forbidden, with a way out
 */
export async function findRecorder(
  io: Io,
  grammar: Grammar,
  calls: readonly string[] | null,
): Promise<Recorder> {
  const asked = await io.runQuietly(["strace", "-V"]);
  if (asked.kind === "not-found") {
    throw new UserError(
      "strace is not installed",
      "apt-get install strace, dnf install strace, apk add strace, or pacman -S strace; it runs on Linux only",
    );
  }
  const version = straceVersion(asked.stdout);
  if (version === null)
    throw new UserError("strace -V does not print its version", asked.stdout.split("\n")[0]);
  const options = straceArguments(version, grammar, calls);
  const tried = await io.runQuietly(["strace", ...options, "-o", "/dev/null", "true"]);
  if (tried.kind !== "exited" || tried.code !== 0)
    throw forbidden(tried.kind === "not-found" ? "" : tried.stderr);
  return (out, command, output) =>
    whileLocked(out, () => io.runProgram(["strace", ...options, "-o", out, "--", ...command], output));
}

/** From what strace says when it may not trace. */
function forbidden(stderr: string): UserError {
  const [reason = "it gives no reason"] = stderr.split("\n").filter((line) => line !== "");
  const isPermission = /Operation not permitted|Permission denied|EPERM/.test(stderr);
  return new UserError(
    `strace cannot trace here: ${reason.replace(/^strace: /, "")}`,
    isPermission
      ? "in a container: docker run --cap-add=SYS_PTRACE; elsewhere: sysctl kernel.yama.ptrace_scope=1 (if it is 3, only a reboot can change it)"
      : undefined,
  );
}
