import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { isatty } from "node:tty";
import { errorCode } from "../../input/describe-file-error.ts";
import type { Ended, Heard } from "../io.ts";

const STDIN = 0;
/** How much of a hidden program's messages is kept. */
const TAIL = 4096;
/** Signals that a supervisor or user sends to stop or notify a process; a terminal signals the whole group itself. */
const PASSED: readonly NodeJS.Signals[] = ["SIGTERM", "SIGHUP", "SIGUSR2"];
const FROM_TERMINAL: readonly NodeJS.Signals[] = ["SIGINT", "SIGQUIT"];

/** Runs a program to its end and captures its output. */
export async function runQuietly(argv: readonly string[]): Promise<Heard> {
  const [command = "", ...rest] = argv;
  // Loaded on demand: comparisons start no programs.
  const { spawn } = await import("node:child_process");
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, { stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.once("error", (error) => {
      if (errorCode(error) === "ENOENT") resolve({ kind: "not-found" });
      else reject(error);
    });
    child.once("close", (code, signal) => resolve({ ...endOf(code, signal), stdout, stderr }));
  });
}

/**
 * Runs `strace … -- command` until the command ends. If shown, the command has this process's terminal; if hidden,
 * it has no input and only the tail of its messages is kept. Signals to this process go to the command and not to
 * strace, which would detach from the command and leave half a log.
 */
export async function runProgram(argv: readonly string[], output: "shown" | "hidden"): Promise<Ended> {
  const [command = "", ...rest] = argv;
  const { spawn } = await import("node:child_process");
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, {
      stdio: output === "shown" ? "inherit" : ["ignore", "ignore", "pipe"],
    });
    let tail = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      tail = (tail + chunk.toString()).slice(-TAIL);
    });
    const stop = passSignals(child);
    child.once("error", (error) => {
      stop();
      reject(error);
    });
    child.once("close", (code, signal) => {
      stop();
      resolve({ ...endOf(code, signal), tail });
    });
  });
}

/** @returns stops the forwarding */
function passSignals(strace: ChildProcess): () => void {
  const pass = (signal: NodeJS.Signals): void => {
    for (const pid of childrenOf(strace.pid)) kill(pid, signal);
  };
  const ignore = (): void => undefined;
  for (const signal of PASSED) process.on(signal, pass);
  // touching process.stdin would make it a stream, and then the command's reads would fail instead of waiting
  const fromTerminal = isatty(STDIN) ? ignore : pass;
  for (const signal of FROM_TERMINAL) process.on(signal, fromTerminal);
  return () => {
    for (const signal of PASSED) process.off(signal, pass);
    for (const signal of FROM_TERMINAL) process.off(signal, fromTerminal);
  };
}

/** Processes that strace has started: the command. If the kernel does not list them, strace itself. */
function childrenOf(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  try {
    const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return list
      .split(" ")
      .filter((word) => word !== "")
      .map(Number);
  } catch {
    // A kernel without CONFIG_PROC_CHILDREN.
    return [pid];
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It has ended in the meantime.
    if (errorCode(error) !== "ESRCH") throw error;
  }
}

type End =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "killed"; readonly number: number };

function endOf(code: number | null, signal: NodeJS.Signals | null): End {
  if (signal !== null) return { kind: "killed", number: constants.signals[signal] };
  return { kind: "exited", code: code ?? 0 };
}
