import { COMPARED_KINDS } from "../../library/select-calls.ts";
import { exporters } from "../../report/exporters.ts";
import { reporters } from "../../report/reporters.ts";
import { summaryReporters } from "../../report/summary-reporters.ts";
import { IGNORABLE, ORDERS } from "../../result/comparison.ts";
import { GROUPINGS } from "../../result/timing.ts";
import type { Command } from "./command-table.ts";

export const LOG_LEVELS = ["silent", "error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const COLOR_CHOICES = ["auto", "always", "never"] as const;
export type ColorChoice = (typeof COLOR_CHOICES)[number];

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

export const OPTION_GROUPS = [
  "What counts as the same",
  "What to look at",
  "Recording",
  "Runs and latency",
  "Report",
  "Other",
] as const;

/** One command line option. The parser, the help and the shell completions are all made from these. */
export type OptionSpec = {
  /** Without the leading dashes. */
  readonly name: string;
  readonly alias?: string;
  /** What the help calls its value; absent for a switch. */
  readonly value?: string;
  /** The values it takes, for completion and for suggestions. */
  readonly choices?: readonly string[];
  /** May be given several times and with comma-separated values; other options take their last value. */
  readonly repeatable?: boolean;
  /** Takes all operands up to the next option; implies `repeatable`. */
  readonly takesFiles?: boolean;
  /** Its values are names of calls, which the grammar knows. */
  readonly takesCalls?: boolean;
  readonly group: (typeof OPTION_GROUPS)[number];
  /** Commands that take it; all if absent. Options of different commands may share a name if their values differ. */
  readonly commands?: readonly Command[];
  readonly help: string;
  /** What each choice means, if its name does not say so. */
  readonly meanings?: readonly (readonly [choice: string, meaning: string])[];
};

export const OPTIONS: readonly OptionSpec[] = [
  {
    name: "order",
    value: "LEVEL",
    choices: ORDERS,
    group: "What counts as the same",
    commands: ["compare", "run", "snapshot"],
    help: "in which order the calls must agree for exit code 0 (default: thread):",
    meanings: [
      ["total", "in the one order of the whole trace"],
      ["thread", "in the order of each thread"],
      ["file", "in the order of each file, by any thread"],
      ["stream", "in the order of each thread's use of each file"],
      ["set", "in any order"],
    ],
  },
  {
    name: "ignore",
    value: "WHAT",
    choices: IGNORABLE,
    repeatable: true,
    group: "What counts as the same",
    commands: ["compare", "run"],
    help: `do not distinguish calls by ${IGNORABLE.join(", ")}; comma-separated`,
  },
  {
    name: "calls",
    value: "LIST",
    choices: COMPARED_KINDS,
    repeatable: true,
    takesCalls: true,
    group: "What to look at",
    commands: ["compare", "capture", "run", "snapshot", "summary", "export"],
    help: `only these calls: names or kinds (${COMPARED_KINDS.join(", ")}), comma-separated; !NAME leaves one out`,
  },
  {
    name: "kind",
    value: "LIST",
    choices: COMPARED_KINDS,
    repeatable: true,
    group: "What to look at",
    commands: ["compare", "run", "export"],
    help: "only calls of these kinds, comma-separated; with --calls, only those of its calls",
  },
  {
    name: "path",
    value: "REGEX",
    group: "What to look at",
    commands: ["compare", "run", "export"],
    help: "only calls on files whose path matches the regular expression (fd 9 for files without a path); repeatable",
  },
  {
    name: "thread",
    value: "TID",
    repeatable: true,
    group: "What to look at",
    commands: ["compare", "run", "export"],
    help: "only these threads, by id (of either side), comma-separated",
  },
  {
    name: "exact-paths",
    group: "What counts as the same",
    commands: ["compare", "run"],
    help: "pair files by path alone, not by role: a different file used in the same way is a difference",
  },
  {
    name: "map-path",
    value: "FROM=TO",
    group: "What to look at",
    commands: ["compare", "run"],
    help: "replace matches of the regular expression FROM in the paths of both sides with TO, so that they pair; repeatable",
  },
  {
    name: "ff",
    group: "What to look at",
    commands: ["compare", "snapshot", "summary", "export"],
    help: "each trace is a set of strace -ff files: give the prefix of their names, or a quoted pattern such as 'run.*'",
  },
  {
    name: "max-unread",
    value: "SHARE",
    group: "What to look at",
    commands: ["compare", "run", "snapshot", "summary", "export"],
    help: "how many of the call-like lines may be unreadable, such as 0.5% (default: 0%)",
  },
  {
    name: "before",
    value: "FILE...",
    takesFiles: true,
    group: "Runs and latency",
    commands: ["compare"],
    help: "the runs recorded before, in place of <before>; record 5 or more a side, alternating",
  },
  {
    name: "after",
    value: "FILE...",
    takesFiles: true,
    group: "Runs and latency",
    commands: ["compare"],
    help: "the runs recorded after; what differs within a side is noise and does not count as a change",
  },
  {
    name: "before",
    value: "COMMAND",
    group: "Runs and latency",
    commands: ["run"],
    help: "what to run before, for /bin/sh",
  },
  {
    name: "after",
    value: "COMMAND",
    group: "Runs and latency",
    commands: ["run"],
    help: "what to run after, for /bin/sh",
  },
  {
    name: "runs",
    alias: "n",
    value: "N",
    group: "Runs and latency",
    commands: ["run"],
    help: "record each command N times, alternating (default: 5)",
  },
  {
    name: "runs",
    alias: "n",
    value: "N",
    group: "Recording",
    commands: ["capture"],
    help: "record the command N times, into FILE.1 to FILE.N (default: once, into FILE)",
  },
  {
    name: "ignore-failure",
    group: "Runs and latency",
    commands: ["run"],
    help: "go on when a command exits with a code other than 0",
  },
  {
    name: "output",
    alias: "o",
    value: "FILE",
    group: "Recording",
    commands: ["capture"],
    help: "the log to write (default: trace.log)",
  },
  {
    name: "output",
    alias: "o",
    value: "DIRECTORY",
    group: "Runs and latency",
    commands: ["run"],
    help: "keep the logs here, as before.1, after.1 and so on (default: they are deleted)",
  },
  {
    name: "output",
    alias: "o",
    value: "FILE",
    group: "Report",
    commands: ["snapshot"],
    help: "the snapshot to write (default: standard output)",
  },
  {
    name: "update",
    group: "Report",
    commands: ["compare"],
    help: "rewrite the snapshot <before> so that <after> agrees with it; refused in CI",
  },
  {
    name: "force",
    group: "Report",
    commands: ["compare"],
    help: "let --update work in CI too",
  },
  {
    name: "by",
    value: "WHAT",
    choices: GROUPINGS,
    repeatable: true,
    group: "Runs and latency",
    commands: ["compare", "run"],
    help: `group latencies by ${GROUPINGS.join(", ")}, or by several of them, comma-separated (default: call)`,
  },
  {
    name: "max-drift",
    value: "LIMIT",
    repeatable: true,
    group: "Runs and latency",
    commands: ["compare", "run"],
    help: "exit with 3 if latency rose beyond LIMIT in some group, by size and by evidence: 10%, 10%@p99, 200us@total; @ one of p50 (the default) to p99.99, mean, total",
  },
  {
    name: "accept-single-run",
    group: "Runs and latency",
    commands: ["compare", "run"],
    help: "judge --max-drift even with one run a side, by its pairs of calls; that cannot tell the code from the machine",
  },
  {
    name: "outliers",
    value: "N",
    group: "Runs and latency",
    commands: ["compare", "run"],
    help: "list the N matching calls whose latency changed most (default: 0)",
  },
  {
    name: "format",
    value: "FORMAT",
    choices: Object.keys(reporters),
    repeatable: true,
    group: "Report",
    commands: ["compare", "run"],
    help: `${Object.keys(reporters).join(", ")} (default: text); FORMAT=FILE writes to a file, in addition to the report on standard output`,
  },
  {
    name: "format",
    value: "FORMAT",
    choices: Object.keys(summaryReporters),
    repeatable: true,
    group: "Report",
    commands: ["summary"],
    help: `${Object.keys(summaryReporters).join(" or ")} (default: text); FORMAT=FILE writes to a file, in addition to the report on standard output`,
  },
  {
    name: "format",
    value: "FORMAT",
    choices: Object.keys(exporters),
    repeatable: true,
    group: "Report",
    commands: ["export"],
    help: `${Object.keys(exporters).join(" or ")} (default: ndjson); FORMAT=FILE writes to a file, in addition to standard output`,
  },
  {
    name: "context",
    alias: "U",
    value: "N",
    group: "Report",
    commands: ["compare", "run"],
    help: "show N matching calls around each change (default: 3)",
  },
  {
    name: "quiet",
    alias: "q",
    group: "Report",
    commands: ["compare", "run", "summary"],
    help: "print no report, only set the exit code and write FORMAT=FILE",
  },
  {
    name: "color",
    value: "WHEN",
    choices: COLOR_CHOICES,
    group: "Report",
    commands: ["compare", "run", "summary"],
    help: "auto, always or never (default: auto, on a terminal); NO_COLOR and FORCE_COLOR are honoured",
  },
  {
    name: "log-level",
    value: "LEVEL",
    choices: LOG_LEVELS,
    group: "Other",
    commands: ["compare", "run", "snapshot", "summary", "export"],
    help: `what to log on standard error, as JSON lines: ${LOG_LEVELS.join(", ")} (default: silent)`,
  },
  { name: "help", alias: "h", group: "Other", help: "print this text" },
  { name: "version", group: "Other", help: "print the version" },
];

export function optionsOf(command: Command): readonly OptionSpec[] {
  return OPTIONS.filter(({ commands }) => commands === undefined || commands.includes(command));
}
