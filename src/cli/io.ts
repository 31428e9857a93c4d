import type { Writable } from "node:stream";

/** Everything of the outside world that a run needs, so that a whole run fits into a test. */
export type Io = {
  /** Carries the report and nothing else. */
  readonly stdout: TextSink;
  /** Carries messages for people and, with --log-level, log lines. */
  readonly stderr: Writable;
  /** Opened only when `-` is given; a chunk is valid until the next one is asked for. */
  readonly stdin: () => AsyncIterable<Uint8Array>;
  readonly env: Environment;
  readonly stdoutIsTerminal: boolean;
  /** Asked only when there is progress to show. */
  readonly stderrIsTerminal: () => boolean;
  /** Of the terminal on standard output; undefined where there is none or it does not say. */
  readonly columns: number | undefined;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly files: PackageFiles;
};

/** Takes text. The promise settles when it is written, and fails with the error of the system. */
export type TextSink = { readonly write: (text: string) => Promise<void> };

/** The variables that are looked at. */
export type Environment = {
  readonly [Name in
    | "CLICOLOR_FORCE"
    | "COLUMNS"
    | "FORCE_COLOR"
    | "LANG"
    | "LC_ALL"
    | "LC_CTYPE"
    | "NO_COLOR"
    | "TERM"]?: string | undefined;
};

/** Where the installed package keeps what is read at run time. */
export type PackageFiles = {
  /** grammars/syscalls.txt */
  readonly grammar: URL;
  /** package.json, for the version. */
  readonly manifest: URL;
  /** The script that reads one trace in a thread of its own; null to read every trace in the calling thread. */
  readonly worker: URL | null;
};
