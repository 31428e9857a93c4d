import type { Command } from "../options/command-table.ts";

/** One option as a completion script needs it. */
export type Completable = {
  readonly name: string;
  readonly alias: string | undefined;
  /** A few words. */
  readonly summary: string;
  readonly takesValue: boolean;
  readonly isList: boolean;
  /** Values to offer; empty where any text will do. */
  readonly values: readonly string[];
  readonly takesFiles: boolean;
};

/** One command as a completion script needs it. */
export type CompletableCommand = {
  readonly name: Command;
  readonly summary: string;
  readonly options: readonly Completable[];
  /** What its operand can be; empty where it is a file. */
  readonly words: readonly string[];
};
