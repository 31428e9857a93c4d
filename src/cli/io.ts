import type { Writable } from "node:stream";

/** Everything that a run needs from the outside world, so that a test can run all of it. */
export type Io = {
  /** Carries the report and nothing else. */
  readonly stdout: TextSink;
  /** Carries messages for people and, with --log-level, log lines. */
  readonly stderr: Writable;
  /** Opened only when `-` is given; a chunk is valid until the next one is requested. */
  readonly stdin: () => AsyncIterable<Uint8Array>;
  readonly env: Environment;
  readonly stdoutIsTerminal: boolean;
  /** Called only when there is progress to show. */
  readonly stderrIsTerminal: () => boolean;
  /** Of the terminal on standard output; undefined if there is none or it does not say. */
  readonly columns: number | undefined;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly files: PackageFiles;
  /** Runs a program and captures its output. */
  readonly runQuietly: (argv: readonly string[]) => Promise<Heard>;
  /** Runs strace with a command that has the terminal (shown) or nothing (hidden), passing signals on. */
  readonly runProgram: (argv: readonly string[], output: "shown" | "hidden") => Promise<Ended>;
};

/** How a program ended, and the tail of its standard error if that was not shown. */
export type Ended = (
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "killed"; readonly number: number }
) & { readonly tail: string };

export type Heard =
  | { readonly kind: "exited"; readonly code: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: "killed"; readonly number: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: "not-found" };

/** Takes text. The promise settles when the text is written, and fails with the system's error. */
export type TextSink = { readonly write: (text: string) => Promise<void> };

/** The environment variables that are read. */
export type Environment = {
  readonly [Name in
    | "CI"
    | "CLICOLOR_FORCE"
    | "COLUMNS"
    | "FORCE_COLOR"
    | "GITHUB_STEP_SUMMARY"
    | "LANG"
    | "LC_ALL"
    | "LC_CTYPE"
    | "NO_COLOR"
    | "PATH"
    | "TERM"]?: string | undefined;
};

/** Where the installed package keeps what is read at run time. */
export type PackageFiles = {
  /** grammars/syscalls.txt */
  readonly grammar: URL;
  /** package.json, for the version. */
  readonly manifest: URL;
  /** The script that reads one trace in a separate thread; null to read every trace in the calling thread. */
  readonly worker: URL | null;
};
