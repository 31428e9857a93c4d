export const COMMANDS = ["compare", "capture", "run", "snapshot", "summary", "export", "completion"] as const;
export type Command = (typeof COMMANDS)[number];

/** The command to run if the first operand does not name one. */
export const DEFAULT_COMMAND: Command = "compare";

/** One command. The parser, the help and the shell completions are made from these. */
export type CommandSpec = {
  readonly name: Command;
  /** What follows `tracediff`. */
  readonly usage: string;
  /** A few words, for lists of commands. */
  readonly summary: string;
};

export const COMMAND_SPECS: readonly CommandSpec[] = [
  { name: "compare", usage: "[options] <before> <after>", summary: "compare two traces" },
  {
    name: "capture",
    usage: "capture [options] -- <command> [argument...]",
    summary: "record a command with strace",
  },
  {
    name: "run",
    usage: "run [options] --before <command> --after <command>",
    summary: "record two commands alternately and compare them",
  },
  {
    name: "snapshot",
    usage: "snapshot [options] <trace>...",
    summary: "write the pattern of a trace as a small text file to keep",
  },
  {
    name: "summary",
    usage: "summary [options] <trace>",
    summary: "show what one trace holds, and which I/O was redundant",
  },
  {
    name: "export",
    usage: "export [options] <trace>",
    summary: "print the calls of one trace as NDJSON or CSV",
  },
  {
    name: "completion",
    usage: "completion bash|zsh|fish",
    summary: "print a script that completes commands and options",
  },
];

export function commandNamed(word: string): Command | undefined {
  return COMMANDS.find((name) => name === word);
}
